// What the fit of the values needs done fast: games of the search with itself, and the open paths of their positions.
// Everything is lines of text, on standard input and output:
//
//   openings COUNT SEED LEAST MOST    positions after LEAST to MOST random turns
//   games VALUES NODES                from each position read, a game
//   match ONE OTHER NODES             the same of ONE against OTHER: from each position two, ONE white in the first
//   leaves VALUES NODES SEED          from games: of each searched move, a position where the search looked no further
//   samples VALUES                    from games: the quiet positions in which a move was searched, with their paths
//   perft DEPTH                       of each position read, the numbers of sequences of 1 to DEPTH legal moves
//   think VALUES DEPTH NODES          of each position read, what the search finds: move, score, depth, nodes
//
// A position is the moves that led to it. A game is who has won (W, R or -), the number of moves from which it was
// played, and all its moves, those that were searched with a colon and their score for who played them. A sample is the
// number of the game from 0, of the turns played, who moves (0: white), who won (0, 1 or -1), score of the move that
// was played, the balance of the paths for white, and white's and red's paths: their codes + 1, red's negative.
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "game.h"
#include "search.h"

namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& line) {
    std::istringstream stream(line);
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

void play_named(Game& game, const std::string& name) {
    if (game.is_over()) throw std::runtime_error("'" + name + "' comes after the end of the game");
    if (!game.play(game.spot(name))) throw std::runtime_error("'" + name + "' is illegal");
}

Game game_after(const Words& names, const Values& values) {
    Game game(values);
    for (const std::string& name : names) play_named(game, name);
    return game;
}

std::vector<Spot> spots_of(const Position& position) {
    std::vector<Spot> spots;
    for (int32_t space : position.spaces()) {
        for (uint8_t symbol = 0; symbol < 3; symbol++) {
            if (position.fits({space, symbol})) spots.push_back({space, symbol});
        }
    }
    return spots;
}

// -- playing --

// Positions in which the game is not over, and the side to move has no attack: it would be decided.
void write_openings(int count, uint64_t seed, int least, int most) {
    if (least < 0 || most < least || most > MOST_TURNS) throw std::runtime_error("bad number of random turns");
    std::mt19937_64 random(seed);
    while (count) {
        const int turns = least + static_cast<int>(random() % (most - least + 1));
        Game game((Values()));
        std::string text;
        while (!game.is_over() && game.turns() < turns) {
            const std::vector<Spot> spots = spots_of(game.position());
            const Spot spot = spots[random() % spots.size()];
            const std::string name = game.name(spot);
            if (game.play(spot)) text += (text.empty() ? "" : " ") + name;
        }
        if (!game.is_over() && !game.position().standing().attacks(game.turn())) {
            std::cout << text << '\n';
            count--;
        }
    }
}

void play_out(const Values& white, const Values& red, const Words& opening, int64_t nodes) {
    Game games[2] = {Game(white), Game(red)};  // the same position, as each side values it
    std::string text;
    for (const std::string& name : opening) {
        for (Game& game : games) play_named(game, name);
        text += " " + name;
    }
    while (!games[0].is_over() && games[0].turns() < MOST_TURNS) {
        const Color turn = games[0].turn();
        Game& game = games[turn];
        const Thought thought = think(game.position(), turn, turn == WHITE ? white : red, DEEPEST, nodes);
        const std::string name = game.name(thought.best);
        for (Game& each : games) play_named(each, name);
        text += " " + name + ":" + std::to_string(thought.score);
    }
    std::cout << games[0].winner() << ' ' << opening.size() << text << std::endl;
}

void play_games(const Values& values, int64_t nodes) {
    for (std::string line; std::getline(std::cin, line);) play_out(values, values, words_of(line), nodes);
}

void play_match(const Values& one, const Values& other, int64_t nodes) {
    for (std::string line; std::getline(std::cin, line);) {
        const Words opening = words_of(line);
        play_out(one, other, opening, nodes);
        play_out(other, one, opening, nodes);
    }
}

// -- what games hold --

struct Played {
    char winner;
    size_t opening;
    Words moves;
    std::vector<int> scores;  // 0 in the opening
};

Played played_of(const std::string& line) {
    const Words words = words_of(line);
    if (words.size() < 2 || words[0].size() != 1) throw std::runtime_error("'" + line + "' is not a game");
    Played played{words[0][0], std::stoul(words[1]), {}, {}};
    for (size_t at = 2; at < words.size(); at++) {
        const size_t colon = words[at].find(':');
        played.moves.push_back(words[at].substr(0, colon));
        played.scores.push_back(colon == std::string::npos ? 0 : std::stoi(words[at].substr(colon + 1)));
    }
    return played;
}

void write_leaf(Game& game, const Words& moves, const std::vector<Spot>& line) {
    for (const std::string& name : moves) std::cout << name << ' ';
    size_t left = line.size();
    for (Spot spot : line) {
        const std::string name = game.name(spot);
        play_named(game, name);
        std::cout << name << (--left ? " " : "\n");
    }
}

void write_leaves(const Values& values, int64_t nodes, uint64_t seed) {
    std::mt19937_64 random(seed);
    for (std::string line; std::getline(std::cin, line);) {
        const Played played = played_of(line);
        for (size_t at = played.opening; at < played.moves.size(); at++) {
            const Words before(played.moves.begin(), played.moves.begin() + at);
            Game game = game_after(before, values);
            LeafPicker picker(random);
            think(game.position(), game.turn(), values, DEEPEST, nodes, &picker);
            if (!picker.line().empty()) write_leaf(game, before, picker.line());
        }
    }
}

void write_sample(int number, Game& game, char winner, int score) {
    const Standing& standing = game.position().standing();
    if (standing.attacks(WHITE) || standing.attacks(RED)) return;
    std::cout << number << ' ' << game.turns() << ' ' << int{game.turn()} << ' '
              << (winner == 'W' ? 0 : winner == 'R' ? 1 : -1) << ' ' << score << ' ' << standing.balance;
    for (const OpenPath& path : game.position().open_paths()) {
        const int code = path.code.number() + 1;
        std::cout << ' ' << (path.color == WHITE ? code : -code);
    }
    std::cout << '\n';
}

void write_samples(const Values& values) {
    std::string line;
    for (int number = 0; std::getline(std::cin, line); number++) {
        const Played played = played_of(line);
        Game game(values);
        for (size_t at = 0; at < played.moves.size(); at++) {
            if (at >= played.opening) write_sample(number, game, played.winner, played.scores[at]);
            play_named(game, played.moves[at]);
        }
    }
}

// -- for the tests --

int64_t perft(Position& position, int depth) {
    int64_t count = 0;
    for (Spot spot : spots_of(position)) {
        const std::optional<Completed> completed = position.play(spot);
        if (!completed) continue;
        count += depth == 1 ? 1 : completed->any() ? 0 : perft(position, depth - 1);
        position.take_back();
    }
    return count;
}

void write_perft(int depth) {
    for (std::string line; std::getline(std::cin, line);) {
        Game game = game_after(words_of(line), Values());
        for (int each = 1; each <= depth; each++) {
            std::cout << (each > 1 ? " " : "") << (game.is_over() ? 0 : perft(game.position(), each));
        }
        std::cout << '\n';
    }
}

void write_thoughts(const Values& values, int depth, int64_t nodes) {
    for (std::string line; std::getline(std::cin, line);) {
        Game game = game_after(words_of(line), values);
        if (game.is_over()) throw std::runtime_error("the game '" + line + "' is over");
        const Thought thought = think(game.position(), game.turn(), values, depth, nodes);
        std::cout << game.name(thought.best) << ' ' << thought.score << ' ' << thought.depth << ' ' << thought.nodes
                  << '\n';
    }
}

bool run(const std::string& command, const Words& words) {
    const size_t count = words.size();
    if (command == "openings" && count == 4) {
        write_openings(std::stoi(words[0]), std::stoull(words[1]), std::stoi(words[2]), std::stoi(words[3]));
    } else if (command == "games" && count == 2) {
        play_games(Values::read(words[0]), std::stoll(words[1]));
    } else if (command == "match" && count == 3) {
        play_match(Values::read(words[0]), Values::read(words[1]), std::stoll(words[2]));
    } else if (command == "leaves" && count == 3) {
        write_leaves(Values::read(words[0]), std::stoll(words[1]), std::stoull(words[2]));
    } else if (command == "samples" && count == 1) {
        write_samples(Values::read(words[0]));
    } else if (command == "perft" && count == 1) {
        write_perft(std::stoi(words[0]));
    } else if (command == "think" && count == 3) {
        write_thoughts(Values::read(words[0]), std::stoi(words[1]), std::stoll(words[2]));
    } else {
        return false;
    }
    return true;
}

}  // namespace

int main(int count, char** words) {
    try {
        if (count > 1 && run(words[1], {words + 2, words + count})) return 0;
        std::cerr << "unknown command or wrong number of arguments\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
