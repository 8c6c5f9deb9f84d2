// The rules of Trax by looking at the whole board: a second opinion on the hardware.
//
// Written from the text of the rules. It keeps nothing but the tiles; what follows from them is found anew every time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace checker {

enum Side { EAST, NORTH, WEST, SOUTH, SIDES };
enum Color { WHITE, RED, COLORS };

inline Side opposite(int side) { return Side((side + 2) % SIDES); }
inline Color other(int color) { return Color(1 - color); }

struct Place {
    int x, y;
    bool operator==(const Place& that) const { return x == that.x && y == that.y; }
};

Place beside(Place place, int side);

// The colour at each side of a tile, as two bits of one number are not: 'W', 'R', and ' ' where there is none.
using Colors = std::array<char, SIDES>;

struct Tile {
    Place place;
    Colors colors;
};

// A move by its place, which is that of the first tile for {0, 0}, and its character.
struct Move {
    Place place;
    char symbol;
};

enum class Verdict { LEGAL, OCCUPIED, ALONE, MISFIT, NOT_FIRST, THIRD };

const char* name_of(Verdict verdict);

struct Outcome {
    std::array<bool, COLORS> loop{}, across{}, down{};

    bool line(int color) const { return across[color] || down[color]; }
    bool completed(int color) const { return loop[color] || line(color); }
    bool over() const { return completed(WHITE) || completed(RED); }
};

// A path's end: the empty space that the track enters, and by which of its sides.
struct End {
    Place space;
    Side side;
};

class Board {
public:
    Board();

    // Plays a move; the tiles laid are appended to `laid`, the chosen one first, and taken away again unless it is legal.
    Verdict play(const Move& move, std::vector<Tile>& laid);

    // Takes away what a turn has laid.
    void lift(const std::vector<Tile>& laid);

    // Whose loops and lines there are.
    Outcome outcome() const;

    std::vector<Move> legal_moves();

    // Colours that enter an empty space from its four sides.
    Colors entering(Place place) const;

    bool occupied(Place place) const { return at(place)[0] != ' '; }
    const Colors& at(Place place) const { return cells_[index(place)]; }
    int tiles() const { return tiles_; }

    // Empty, all are 0 and there are no columns.
    int left() const { return tiles_ ? left_ : 1; }
    int top() const { return tiles_ ? top_ : 1; }
    int right() const { return tiles_ ? right_ : 0; }
    int bottom() const { return tiles_ ? bottom_ : 0; }
    int columns() const { return right() - left() + 1; }
    int rows() const { return bottom() - top() + 1; }

    // The other end of the path that enters an empty space.
    End far_end(Place space, Side side) const;

    // The empty spaces beside tiles.
    std::vector<Place> spaces() const;

    // A move's name, and the move that has a name, if any.
    std::string name_of(const Move& move) const;

private:
    static constexpr int HALF = 128;

    static int index(Place place) { return (place.y + HALF) * 2 * HALF + place.x + HALF; }
    void measure();
    void put(const Tile& tile);

    std::vector<Colors> cells_;
    int tiles_ = 0;
    int left_ = 0, top_ = 0, right_ = 0, bottom_ = 0;
    std::vector<std::array<int, 4>> extents_;  // before each of the tiles
};

// Games of so many turns from here.
uint64_t perft(Board& board, unsigned depth);

}  // namespace checker
