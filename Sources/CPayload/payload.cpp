#include "payload.h"

// Errors come back as codes: nothing here may throw through C and Swift.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>

namespace {

namespace dom = simdjson::dom;

/// The first size of a reader's buffers; most payloads of a house are shorter.
constexpr size_t initial_capacity = 4096;

/// Widening adds two bytes to a token of nineteen or more, so a payload grows by less than an eighth.
constexpr size_t maximum_widened_length = HEARTH_JSON_MAXIMUM_LENGTH + HEARTH_JSON_MAXIMUM_LENGTH / 8;

/// Fewer digits than these always fit 64 bits.
constexpr size_t digits_of_large_integer = 19;

/// Without an exponent no number of fewer digits is too large.
constexpr size_t digits_of_largest_double = 308;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Bytes with the room behind them that simdjson reads into.
struct PaddedBuffer {
    std::unique_ptr<char[]> bytes;
    size_t capacity = 0;
    size_t length = 0;

    bool reserve(size_t wanted) noexcept {
        if (wanted <= capacity && bytes) return true;
        size_t larger = capacity < initial_capacity ? initial_capacity : capacity;
        while (larger < wanted) larger *= 2;
        bytes.reset(new (std::nothrow) char[larger + simdjson::SIMDJSON_PADDING]);
        capacity = bytes ? larger : 0;
        return bytes != nullptr;
    }

    void append(std::string_view part) noexcept {
        std::memcpy(bytes.get() + length, part.data(), part.size());
        length += part.size();
    }

    void terminate() noexcept { std::memset(bytes.get() + length, 0, simdjson::SIMDJSON_PADDING); }

    std::string_view view() const noexcept { return {bytes.get(), length}; }
};

enum class NumberForm { wrong, integer, decimal };

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

bool is_part_of_number(char c) noexcept {
    return is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

size_t skip_digits(std::string_view token, size_t at) noexcept {
    while (at < token.size() && is_digit(token[at])) at += 1;
    return at;
}

/// JSON's grammar of numbers. simdjson has one error for a number that is written wrong and for one that is too large.
NumberForm form_of(std::string_view token) noexcept {
    size_t at = !token.empty() && token[0] == '-' ? 1 : 0;
    const size_t digits = at;
    at = skip_digits(token, at);
    if (at == digits || (token[digits] == '0' && at > digits + 1)) return NumberForm::wrong;
    if (at == token.size()) return NumberForm::integer;
    if (token[at] == '.') {
        const size_t fraction = at + 1;
        at = skip_digits(token, fraction);
        if (at == fraction) return NumberForm::wrong;
    }
    if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
        at += 1;
        if (at < token.size() && (token[at] == '-' || token[at] == '+')) at += 1;
        const size_t exponent = at;
        at = skip_digits(token, exponent);
        if (at == exponent) return NumberForm::wrong;
    }
    return at == token.size() ? NumberForm::decimal : NumberForm::wrong;
}

bool is_end_of_number(std::string_view json, size_t at) noexcept {
    return at >= json.size() || std::string_view(" \t\r\n,]}").find(json[at]) != std::string_view::npos;
}

/// The next number at or behind `at`, which moves behind it; empty at the end. Text in strings is passed over.
std::string_view next_number(std::string_view json, size_t &at) noexcept {
    while (at < json.size()) {
        const char c = json[at];
        if (c == '"') {
            at += 1;
            while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
            at += 1;
        } else if (c == '-' || is_digit(c)) {
            const size_t begin = at;
            while (at < json.size() && is_part_of_number(json[at])) at += 1;
            return json.substr(begin, at - begin);
        } else {
            at += 1;
        }
    }
    return {};
}

/// Writes `json` with `.0` behind each integer that may be beyond 64 bits, so that it is read as a double.
hearth_json_status widen(std::string_view json, PaddedBuffer &widened) noexcept {
    if (!widened.reserve(json.size() + json.size() / 8 + 2)) return HEARTH_JSON_NO_MEMORY;
    widened.length = 0;
    size_t copied = 0;
    size_t at = 0;
    for (auto token = next_number(json, at); !token.empty(); token = next_number(json, at)) {
        const NumberForm form = form_of(token);
        if (form == NumberForm::wrong || !is_end_of_number(json, at)) return HEARTH_JSON_BROKEN;
        if (form == NumberForm::decimal || token.size() < digits_of_large_integer) continue;
        widened.append(json.substr(copied, at - copied));
        widened.append(".0");
        copied = at;
    }
    widened.append(json.substr(copied));
    return HEARTH_JSON_OK;
}

/// Versions behind 3.0 have an error of its own for a large integer, which 3.0 does not name.
template <typename Code>
auto is_large_integer(Code error, int) noexcept -> decltype(error == Code::BIGINT_ERROR) {
    return error == Code::BIGINT_ERROR;
}

template <typename Code>
bool is_large_integer(Code, long) noexcept {
    return false;
}

hearth_json_status status_of(simdjson::error_code error) noexcept {
    switch (error) {
    case simdjson::SUCCESS: return HEARTH_JSON_OK;
    case simdjson::EMPTY: return HEARTH_JSON_EMPTY;
    case simdjson::DEPTH_ERROR: return HEARTH_JSON_TOO_DEEP;
    case simdjson::UTF8_ERROR: return HEARTH_JSON_NOT_UTF8;
    case simdjson::CAPACITY: return HEARTH_JSON_TOO_LARGE;
    case simdjson::MEMALLOC: return HEARTH_JSON_NO_MEMORY;
    default: return HEARTH_JSON_BROKEN;
    }
}

bool is_number(const dom::element &element) noexcept {
    switch (element.type()) {
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
    case dom::element_type::DOUBLE: return true;
    default: return false;
    }
}

/// How many numbers are in an element. As deep as HEARTH_JSON_MAXIMUM_DEPTH.
size_t count_numbers(const dom::element &element) noexcept {
    size_t count = 0;
    dom::object object;
    dom::array array;
    if (element.get(object) == simdjson::SUCCESS) {
        for (const auto field : object) count += count_numbers(field.value);
    } else if (element.get(array) == simdjson::SUCCESS) {
        for (const auto child : array) count += count_numbers(child);
    } else if (is_number(element)) {
        count = 1;
    }
    return count;
}

}  // namespace

struct hearth_json_path {
    struct Step {
        /// Into `keys`. An index has none.
        size_t begin;
        size_t length;
        size_t index;
        bool is_key;
    };

    std::unique_ptr<Step[]> steps;
    std::unique_ptr<char[]> keys;
    size_t count;

    std::string_view key(const Step &step) const noexcept { return {keys.get() + step.begin, step.length}; }
};

struct hearth_json_reader {
    dom::parser parser{maximum_widened_length};
    PaddedBuffer payload;
    PaddedBuffer widened;
    dom::element root;
    bool is_ok = false;

    /// Room for a payload of this length in all that simdjson needs, grown by doubling.
    simdjson::error_code reserve(size_t length) noexcept {
        size_t capacity = parser.capacity() < initial_capacity ? initial_capacity : parser.capacity();
        while (capacity < length) capacity *= 2;
        if (capacity > maximum_widened_length) capacity = maximum_widened_length;
        if (parser.capacity() < length) {
            // simdjson counts the level of the value itself as well.
            const auto error = parser.allocate(capacity, HEARTH_JSON_MAXIMUM_DEPTH + 1);
            if (error) return error;
        }
        return parser.doc.capacity() < length ? parser.doc.allocate(capacity) : simdjson::SUCCESS;
    }

    simdjson::error_code read(PaddedBuffer &buffer) noexcept {
        if (const auto error = reserve(buffer.length)) return error;
        buffer.terminate();
        return parser.parse(buffer.bytes.get(), buffer.length, false).get(root);
    }

    hearth_json_status parse(std::string_view json) noexcept {
        if (json.size() > HEARTH_JSON_MAXIMUM_LENGTH) return HEARTH_JSON_TOO_LARGE;
        // Whether simdjson itself passes over a mark depends on its version.
        if (json.substr(0, byte_order_mark.size()) == byte_order_mark) json.remove_prefix(byte_order_mark.size());
        if (json.substr(0, byte_order_mark.size()) == byte_order_mark) return HEARTH_JSON_BROKEN;
        if (json.empty()) return HEARTH_JSON_EMPTY;
        if (!payload.reserve(json.size())) return HEARTH_JSON_NO_MEMORY;
        payload.length = 0;
        payload.append(json);
        const auto error = read(payload);
        if (error != simdjson::NUMBER_ERROR && !is_large_integer(error, 0)) return status_of(error);
        const auto status = widen(payload.view(), widened);
        if (status != HEARTH_JSON_OK) return status;
        const auto error_of_widened = read(widened);
        if (error_of_widened != simdjson::NUMBER_ERROR) return status_of(error_of_widened);
        return has_number_out_of_range() ? HEARTH_JSON_NUMBER_OUT_OF_RANGE : HEARTH_JSON_BROKEN;
    }

    /// Whether simdjson refuses one of the widened numbers, all of which are written right. Newer versions have the same
    /// error for `+1` and for a comma where a value should be.
    bool has_number_out_of_range() noexcept {
        size_t at = 0;
        const auto json = widened.view();
        for (auto token = next_number(json, at); !token.empty(); token = next_number(json, at)) {
            const bool may_be_large = token.size() > digits_of_largest_double || token.find_first_of("eE") != token.npos;
            if (!may_be_large) continue;
            if (parser.parse(token.data(), token.size(), false).error() == simdjson::NUMBER_ERROR) return true;
        }
        return false;
    }

    /// Follows a path. Where `numbers_before` is asked for, the numbers before the element are added to it.
    bool follow(const hearth_json_path &path, dom::element &element, size_t *numbers_before) const noexcept {
        if (!is_ok) return false;
        element = root;
        for (size_t i = 0; i < path.count; i += 1) {
            const auto &step = path.steps[i];
            const bool is_found = step.is_key ? enter(path.key(step), element, numbers_before)
                                              : enter(step.index, element, numbers_before);
            if (!is_found) return false;
        }
        return true;
    }

private:
    static bool enter(std::string_view key, dom::element &element, size_t *numbers_before) noexcept {
        dom::object object;
        if (element.get(object) != simdjson::SUCCESS) return false;
        bool is_found = false;
        size_t passed = 0;
        size_t before = 0;
        // All of the fields, since the last one of a name counts.
        const auto end = object.end();
        for (auto field = object.begin(); field != end; ++field) {
            if (field.key_equals(key)) {
                element = field.value();
                before = passed;
                is_found = true;
            }
            if (numbers_before) passed += count_numbers(field.value());
        }
        if (numbers_before) *numbers_before += before;
        return is_found;
    }

    static bool enter(size_t index, dom::element &element, size_t *numbers_before) noexcept {
        dom::array array;
        if (element.get(array) != simdjson::SUCCESS) return false;
        size_t position = 0;
        for (const auto child : array) {
            if (position == index) {
                element = child;
                return true;
            }
            if (numbers_before) *numbers_before += count_numbers(child);
            position += 1;
        }
        return false;
    }
};

extern "C" {

hearth_json_path *hearth_json_path_new(const hearth_json_path_element *elements, size_t count) noexcept {
    std::unique_ptr<hearth_json_path> path(new (std::nothrow) hearth_json_path{nullptr, nullptr, count});
    if (!path) return nullptr;
    size_t length = 0;
    for (size_t i = 0; i < count; i += 1) length += elements[i].key ? elements[i].key_length : 0;
    path->steps.reset(new (std::nothrow) hearth_json_path::Step[count]);
    path->keys.reset(new (std::nothrow) char[length]);
    if (!path->steps || !path->keys) return nullptr;
    size_t at = 0;
    for (size_t i = 0; i < count; i += 1) {
        const auto &element = elements[i];
        const size_t key_length = element.key ? element.key_length : 0;
        path->steps[i] = {at, key_length, element.index, element.key != nullptr};
        if (key_length > 0) std::memcpy(path->keys.get() + at, element.key, key_length);
        at += key_length;
    }
    return path.release();
}

void hearth_json_path_free(hearth_json_path *path) noexcept { delete path; }

hearth_json_reader *hearth_json_reader_new(void) noexcept { return new (std::nothrow) hearth_json_reader; }

void hearth_json_reader_free(hearth_json_reader *reader) noexcept { delete reader; }

hearth_json_status hearth_json_parse(hearth_json_reader *reader, const void *bytes, size_t length) noexcept {
    const auto json = bytes ? std::string_view(static_cast<const char *>(bytes), length) : std::string_view();
    const auto status = reader->parse(json);
    reader->is_ok = status == HEARTH_JSON_OK;
    return status;
}

void hearth_json_find(
    const hearth_json_reader *reader, const hearth_json_path *path, hearth_json_value *value) noexcept {
    *value = {HEARTH_JSON_ABSENT, false, 0, nullptr, 0};
    dom::element element;
    if (!reader->follow(*path, element, nullptr)) return;
    std::string_view text;
    switch (element.type()) {
    case dom::element_type::NULL_VALUE: value->kind = HEARTH_JSON_NULL; return;
    case dom::element_type::OBJECT: value->kind = HEARTH_JSON_OBJECT; return;
    case dom::element_type::ARRAY: value->kind = HEARTH_JSON_ARRAY; return;
    case dom::element_type::BOOL:
        if (element.get(value->boolean) == simdjson::SUCCESS) value->kind = HEARTH_JSON_BOOLEAN;
        return;
    case dom::element_type::STRING:
        if (element.get(text) != simdjson::SUCCESS) return;
        value->kind = HEARTH_JSON_STRING;
        value->text = text.data();
        value->text_length = text.size();
        return;
    default:
        if (is_number(element) && element.get(value->number) == simdjson::SUCCESS) value->kind = HEARTH_JSON_NUMBER;
        return;
    }
}

bool hearth_json_number_text(
    const hearth_json_reader *reader, const hearth_json_path *path, const char **text, size_t *length) noexcept {
    dom::element element;
    size_t numbers_before = 0;
    if (!reader->follow(*path, element, &numbers_before) || !is_number(element)) return false;
    // The payload is known to be valid, so its n-th number is the n-th token that begins like one.
    size_t at = 0;
    auto token = next_number(reader->payload.view(), at);
    for (; numbers_before > 0; numbers_before -= 1) token = next_number(reader->payload.view(), at);
    *text = token.data();
    *length = token.size();
    return !token.empty();
}

}  // extern "C"
