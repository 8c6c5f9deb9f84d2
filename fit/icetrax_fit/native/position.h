// A position: the spaces beside tiles, the open paths between them, and a score kept turn by turn.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "values.h"

constexpr int LINE_SPAN = 8;     // columns or rows that a line has to cross at least
constexpr int MOST_TURNS = 240;  // of a game, so that it stays on the plane

enum Color : uint8_t { WHITE, RED };
inline Color opponent(Color color) { return static_cast<Color>(color ^ 1); }

// Tile symbols, in the order in which a search tries them.
constexpr char SYMBOLS[] = {'\\', '+', '/'};

// A move by its place on the plane, which stays the same when tiles are laid further left or above.
struct Spot {
    int32_t space = -1;
    uint8_t symbol = 0;  // number in SYMBOLS

    bool operator==(const Spot& other) const { return space == other.space && symbol == other.symbol; }
    bool operator!=(const Spot& other) const { return !(*this == other); }
};

struct Extent {
    int left = 1, top = 1, right = 0, bottom = 0;

    int columns() const { return right - left + 1; }
    int rows() const { return bottom - top + 1; }
    bool contains(int x, int y) const { return x >= left && x <= right && y >= top && y <= bottom; }
};

struct Standing {
    int balance = 0;          // what white's open paths are worth, less what red's are
    int closing[2] = {0, 0};  // by colour, attacks on loops
    int crossing[2][2] = {{0, 0}, {0, 0}};  // by axis and colour, attacks on lines, at least

    bool crosses(Color color) const { return crossing[0][color] > 0 || crossing[1][color] > 0; }
    bool attacks(Color color) const { return closing[color] > 0 || crosses(color); }
};

// What a turn has completed, by colour.
struct Completed {
    bool by[2] = {false, false};

    bool any() const { return by[WHITE] || by[RED]; }
};

struct OpenPath {
    Color color;
    PathCode code;
};

class Position {
public:
    explicit Position(const Values& values);

    const Standing& standing() const { return standing_; }
    const Extent& extent() const { return extent_; }

    // Spaces in the order in which they arose; some may have been filled since.
    const std::vector<int32_t>& spaces() const { return spaces_; }
    // Whether a tile fits. A move that forces something may prove illegal nevertheless.
    bool fits(Spot spot) const { return face_of(spot) != 0; }
    // Whether a move that fits forces nothing.
    bool is_quiet(Spot spot) const;
    // Whether a quiet move at a space can parry an attack of the attacker.
    bool answers(int32_t space, Color attacker) const;

    // Lays a tile that fits and all that it forces. Nothing if the turn is illegal; all is as before then.
    std::optional<Completed> play(Spot spot);
    void take_back();
    // Makes all turns permanent, takes filled spaces off the list, and judges all paths anew.
    void settle();

    // All open paths, each once, with a code that is up to date.
    std::vector<OpenPath> open_paths() const;

    // Column and row by which a space is named, and back. The space is -1 outside of the plane.
    std::pair<int, int> name(int32_t space) const;
    int32_t space_at(int column, int row) const;

private:
    struct Cell {
        bool tile = false;
        uint8_t entered = 0;         // white's sides in the lower four bits, red's above; 0: no tile beside it
        int32_t mate[2] = {-1, -1};  // by colour, the space of the path's other end
        Worth worth[2];              // of these paths
    };
    struct Written {
        int32_t space;
        Cell before;
    };
    struct Turn {
        size_t spaces, filled, trail;  // how many there were before
        Extent extent;
        Standing standing;
    };

    int face_of(Spot spot) const;
    int forced_face(int32_t space) const;
    Cell& write(int32_t space);
    void widen(int x, int y);
    bool lay(int32_t space, int face, Completed& completed);
    void connect(Color color, int32_t one, int32_t other, Completed& completed);
    Worth join(Color color, int32_t one, int32_t other);
    Ends ends_of(Color color, int32_t one, int32_t other) const;
    bool is_line(int32_t one, int32_t other) const;
    void count(Color color, const Worth& change);

    Values values_;
    std::vector<Cell> cells_;
    std::vector<int32_t> spaces_, filled_;
    std::vector<Turn> turns_;
    std::vector<Written> trail_;
    Extent extent_;
    Standing standing_;
};
