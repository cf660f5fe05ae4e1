// JSON (RFC 8259) read into a tree and written as text. Memory is taken and never given back: a call has an instance of its own.
#ifndef CATHEDRAL_JSON_H
#define CATHEDRAL_JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

// Bytes with a length; what comes out of `words_of` and of strings is followed by a zero byte as well.
typedef struct {
    const char *at;
    size_t length;
} words;

typedef struct json {
    json_kind kind;
    words text;          // a string's bytes as UTF-8, a number as it was written
    double number;
    words key;           // of a member
    struct json *first;  // of an array or object
    struct json *next;   // in the same array or object
    size_t count;
} json;

typedef struct {
    char *at;
    size_t length, room;
} text;

// Memory for the rest of the call. Without any left the instance traps: there is no way to go on.
void *take(size_t size);

// The tree, or NULL if the text is no JSON, nests deeper than 64, or repeats a name in an object.
json *json_parse(words source);
// The member of that name, or NULL; a member that is null counts as absent.
const json *json_member(const json *object, const char *name);

bool same(words a, words b);
words words_of(const char *zero_ended);
// Whether all of it is one JSON number; its value goes to `number`, which may be NULL.
bool is_number(words source, double *number);

void put(text *out, const char *bytes, size_t length);
void put_words(text *out, const char *zero_ended);
// As a JSON string; bytes that are no UTF-8 become U+FFFD.
void put_string(text *out, words value);
// The shortest digits that read back as the same number; null for what JSON has no number for.
void put_number(text *out, double value);

#endif
