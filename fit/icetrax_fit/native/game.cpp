#include "game.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace {

std::string column_name(int column) {
    if (column == 0) return "@";
    std::string text;
    for (; column; column = (column - 1) / 26) text.insert(text.begin(), static_cast<char>('A' + (column - 1) % 26));
    return text;
}

}  // namespace

std::string Game::name(Spot spot) const {
    const auto [column, row] = position_.name(spot.space);
    return column_name(column) + std::to_string(row) + SYMBOLS[spot.symbol];
}

Spot Game::spot(const std::string& name) const {
    int column = 0, row = 0;
    size_t at = 0;
    if (at < name.size() && name[at] == '@') {
        at++;
    } else {
        while (at < name.size() && name[at] >= 'A' && name[at] <= 'Z' && column < 1000) {
            column = column * 26 + (name[at++] - 'A' + 1);
        }
    }
    while (at < name.size() && name[at] >= '0' && name[at] <= '9' && row < 1000) row = row * 10 + (name[at++] - '0');
    const char* symbol = std::find(std::begin(SYMBOLS), std::end(SYMBOLS), at < name.size() ? name[at] : '?');
    if (symbol != std::end(SYMBOLS) && at + 1 == name.size() && turns_ < MOST_TURNS) {
        const Spot spot{position_.space_at(column, row), static_cast<uint8_t>(symbol - SYMBOLS)};
        if (spot.space >= 0 && position_.fits(spot) && this->name(spot) == name) return spot;
    }
    throw std::runtime_error("'" + name + "' cannot be played");
}

bool Game::play(Spot spot) {
    const Color mover = turn();
    const std::optional<Completed> completed = position_.play(spot);
    if (!completed) return false;
    position_.settle();
    turns_++;
    if (completed->any()) winner_ = completed->by[mover] ? mover : opponent(mover);
    return true;
}
