#include "search.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

namespace {

constexpr int INFINITE = 32'767;
constexpr int PLIES = 32;            // that a line may have
constexpr int EXTENSIONS = 4;        // turns that a line may go beyond the depth of the iteration
constexpr size_t SHORTLIST = 6;      // moves
constexpr int FULL_DEPTH_MOVES = 4;  // of a node that has a shortlist; later ones are reduced
constexpr int ORDER_ATTACK = 1 << 13;  // on the shortlist, attacks come first

struct OutOfNodes {};

struct Node {
    int ply, depth;  // the latter: turns from the root at which the line ends
    Color mover;
    int alpha, beta;
    bool under_attack = false;
    int tried = 0;  // moves searched, up to FULL_DEPTH_MOVES
    bool movable = false;

    bool is_leaf() const { return ply + 1 == depth; }
    bool is_shallow() const { return ply + 2 == depth; }
    bool is_ordered() const { return !is_leaf() && !under_attack; }
};

// What has come of a move, for who played it.
struct Result {
    int value;
    bool wins = false, reduced = false;
};

class Search {
public:
    Search(Position& position, Color turn, const Values& values, int64_t limit, LeafPicker* leaves)
        : position_(position), turn_(turn), tempo_(values.tempo), limit_(limit), leaves_(leaves), killers_(PLIES) {}

    Thought found;

    void iterate(int depth) {
        // The first iteration looks at each move once, so that there soon is one.
        most_depth_ = depth == 1 ? 1 : depth + EXTENSIONS;
        killers_[0] = found.best;
        Node root{0, depth, turn_, -INFINITE, INFINITE};
        search(root);
        found.depth = depth;
    }

private:
    int search(Node& node) {
        search_moves(node);
        return node.movable ? node.alpha : 0;
    }

    void search_moves(Node& node) {
        const Spot killer = killers_[node.ply];
        const bool has_killer = killer.space >= 0 && position_.fits(killer);
        if (has_killer && attempt(node, killer)) return;
        std::vector<Spot> shortlist;
        if (node.is_ordered()) {
            if (!make_shortlist(node, killer, shortlist)) return;
            for (Spot move : shortlist) {
                if (attempt(node, move)) return;
            }
        }
        const size_t count = position_.spaces().size();
        for (size_t number = 0; number < count; number++) {
            for (uint8_t symbol = 0; symbol < 3; symbol++) {
                const Spot move{position_.spaces()[number], symbol};
                if (!position_.fits(move) || move == killer) continue;
                if (std::find(shortlist.begin(), shortlist.end(), move) != shortlist.end()) continue;
                if (node.under_attack && position_.is_quiet(move) &&
                    !position_.answers(move.space, opponent(node.mover))) {
                    node.movable = true;
                    if (node.alpha < -ATTACK) node.alpha = node.ply - ATTACK;  // the attack is left as it is
                } else if (attempt(node, move)) {
                    return;
                }
            }
        }
    }

    // The moves with the best static scores. False if one wins: the node has been dealt with then.
    bool make_shortlist(Node& node, Spot killer, std::vector<Spot>& shortlist) {
        struct Ranked {
            int key;
            Spot move;
        };
        std::vector<Ranked> ranked;
        const size_t count = position_.spaces().size();
        for (size_t number = 0; number < count; number++) {
            for (uint8_t symbol = 0; symbol < 3; symbol++) {
                const Spot move{position_.spaces()[number], symbol};
                if (!position_.fits(move) || move == killer) continue;
                const std::optional<Completed> completed = play(node, move);
                if (!completed) continue;
                const Standing standing = position_.standing();
                position_.take_back();
                if (completed->by[node.mover]) {
                    take(node, move, WIN - node.ply);
                    return false;
                }
                if (!completed->any() && !standing.attacks(opponent(node.mover))) {
                    const int bonus = standing.attacks(node.mover) ? ORDER_ATTACK : 0;
                    ranked.push_back({static_score(standing, node.mover) + bonus, move});
                }
            }
        }
        std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) { return a.key > b.key; });
        for (size_t number = 0; number < std::min(ranked.size(), SHORTLIST); number++) {
            shortlist.push_back(ranked[number].move);
        }
        return true;
    }

    // Searches a move. True if the node needs no further ones.
    bool attempt(Node& node, Spot move) {
        const bool late = node.is_ordered() && node.tried == FULL_DEPTH_MOVES;
        std::optional<Result> result = result_of(node, move, late);
        if (result && result->reduced && result->value > node.alpha) result = result_of(node, move, false);
        if (!result) return false;
        node.tried = std::min(FULL_DEPTH_MOVES, node.tried + 1);
        take(node, move, result->value);
        return result->wins || result->value >= node.beta;
    }

    // Plays a move and searches what comes of it; with ``reduce`` one turn less, unless it attacks.
    std::optional<Result> result_of(Node& node, Spot move, bool reduce) {
        const std::optional<Completed> completed = play(node, move);
        if (!completed) return std::nullopt;
        line_.resize(node.ply);
        line_.push_back(move);
        struct TakeBack {
            Position& position;
            ~TakeBack() { position.take_back(); }
        } take_back{position_};
        const Standing& standing = position_.standing();
        const Color mover = node.mover;
        const bool attacked = standing.attacks(opponent(mover));
        const bool attacking = standing.attacks(mover) && !attacked;
        if (completed->by[mover]) return Result{WIN - node.ply, true};
        if (completed->any()) return Result{node.ply - WIN};
        const int value = attacked ? node.ply - ATTACK : static_score(standing, mover);
        // An attack may prove illegal to complete: at the root that is found out.
        if (attacked && node.ply > 0) return Result{value};
        bool reduced = false;
        int depth = node.depth;
        if (attacking && (node.is_leaf() || node.is_shallow()) && depth < most_depth_ && node.ply < PLIES - 3) {
            depth++;
        } else if (node.is_leaf()) {
            if (leaves_ && !attacking && !attacked) leaves_->offer(line_);
            return Result{value};
        } else if (reduce && !attacking && !attacked) {
            if (!node.is_shallow()) {
                reduced = true;
                depth--;
            } else if (value <= node.alpha) {
                return Result{value};
            }
        }
        Node child{node.ply + 1, depth, opponent(mover), reduced ? -node.alpha - 1 : -node.beta, -node.alpha};
        child.under_attack = attacking;
        return Result{-search(child), false, reduced};
    }

    std::optional<Completed> play(Node& node, Spot move) {
        if (found.best.space >= 0 && found.nodes >= limit_) throw OutOfNodes();
        const std::optional<Completed> completed = position_.play(move);
        if (completed) {
            node.movable = true;
            found.nodes++;
        }
        return completed;
    }

    // Takes note of what a move is worth.
    void take(Node& node, Spot move, int value) {
        if (value > node.alpha) {
            node.alpha = value;
            if (node.ply == 0) {
                found.best = move;
                found.score = value;
            }
        }
        if (value >= node.beta) killers_[node.ply] = move;
    }

    int static_score(const Standing& standing, Color mover) const {
        return (mover == WHITE ? standing.balance : -standing.balance) - tempo_;
    }

    Position& position_;
    const Color turn_;
    const int tempo_;
    const int64_t limit_;
    LeafPicker* const leaves_;
    std::vector<Spot> line_;
    std::vector<Spot> killers_;
    int most_depth_ = 0;
};

}  // namespace

Thought think(Position& position, Color turn, const Values& values, int depth, int64_t nodes,
              LeafPicker* leaves) {
    Search search(position, turn, values, nodes, leaves);
    for (int iteration = 1; iteration <= std::min(depth, DEEPEST); iteration++) {
        try {
            search.iterate(iteration);
        } catch (const OutOfNodes&) {
            break;
        }
        if (std::abs(search.found.score) > WIN - PLIES) break;  // decided
    }
    return search.found;
}
