#include "position.h"

#include <algorithm>

#include "hardware.h"

using namespace checker;

namespace {

constexpr int LIMIT = 8;  // columns and rows of the limited variant

// Beyond every place of the hardware's plane.
constexpr long FAR = 1000;

}  // namespace

bool Position::is_name(const std::string& text) {
    if (text.size() < 3 || std::string("+/\\").find(text.back()) == std::string::npos)
        return false;
    size_t letters = 0;
    while (letters < text.size() && text[letters] >= 'A' && text[letters] <= 'Z')
        ++letters;
    if (letters == 0 && text[0] == '@')
        letters = 1;
    const std::string digits = text.substr(letters, text.size() - 1 - letters);
    if (letters == 0 || digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
        return false;
    return digits == "0" || digits[0] != '0';
}

std::optional<Move> Position::find(const std::string& name) const {
    long column = 0, row = 0;
    size_t at = 0;
    for (; name[at] >= '@' && name[at] <= 'Z'; ++at)
        column = std::min(FAR, column * 26 + (name[at] - '@'));
    for (; at < name.size() - 1; ++at)
        row = std::min(FAR, row * 10 + (name[at] - '0'));
    if (column > board_.columns() + 1 || row > board_.rows() + 1)
        return std::nullopt;
    const bool empty = board_.tiles() == 0;
    return Move{{int(column) + (empty ? 0 : board_.left() - 1), int(row) + (empty ? 0 : board_.top() - 1)}, name.back()};
}

bool Position::fits_limit(const Move& move) const {
    if (variant_ != Variant::LIMITED || board_.tiles() == 0)
        return true;
    const Place place = move.place;
    const bool wider = place.x < board_.left() || place.x > board_.right();
    const bool taller = place.y < board_.top() || place.y > board_.bottom();
    return !(wider && board_.columns() == LIMIT) && !(taller && board_.rows() == LIMIT);
}

PositionRef Position::after(const PositionRef& position, const std::string& name) {
    const std::optional<Move> move = position->find(name);
    if (!move || !position->fits_limit(*move))
        return nullptr;
    auto next = std::make_shared<Position>(*position);
    std::vector<Tile> laid;
    if (next->board_.play(*move, laid) != checker::Verdict::LEGAL)
        return nullptr;
    next->before_ = position;
    next->moves_.reset();
    ++next->plies_;
    next->judge();
    return next;
}

void Position::judge() {
    const Outcome outcome = board_.outcome();
    const int mover = (plies_ - 1) % 2;
    for (const int color : {mover, int(other(mover))}) {
        const bool line = variant_ != Variant::LOOP && outcome.line(color);
        if (!outcome.loop[color] && !line)
            continue;
        winner_ = color == WHITE ? 'W' : 'R';
        reason_ = outcome.loop[color] ? "loop" : "line";
        return;
    }
    if (variant_ == Variant::LIMITED && moves().empty()) {
        winner_ = 'D';
        reason_ = "full";
    }
}

std::string Position::state() const {
    return "= " + std::to_string(plies_) + (plies_ % 2 ? " R " : " W ") + winner_ + ' ' + reason_ + ' ' +
           std::to_string(board_.tiles()) + ' ' + std::to_string(board_.columns()) + ' ' +
           std::to_string(board_.rows());
}

const std::vector<std::string>& Position::moves() const {
    if (!moves_) {
        moves_.emplace();
        Board board = board_;
        if (!over())
            for (const Move& move : board.legal_moves())
                if (fits_limit(move))
                    moves_->push_back(board_.name_of(move));
        std::sort(moves_->begin(), moves_->end());
    }
    return *moves_;
}

bool Position::crowded() const {
    return plies_ + 1 >= hardware::MAX_PLIES || unsigned(board_.columns()) == hardware::MAX_EXTENT ||
           unsigned(board_.rows()) == hardware::MAX_EXTENT || board_.spaces().size() > hardware::SLOTS / 2 - 4;
}
