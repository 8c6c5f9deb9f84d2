// Plays games of many kinds through hardware and checker, and shortens the game in which they differ.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>

#include "lockstep.h"

using namespace checker;

namespace {

constexpr const char* HELP =
    "usage: soak [--turns N] [--seed S] [--coverage FILE]\n"
    "       soak --moves \"@0/ B1+ ..\"\n"
    "\n"
    "  --turns N        turns to be played (10000)\n"
    "  --seed S         seed of all that is random (1)\n"
    "  --coverage FILE  where what was met is written, as JSON\n"
    "  --moves M        plays this game instead\n";

// How a game is played.
enum Style { ANYHOW, LONG, CHAINS, WIDE, TALL, SPREAD, CAVES, BURST, WIN, LOSE, LINES, STYLES };

constexpr const char* STYLE[] = {"anyhow", "long", "chains", "wide", "tall", "spread", "caves", "burst", "win", "lose",
                                 "lines"};

class Player {
public:
    Player(Lockstep& game, uint64_t seed) : game_(game), random_(seed) {}

    // Plays a game; returns the number of turns.
    unsigned play(unsigned most) {
        style_ = Style(below(STYLES));
        lean_ = int(below(3)) - 1;
        const unsigned length = 1 + (chance(10) ? 260 : below(60));
        burst_ = style_ == BURST ? length / 2 : 0;
        unsigned turns = 0;
        game_.begin();
        while (turns < most) {
            const std::vector<Move> legal = game_.moves();
            detours(legal);
            if (chance(game_.over() ? 3 : 40)) {
                for (unsigned back = 1 + below(3); back > 0; --back)
                    game_.undo();
                continue;
            }
            if (legal.empty() || turns >= length)
                break;
            if (game_.play(choose(legal)))
                ++turns;
            else if (chance(4))
                break;  // no room for more
        }
        return turns;
    }

    const char* style() const { return STYLE[style_]; }

private:
    unsigned below(unsigned bound) { return unsigned(random_() % bound); }
    bool chance(unsigned in) { return below(in) == 0; }

    // Things that must not change the position.
    void detours(const std::vector<Move>& legal) {
        const Board& board = game_.board();
        if (chance(8)) {
            const Place anywhere{board.left() - 1 + int(below(unsigned(board.columns()) + 2)),
                                 board.top() - 1 + int(below(unsigned(board.rows()) + 2))};
            try_illegal(legal, board.tiles() ? anywhere : Place{0, 0}, "+/\\"[below(3)]);
        }
        if (chance(4)) {  // most illegal moves are those for which there is a space
            const std::vector<Place> spaces = board.spaces();
            if (!spaces.empty())
                try_illegal(legal, spaces[below(unsigned(spaces.size()))], "+/\\"[below(3)]);
        }
        if (chance(60)) {
            const bool empty = board.tiles() == 0;
            const Place far = chance(2) ? Place{board.right() + 2 + int(below(1000)), board.top()}
                                        : Place{board.left(), board.bottom() + 2 + int(below(1000))};
            game_.play_nonsense(empty ? std::string(chance(2) ? "A0" : "@1") + "+/\\"[below(3)]
                                      : board.name_of({far, "+/\\"[below(3)]}));
        }
        if (chance(600))
            game_.count(1 + below(2));
        if (chance(1000))
            game_.advise();
    }

    void try_illegal(const std::vector<Move>& legal, Place place, char symbol) {
        const auto same = [&](const Move& that) { return that.place == place && that.symbol == symbol; };
        if (game_.over() || std::none_of(legal.begin(), legal.end(), same))
            game_.play({place, symbol});
    }

    struct Candidate {
        int worth;
        Move move;
    };

    Move choose(std::vector<Move> legal) {
        std::shuffle(legal.begin(), legal.end(), random_);
        if (style_ == ANYHOW)
            return legal.front();
        // some of them, the best first; a game-ending one only if it is wanted or there is nothing else
        Board& board = game_.board();
        const bool all = game_.plies() > 60 || style_ == WIN || style_ == LOSE || style_ == LINES;
        const unsigned looked_at = unsigned(all ? legal.size() : std::min<size_t>(legal.size(), 24));
        const bool carefully = !chance(12);
        std::vector<Candidate> candidates;
        std::vector<Tile> laid;
        for (unsigned k = 0; k < looked_at; ++k) {
            board.play(legal[k], laid);
            candidates.push_back({carefully ? worth(board, laid) : 0, legal[k]});
            board.lift(laid);
        }
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; });
        const int mover = game_.plies() % 2;
        const Candidate* harmless = nullptr;
        for (const Candidate& candidate : candidates) {
            board.play(candidate.move, laid);
            const Outcome outcome = board.outcome();
            board.lift(laid);
            if (wanted(outcome, mover))
                return candidate.move;
            if (!harmless && !outcome.over())
                harmless = &candidate;
        }
        return (harmless ? *harmless : candidates.front()).move;
    }

    bool wanted(const Outcome& outcome, int mover) const {
        switch (style_) {
        case WIN:
            return outcome.completed(mover);
        case LOSE:
            return outcome.completed(other(mover));
        case LINES:
            return outcome.line(WHITE) || outcome.line(RED);
        default:
            return !outcome.over();
        }
    }

    int worth(const Board& board, const std::vector<Tile>& laid) {
        switch (style_ != BURST ? style_ : game_.plies() < burst_ ? CAVES : CHAINS) {
        case CHAINS:
            return int(laid.size());
        case WIDE:
            return board.columns() * 4 - board.rows() + lean_ * (board.left() + board.right());
        case TALL:
            return board.rows() * 4 - board.columns() + lean_ * (board.top() + board.bottom());
        case LINES:  // narrow enough to be crossed, long enough to count
            return -std::abs(board.columns() - 8 - lean_ * 3) - std::abs(board.rows() - 8 + lean_ * 3);
        case SPREAD:
            return int(board.spaces().size());
        case CAVES: {
            int caves = 0;
            for (Place space : board.spaces()) {
                const Colors colors = board.entering(space);
                const auto sides = SIDES - std::count(colors.begin(), colors.end(), ' ');
                caves += sides >= 2 ? int(sides) : 0;
                // one step away from being entered three times
                for (int side = 0; side < SIDES; ++side)
                    caves += colors[side] == ' ' && sides >= 2;
            }
            return caves;
        }
        default:
            return 0;
        }
    }

    Lockstep& game_;
    std::mt19937_64 random_;
    Style style_ = ANYHOW;
    int lean_ = 0;        // which way it grows
    unsigned burst_ = 0;  // when what was prepared is set off
};

// Plays named moves on a machine of its own; what differs, or nothing.
std::string replay(const std::vector<std::string>& names) {
    Coverage coverage;
    Lockstep game(coverage);
    try {
        game.begin();
        for (const std::string& name : names) {
            for (const Move& move : game.moves()) {
                if (game.board().name_of(move) == name) {
                    game.play(move);
                    break;
                }
            }
        }
        game.moves();
        game.count(2);
        if (!names.empty())
            game.undo();
    } catch (const Difference& difference) {
        return difference.what();
    }
    return "";
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " ") + name;
    return text;
}

std::vector<std::string> split(const std::string& text) {
    std::istringstream words(text);
    std::vector<std::string> names;
    for (std::string word; words >> word;)
        names.push_back(word);
    return names;
}

// The names of those moves of a game that are left; moves keep their places though their names change. A move that has
// become illegal is left out.
std::vector<std::string> names_of(const std::vector<Move>& moves) {
    Board board;
    std::vector<std::string> names;
    std::vector<Tile> laid;
    for (const Move& move : moves) {
        if (board.tiles() && board.outcome().over())
            break;
        const std::string name = board.name_of(move);
        if (board.play(move, laid) == Verdict::LEGAL)
            names.push_back(name);
    }
    return names;
}

std::vector<Move> moves_of(const std::vector<std::string>& names) {
    Board board;
    std::vector<Move> moves;
    std::vector<Tile> laid;
    for (const std::string& name : names) {
        for (const Move& move : board.legal_moves()) {
            if (board.name_of(move) == name) {
                moves.push_back(move);
                board.play(move, laid);
                break;
            }
        }
    }
    return moves;
}

// Leaves out moves as long as a difference remains, and for no longer than five minutes.
std::vector<std::string> shortened(const std::string& game) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    std::vector<Move> moves = moves_of(split(game));
    for (size_t chunk = std::max<size_t>(moves.size() / 2, 1);;) {
        bool smaller = false;
        for (size_t from = 0; from < moves.size();) {
            if (std::chrono::steady_clock::now() > end)
                return names_of(moves);
            std::vector<Move> fewer(moves);
            fewer.erase(fewer.begin() + long(from), fewer.begin() + long(std::min(from + chunk, moves.size())));
            if (!replay(names_of(fewer)).empty()) {
                moves = moves_of(names_of(fewer));
                smaller = true;
            } else {
                from += chunk;
            }
        }
        if (chunk == 1 && !smaller)
            return names_of(moves);
        chunk = std::max<size_t>(chunk / 2, 1);
    }
}

// Tells a game that shows a difference, and a shorter one.
void explain(const std::string& moves) {
    std::printf("game: --moves \"%s\"\n", moves.c_str());
    const std::string difference = replay(split(moves));
    if (difference.empty()) {
        std::printf("the moves alone do not show it: repeat with this seed\n");
        return;
    }
    const std::vector<std::string> few = shortened(moves);
    std::printf("shortest: --moves \"%s\"\n%s\n", joined(few).c_str(), replay(few).c_str());
}

int soak(uint64_t turns, uint64_t seed, const std::string& coverage_file) {
    Coverage coverage;
    auto game = std::make_unique<Lockstep>(coverage);
    uint64_t played = 0, games = 0;
    const auto begun = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    };
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    for (; played < turns; ++games) {
        Player player(*game, seed * 1'000'003 + games);
        try {
            played += player.play(unsigned(std::min<uint64_t>(turns - played, 1000)));
        } catch (const Difference& difference) {
            std::printf("DIFFERENCE in game %llu (%s) after %llu turns: %s\n", static_cast<unsigned long long>(games),
                        player.style(), static_cast<unsigned long long>(played), difference.what());
            const std::string moves = game->game();
            game.reset();  // one machine at a time
            explain(moves);
            return 1;
        }
        if (games % 1000 == 999) {
            std::printf("%llu games, %llu turns, %.0f s\n", static_cast<unsigned long long>(games + 1),
                        static_cast<unsigned long long>(played), seconds());
        }
    }
    if (!coverage_file.empty()) {
        std::ofstream file(coverage_file);
        file << coverage.json();
        if (!file.flush()) {
            std::fprintf(stderr, "soak: cannot write %s\n", coverage_file.c_str());
            return 2;
        }
    }
    std::printf("%llu turns in %llu games, no difference, %.0f s\n", static_cast<unsigned long long>(played),
                static_cast<unsigned long long>(games), seconds());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    uint64_t turns = 10'000, seed = 1;
    std::string coverage, moves;
    bool given = false;
    for (int k = 1; k < argc; ++k) {
        const std::string option = argv[k];
        if (option == "--help") {
            std::fputs(HELP, stdout);
            return 0;
        }
        if (k + 1 == argc || (option != "--turns" && option != "--seed" && option != "--coverage" && option != "--moves")) {
            std::fprintf(stderr, "soak: unknown option, or no value for it: '%s'\n", option.c_str());
            return 2;
        }
        const std::string value = argv[++k];
        if (option == "--turns" || option == "--seed") {
            char* end;
            const uint64_t number = std::strtoull(value.c_str(), &end, 10);
            if (value.empty() || *end) {
                std::fprintf(stderr, "soak: %s needs a number, not '%s'\n", option.c_str(), value.c_str());
                return 2;
            }
            (option == "--turns" ? turns : seed) = number;
        } else if (option == "--coverage") {
            coverage = value;
        } else {
            moves = value;
            given = true;
        }
    }
    if (!given)
        return soak(turns, seed, coverage);
    const std::string difference = replay(split(moves));
    if (difference.empty()) {
        std::puts("no difference");
        return 0;
    }
    std::printf("DIFFERENCE: %s\n", difference.c_str());
    explain(moves);
    return 1;
}
