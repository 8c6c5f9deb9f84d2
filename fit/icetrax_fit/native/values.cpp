#include "values.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace {

constexpr int NEAR = 3;    // columns or rows; ends further apart count as this far
constexpr int LIMIT = 63;  // no path is worth more

int shortfall(int reach, int distance) {
    const int missing = reach - distance;
    return missing >= 1 && missing <= 3 ? missing : 0;
}

}  // namespace

Values Values::read(const std::string& file) {
    std::ifstream stream(file);
    Values values;
    for (int& value : values.paths) stream >> value;
    for (int& value : values.spans) stream >> value;
    stream >> values.tempo >> values.attack;
    if (!stream) throw std::runtime_error("'" + file + "' does not hold 261 numbers");
    return values;
}

PathCode code_of(const Ends& ends) {
    const int x = std::clamp(ends.dx, -NEAR, NEAR), y = std::clamp(ends.dy, -NEAR, NEAR);
    // seen so that the track comes in from the east
    const int east[4] = {x, -y, -x, y}, south[4] = {y, x, -y, -x};
    const int turn = (ends.other_side - ends.side) & 3;
    return {
        static_cast<uint8_t>(turn << 6 | (south[ends.side] & 7) << 3 | (east[ends.side] & 7)),
        static_cast<uint8_t>(shortfall(ends.reach_columns, std::abs(ends.dx))),
        static_cast<uint8_t>(shortfall(ends.reach_rows, std::abs(ends.dy))),
    };
}

Worth worth_of(const Ends& ends, const Values& values) {
    Worth worth;
    worth.across = ends.reach_columns == std::abs(ends.dx);
    worth.down = ends.reach_rows == std::abs(ends.dy);
    worth.closing = !worth.across && !worth.down && std::abs(ends.dx) + std::abs(ends.dy) == 1;
    if (worth.is_attack()) {
        worth.value = values.attack;
        return worth;
    }
    const PathCode code = code_of(ends);
    int value = values.paths[code.index];
    for (int missing : {code.short_columns, code.short_rows}) {
        if (missing) value += values.spans[missing - 1];
    }
    worth.value = std::min(LIMIT, value);
    return worth;
}
