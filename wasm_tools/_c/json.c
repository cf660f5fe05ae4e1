#include "json.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 64
#define CHUNK (64 << 10)

typedef struct {
    const unsigned char *at, *end;
    int depth;
} reader;

// Pieces are cut off chunks: most are small, and a header for each would be as large as they are.
void *take(size_t size) {
    static char *at, *end;
    size_t rounded = (size + 15) & ~(size_t)15;
    if (size > CHUNK / 4 || (size_t)(end - at) < rounded) {
        size_t wanted = size > CHUNK / 4 ? rounded : CHUNK;
        char *fresh = malloc(wanted);
        if (!fresh) __builtin_trap();
        if (wanted != CHUNK) return memset(fresh, 0, rounded);
        at = fresh;
        end = fresh + CHUNK;
    }
    at += rounded;
    return memset(at - rounded, 0, rounded);
}

words words_of(const char *zero_ended) { return (words){zero_ended, strlen(zero_ended)}; }

bool same(words a, words b) { return a.length == b.length && memcmp(a.at, b.at, a.length) == 0; }

// Reading.

static bool value(reader *r, json *into);

static void space(reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) r->at++;
}

static bool next_is(reader *r, char wanted) {
    space(r);
    if (r->at == r->end || *r->at != (unsigned char)wanted) return false;
    r->at++;
    return true;
}

static bool hex4(reader *r, uint32_t *code) {
    if (r->end - r->at < 4) return false;
    *code = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char c = *r->at++, low = c | 32;
        if (c >= '0' && c <= '9') *code = *code * 16 + (c - '0');
        else if (low >= 'a' && low <= 'f') *code = *code * 16 + (low - 'a' + 10);
        else return false;
    }
    return true;
}

static char *put_code(char *to, uint32_t code) {
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 63));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 63));
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    }
    return to;
}

// After "\u": half of a surrogate pair alone is no character, and refused.
static bool unicode_escape(reader *r, uint32_t *code) {
    if (!hex4(r, code)) return false;
    if (*code < 0xD800 || *code > 0xDFFF) return true;
    uint32_t low;
    if (*code > 0xDBFF || r->end - r->at < 6 || r->at[0] != '\\' || r->at[1] != 'u') return false;
    r->at += 2;
    if (!hex4(r, &low) || low < 0xDC00 || low > 0xDFFF) return false;
    *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

static bool escape(reader *r, char **to) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (r->at == r->end) return false;
    char name = (char)*r->at++;
    if (name == 'u') {
        uint32_t code;
        if (!unicode_escape(r, &code)) return false;
        *to = put_code(*to, code);
        return true;
    }
    const char *found = name ? strchr(names, name) : NULL;
    if (!found) return false;
    *(*to)++ = values[found - names];
    return true;
}

// The opening quote is behind us. What is decoded is never longer than what was written.
static bool string(reader *r, words *into) {
    const unsigned char *stop = r->at;
    while (stop < r->end && *stop != '"') stop += *stop == '\\' ? 2 : 1;
    if (stop >= r->end) return false;
    char *start = take((size_t)(stop - r->at) + 1), *to = start;
    while (r->at < stop) {
        unsigned char c = *r->at++;
        if (c < 0x20) return false;
        if (c != '\\') *to++ = (char)c;
        else if (!escape(r, &to)) return false;
    }
    r->at = stop + 1;
    *into = (words){start, (size_t)(to - start)};
    return true;
}

static const unsigned char *digits(const unsigned char *at, const unsigned char *end) {
    while (at < end && *at >= '0' && *at <= '9') at++;
    return at;
}

// Where the number that starts here ends; `at` itself if none does.
static const unsigned char *number_end(const unsigned char *at, const unsigned char *end) {
    const unsigned char *start = at, *from = at < end && *at == '-' ? at + 1 : at;
    at = digits(from, end);
    if (at == from || (*from == '0' && at > from + 1)) return start;
    if (at < end && *at == '.') {
        from = at + 1;
        at = digits(from, end);
        if (at == from) return start;
    }
    if (at < end && (*at | 32) == 'e') {
        from = at + 1;
        if (from < end && (*from == '+' || *from == '-')) from++;
        at = digits(from, end);
        if (at == from) return start;
    }
    return at;
}

static double value_of(const unsigned char *at, size_t length) {
    char small[64], *copy = length < sizeof small ? small : take(length + 1);
    memcpy(copy, at, length);
    copy[length] = 0;
    return strtod(copy, NULL);
}

bool is_number(words source, double *number) {
    const unsigned char *at = (const unsigned char *)source.at, *end = at + source.length;
    if (!source.length || number_end(at, end) != end) return false;
    if (number) *number = value_of(at, source.length);
    return true;
}

static bool number(reader *r, json *into) {
    const unsigned char *stop = number_end(r->at, r->end);
    if (stop == r->at) return false;
    into->kind = JSON_NUMBER;
    into->text = (words){(const char *)r->at, (size_t)(stop - r->at)};
    into->number = value_of(r->at, into->text.length);
    r->at = stop;
    return true;
}

static bool literal(reader *r, json *into, const char *name, json_kind kind) {
    size_t length = strlen(name);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, name, length) != 0) return false;
    r->at += length;
    into->kind = kind;
    return true;
}

static bool repeated(const json *object, words key) {
    for (const json *member = object->first; member; member = member->next)
        if (same(member->key, key)) return true;
    return false;
}

static bool members(reader *r, json *into, char closing) {
    json **last = &into->first;
    if (++r->depth > DEEPEST) return false;
    if (next_is(r, closing)) return r->depth--, true;
    do {
        json *member = take(sizeof *member);
        if (closing == '}') {
            if (!next_is(r, '"') || !string(r, &member->key) || !next_is(r, ':')) return false;
            if (repeated(into, member->key)) return false;
        }
        if (!value(r, member)) return false;
        *last = member;
        last = &member->next;
        into->count++;
    } while (next_is(r, ','));
    r->depth--;
    return next_is(r, closing);
}

static bool value(reader *r, json *into) {
    space(r);
    if (r->at == r->end) return false;
    switch (*r->at) {
        case '{': r->at++; into->kind = JSON_OBJECT; return members(r, into, '}');
        case '[': r->at++; into->kind = JSON_ARRAY; return members(r, into, ']');
        case '"': r->at++; into->kind = JSON_STRING; return string(r, &into->text);
        case 't': return literal(r, into, "true", JSON_TRUE);
        case 'f': return literal(r, into, "false", JSON_FALSE);
        case 'n': return literal(r, into, "null", JSON_NULL);
        default: return number(r, into);
    }
}

json *json_parse(words source) {
    reader r = {(const unsigned char *)source.at, (const unsigned char *)source.at + source.length, 0};
    json *root = take(sizeof *root);
    if (!value(&r, root)) return NULL;
    space(&r);
    return r.at == r.end ? root : NULL;
}

const json *json_member(const json *object, const char *name) {
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const json *member = object->first; member; member = member->next)
        if (same(member->key, words_of(name))) return member->kind == JSON_NULL ? NULL : member;
    return NULL;
}

// Writing.

void put(text *out, const char *bytes, size_t length) {
    if (out->room - out->length < length) {
        out->room = (out->length + length) * 2 + 256;
        char *wider = realloc(out->at, out->room);
        if (!wider) __builtin_trap();
        out->at = wider;
    }
    memcpy(out->at + out->length, bytes, length);
    out->length += length;
}

void put_words(text *out, const char *zero_ended) { put(out, zero_ended, strlen(zero_ended)); }

// The length of the character that starts here, 0 if the bytes are no UTF-8 (RFC 3629: no overlong forms, no surrogates).
static size_t character(const unsigned char *at, size_t left) {
    unsigned char c = *at;
    size_t length = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    if (!length || length > left) return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80) return 0;
    if ((c == 0xE0 && at[1] < 0xA0) || (c == 0xED && at[1] > 0x9F)) return 0;
    if ((c == 0xF0 && at[1] < 0x90) || (c == 0xF4 && at[1] > 0x8F)) return 0;
    return length;
}

static void put_escape(text *out, unsigned char c) {
    static const char plain[] = "\b\t\n\f\r\"\\", names[] = "btnfr\"\\";
    const char *found = c ? strchr(plain, c) : NULL;
    char coded[8];
    int length = found ? snprintf(coded, sizeof coded, "\\%c", names[found - plain]) : snprintf(coded, sizeof coded, "\\u%04x", c);
    put(out, coded, (size_t)length);
}

void put_string(text *out, words value) {
    const unsigned char *at = (const unsigned char *)value.at, *end = at + value.length;
    put(out, "\"", 1);
    while (at < end) {
        const unsigned char *start = at;
        size_t length = 1;
        while (at < end && *at >= 0x20 && *at != '"' && *at != '\\' && (length = character(at, (size_t)(end - at)))) at += length;
        put(out, (const char *)start, (size_t)(at - start));
        if (at == end) break;
        if (!length) put(out, "\xEF\xBF\xBD", 3);
        else put_escape(out, *at);
        at++;
    }
    put(out, "\"", 1);
}

void put_number(text *out, double value) {
    char digits[32];
    if (!isfinite(value)) {
        put_words(out, "null");
        return;
    }
    if (value == 0) value = 0;  // JSON's readers need no -0
    if (fabs(value) < 1e15 && value == (double)(int64_t)value) {
        snprintf(digits, sizeof digits, "%lld", (long long)value);
    } else {
        for (int precision = 15; precision <= 17; precision++) {
            snprintf(digits, sizeof digits, "%.*g", precision, value);
            if (strtod(digits, NULL) == value) break;
        }
    }
    put_words(out, digits);
}
