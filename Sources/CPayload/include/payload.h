#ifndef HEARTH_PAYLOAD_H
#define HEARTH_PAYLOAD_H

#include <stdbool.h>
#include <stddef.h>

/// Parts of JSON payloads, read by simdjson behind a few C functions.
///
///     path   = hearth_json_path_new(elements, 2);          once, when the rules are loaded
///     reader = hearth_json_reader_new();                   once
///     status = hearth_json_parse(reader, bytes, length);   for each payload
///     hearth_json_find(reader, path, &value);              for each part that somebody wants
///
/// - A payload is one JSON value, also a bare number, string or word, with blanks around it and nothing else: bytes
///   behind it, `NaN`, `1e400`, comments and commas at the end make it unreadable as a whole. One byte-order mark before it is
///   passed over.
/// - A number is the nearest double. An integer beyond 64 bits is one too, and makes nothing else unreadable.
/// - Where an object has a key twice, the last one counts, as it does in browsers, Python and jq.
/// - Keys match byte for byte, after their escapes are undone.
///
/// A reader belongs to one thread at a time. Its buffers grow to the largest payload seen; after that a payload that is
/// an object or a list costs no allocation. No function throws.

#ifdef __cplusplus
#define HEARTH_NOEXCEPT noexcept
extern "C" {
#else
#define HEARTH_NOEXCEPT
#endif

#pragma clang assume_nonnull begin

/// The longest payload that is read, in bytes.
#define HEARTH_JSON_MAXIMUM_LENGTH ((size_t)1048576)

/// The most objects and lists around a value.
#define HEARTH_JSON_MAXIMUM_DEPTH ((size_t)64)

/// Whether a payload could be read, and why not.
typedef enum __attribute__((enum_extensibility(closed), swift_name("JSONStatus"))) {
    HEARTH_JSON_OK __attribute__((swift_name("ok"))) = 0,
    /// Nothing, or blanks alone.
    HEARTH_JSON_EMPTY __attribute__((swift_name("empty"))),
    /// Not JSON: wrong syntax, cut off, bytes behind the value, half of a surrogate pair.
    HEARTH_JSON_BROKEN __attribute__((swift_name("broken"))),
    /// Nested more than HEARTH_JSON_MAXIMUM_DEPTH deep.
    HEARTH_JSON_TOO_DEEP __attribute__((swift_name("tooDeep"))),
    /// A number that no double holds, such as 1e400.
    HEARTH_JSON_NUMBER_OUT_OF_RANGE __attribute__((swift_name("numberOutOfRange"))),
    HEARTH_JSON_NOT_UTF8 __attribute__((swift_name("notUTF8"))),
    /// Longer than HEARTH_JSON_MAXIMUM_LENGTH.
    HEARTH_JSON_TOO_LARGE __attribute__((swift_name("tooLarge"))),
    HEARTH_JSON_NO_MEMORY __attribute__((swift_name("noMemory"))),
} hearth_json_status;

/// What stands at a path.
typedef enum __attribute__((enum_extensibility(closed), swift_name("JSONKind"))) {
    /// Nothing: a key or index is missing, or there is no object or list to look into.
    HEARTH_JSON_ABSENT __attribute__((swift_name("absent"))) = 0,
    HEARTH_JSON_NULL __attribute__((swift_name("null"))),
    HEARTH_JSON_BOOLEAN __attribute__((swift_name("boolean"))),
    HEARTH_JSON_NUMBER __attribute__((swift_name("number"))),
    HEARTH_JSON_STRING __attribute__((swift_name("string"))),
    HEARTH_JSON_OBJECT __attribute__((swift_name("object"))),
    HEARTH_JSON_ARRAY __attribute__((swift_name("array"))),
} hearth_json_kind;

/// A value found in a payload. Only the field of its kind has a meaning.
typedef struct {
    hearth_json_kind kind;
    bool boolean;
    double number;
    /// A string's bytes, escapes undone: UTF-8, not terminated, NUL may be among them. NULL unless it is a string.
    /// The reader's own memory, valid until its next parse or its end.
    const char *_Nullable text;
    size_t text_length;
} hearth_json_value;

/// One step of a path: a key of an object, or the index of an element of a list.
typedef struct {
    /// UTF-8, need not be terminated. NULL: the step is an index.
    const char *_Nullable key;
    size_t key_length;
    size_t index;
} hearth_json_path_element;

/// Reads payloads, one after the other.
typedef struct hearth_json_reader hearth_json_reader;

/// Where a part of a payload is, ready to be followed. Never changes; any reader may use it.
typedef struct hearth_json_path hearth_json_path;

/// A path of `count` steps, which are copied; of none: the whole payload. NULL when there is no memory for it.
hearth_json_path *_Nullable hearth_json_path_new(
    const hearth_json_path_element *_Nullable elements, size_t count) HEARTH_NOEXCEPT;

void hearth_json_path_free(hearth_json_path *_Nullable path) HEARTH_NOEXCEPT;

/// NULL when there is no memory for it.
hearth_json_reader *_Nullable hearth_json_reader_new(void) HEARTH_NOEXCEPT;

void hearth_json_reader_free(hearth_json_reader *_Nullable reader) HEARTH_NOEXCEPT;

/// Reads a payload and checks all of it. Nothing beyond `length` is read, and the bytes are not needed afterwards.
/// Everything that was found in the payload before is no longer valid.
hearth_json_status hearth_json_parse(
    hearth_json_reader *reader, const void *_Nullable bytes, size_t length) HEARTH_NOEXCEPT;

/// Looks up a part of the payload last parsed. Absent if that one was not ok.
void hearth_json_find(
    const hearth_json_reader *reader, const hearth_json_path *path, hearth_json_value *value) HEARTH_NOEXCEPT;

/// The characters of a number as they stand in the payload (`1.0`, `1e3`), where the value alone is not enough.
/// False, and nothing set, if there is no number at the path. They are the reader's own memory, valid until its next
/// parse or its end, and not terminated. Takes as long as reading the payload from its beginning.
bool hearth_json_number_text(
    const hearth_json_reader *reader, const hearth_json_path *path, const char *_Nullable *_Nonnull text,
    size_t *length) HEARTH_NOEXCEPT;

#undef HEARTH_NOEXCEPT

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
