#include "conversation.h"

#include <algorithm>
#include <sstream>

#include "hardware.h"

namespace {

constexpr uint64_t MOST_MS = (1u << 20) - 1;

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

bool is_number(const std::string& text) {
    const size_t sign = !text.empty() && text[0] == '-';
    return text.size() > sign && text.find_first_not_of("0123456789", sign) == std::string::npos;
}

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
    return std::binary_search(names.begin(), names.end(), name);
}

// The error by which a line is refused whatever else there is; none: empty.
std::string faulty(const Line& line) {
    if (line.noise)
        return "? noise " + line.text;
    if (line.too_long)
        return "? too long " + line.text;
    if (line.text == "-")
        return "? unknown -";
    return "";
}

bool ends_search(const Line& line) {
    return faulty(line).empty() && (line.text == "-T" || line.text == "-W" || line.text == "-B");
}

}  // namespace

bool Reader::take(Heard heard) {
    const char byte = char(heard.byte);
    const bool broken = carriage_return_ && byte != '\n';
    noise_ |= heard.damaged || broken;
    carriage_return_ = byte == '\r';
    if (byte == '\n') {
        const bool something = !text_.empty() || noise_;
        const Line complete{text_, noise_, too_long_};
        clear();
        line = complete;
        return something;
    }
    if (byte == '\r')
        return false;
    if (text_.size() == hardware::LINE_CAPACITY)
        too_long_ = true;
    else
        text_ += byte >= ' ' && byte < 0x7f ? byte : '?';
    return false;
}

bool Conversation::Reading::operator==(const Reading& that) const {
    if (variant != that.variant || budget != that.budget || depth != that.depth || verbose != that.verbose ||
        task != that.task || counted != that.counted || next != that.next)
        return false;
    const Position *one = position.get(), *other = that.position.get();
    for (; one != other; one = one->before().get(), other = other->before().get())
        if (!one || !other || one->state() != other->state() || one->moves() != other->moves())
            return false;
    return true;
}

Conversation::Conversation() { reset(); }

void Conversation::reset() {
    lines_.clear();
    Reading reading;
    reading.position = std::make_shared<Position>(Variant::TRAX);
    reading.budget = hardware::BUDGET_MS;
    readings_ = {reading};
}

void Conversation::follow(std::vector<Reading>& readings) const {
    for (size_t k = 0; k < readings.size(); ++k) {
        Reading reading = readings[k];
        if (reading.next == lines_.size())
            continue;
        if (reading.task == Task::NONE) {
            if (!obey(reading).empty())
                continue;
        } else if (reading.task != Task::LIST && ends_search(lines_[reading.next])) {
            reading.task = Task::NONE;
        } else {
            continue;
        }
        if (std::find(readings.begin(), readings.end(), reading) == readings.end())
            readings.push_back(reading);
    }
}

std::string Conversation::set(Reading& reading, char letter, const std::string& argument,
                              const std::string& text) const {
    const std::string unknown = "? unknown " + text, range = "? out of range " + text;
    if (letter == 'X') {
        const auto begin = [&](Variant variant) {
            reading.variant = variant;
            reading.position = std::make_shared<Position>(variant);
            return "=";
        };
        if (argument == "trax")
            return begin(Variant::TRAX);
        if (argument == "loop")
            return begin(Variant::LOOP);
        return argument == "8x8" ? begin(Variant::LIMITED) : unknown;
    }
    if (argument.find_first_not_of("0123456789") != std::string::npos)
        return unknown;
    uint64_t number = 0;
    for (const char digit : argument)
        number = std::min<uint64_t>(number * 10 + uint64_t(digit - '0'), MOST_MS + 1);
    const auto within = [&](uint64_t most, auto&& done) { return number > most ? range : std::string(done()); };
    switch (letter) {
    case 'L':
        return within(MOST_MS, [&] { return reading.budget = number, "="; });
    case 'D':
        return within(hardware::MOST_DEPTH, [&] { return reading.depth = number, "="; });
    case 'V':
        return within(1, [&] { return reading.verbose = number, "="; });
    case 'P':
        return within(hardware::MOST_DEPTH, [&] {
            if (number == 0)
                return "= 1 0";
            if (reading.position->over())
                return "= 0 0";
            reading.task = Task::COUNT;
            reading.counted = unsigned(number);
            return "";
        });
    default:
        return unknown;
    }
}

std::string Conversation::move(Reading& reading, const std::string& name, bool answered,
                               const std::string& text) const {
    if (!Position::is_name(name))
        return "? unknown " + text;
    if (reading.position->over())
        return "? over " + name;
    if (reading.position->plies() == hardware::MAX_PLIES)
        return "? full " + name;
    const PositionRef after = Position::after(reading.position, name);
    if (!after)
        return "? illegal " + name;
    reading.position = after;
    if (!answered)
        return after->state();
    if (!after->over())
        reading.task = Task::ANSWER;
    return "";
}

// A move or a move's advice that does not fit is told from this by `accept`.
std::string Conversation::obey(Reading& reading) const {
    const Line& line = lines_[reading.next++];
    const std::string& text = line.text;
    if (const std::string error = faulty(line); !error.empty())
        return error;
    if (text[0] != '-')
        return move(reading, text, true, text);
    if (text.size() > 2) {
        if (text[2] != ' ' || text.size() == 3)
            return "? unknown " + text;
        const std::string argument = text.substr(3);
        return text[1] == 'M' ? move(reading, argument, false, text) : set(reading, text[1], argument, text);
    }
    switch (text[1]) {
    case 'T':
        return hardware::IDENTITY;
    case 'N':
        return hardware::VERSION_LINE;
    case 'W':
        reading.task = Task::ANSWER;
        [[fallthrough]];
    case 'B':
        reading.position = std::make_shared<Position>(reading.variant);
        return "";
    case 'I':
        reading.position = std::make_shared<Position>(reading.variant);
        return "=";
    case 'S':
        return reading.position->state();
    case 'U':
        if (!reading.position->before())
            return "? nothing to undo";
        reading.position = reading.position->before();
        return reading.position->state();
    case 'G':
        if (reading.position->over())
            return "? over -G";
        reading.task = Task::ADVISE;
        return "";
    case 'A':
        if (reading.position->over())
            return "=";
        reading.task = Task::LIST;
        return "";
    default:
        return "? unknown " + text;
    }
}

bool Conversation::finish(Reading& reading, const std::string& answer) const {
    const Task task = reading.task;
    reading.task = Task::NONE;
    const std::vector<std::string>& legal = reading.position->moves();
    const std::vector<std::string> words = words_of(answer);
    const bool crowded = reading.position->crowded();
    if (answer == "? full")
        return crowded && task != Task::LIST;
    switch (task) {
    case Task::ANSWER:
        if (!is_one_of(answer, legal))
            return false;
        reading.position = Position::after(reading.position, answer);
        return true;
    case Task::ADVISE:
        return words.size() == 6 && words[0] == "=" && is_one_of(words[1], legal) &&
               std::all_of(words.begin() + 2, words.end(), is_number);
    case Task::COUNT: {
        if (words.size() != 3 || words[0] != "=" || !is_number(words[1]) || !is_number(words[2]))
            return false;
        if (reading.counted > 2 || crowded)
            return true;
        if (reading.counted == 1)
            return words[1] == std::to_string(legal.size());
        size_t total = 0;
        for (const std::string& name : legal)
            total += Position::after(reading.position, name)->moves().size();
        return words[1] == std::to_string(total);
    }
    case Task::LIST: {
        if (words.empty() || words[0] != "=")
            return false;
        std::vector<std::string> told(words.begin() + 1, words.end());
        std::sort(told.begin(), told.end());
        return told == legal || (crowded && std::includes(legal.begin(), legal.end(), told.begin(), told.end()));
    }
    default:
        return false;
    }
}

bool Conversation::accept(Reading& reading, const std::string& answer) const {
    if (reading.task == Task::NONE) {
        if (reading.next == lines_.size())
            return false;
        const PositionRef before = reading.position;
        const std::string text = lines_[reading.next].text;
        const std::string expected = obey(reading);
        if (!expected.empty() && answer == expected)
            return true;
        // the only thing that the model does not know is whether there is room
        const std::string name = text.rfind("-M ", 0) == 0 ? text.substr(3) : text;
        reading.position = before;
        reading.task = Task::NONE;
        return answer == "? full " + name && before->crowded() && Position::is_name(name) && !before->over();
    }
    const bool thinks = reading.task == Task::ANSWER || reading.task == Task::ADVISE;
    if (answer[0] == '#') {
        const std::vector<std::string> words = words_of(answer);
        return thinks && reading.verbose && words.size() == 6 && std::all_of(&words[1], &words[5], is_number) &&
               is_one_of(words[5], reading.position->moves());
    }
    if (reading.next < lines_.size() && reading.task != Task::LIST) {
        const Line& line = lines_[reading.next];
        const std::string error = faulty(line);
        if (answer == (error.empty() ? "? busy " + line.text : error) && !ends_search(line)) {
            ++reading.next;
            return true;
        }
    }
    return finish(reading, answer);
}

bool Conversation::say(const std::string& answer) {
    follow(readings_);
    lost_ = readings_;
    std::vector<Reading> left;
    for (Reading reading : readings_)
        if (!answer.empty() && accept(reading, answer) && std::find(left.begin(), left.end(), reading) == left.end())
            left.push_back(reading);
    readings_ = left;
    return !readings_.empty();
}

bool Conversation::settle() {
    follow(readings_);
    lost_ = readings_;
    std::vector<Reading> left;
    for (Reading reading : readings_) {
        if (reading.task != Task::NONE || reading.next != lines_.size())
            continue;
        reading.next = 0;
        if (std::find(left.begin(), left.end(), reading) == left.end())
            left.push_back(reading);
    }
    lines_.clear();
    readings_ = left;
    return !readings_.empty();
}

bool Conversation::may_think_beyond(unsigned ms) {
    follow(readings_);
    return std::any_of(readings_.begin(), readings_.end(), [&](const Reading& reading) {
        const bool limited = reading.budget != 0 && reading.budget <= ms;
        return reading.task == Task::COUNT || (reading.task != Task::NONE && reading.task != Task::LIST && !limited);
    });
}

std::string Conversation::expected() const {
    static const char* const TASKS[] = {"nothing", "an answer", "advice", "a count", "a list"};
    std::string text;
    for (const Reading& reading : lost_) {
        text += std::string(text.empty() ? "" : ", or ") + "'" + reading.position->state() + "' waiting for " +
                TASKS[int(reading.task)];
        if (reading.next < lines_.size())
            text += " and then '" + lines_[reading.next].text + "'";
    }
    return text.empty() ? "nothing" : text;
}
