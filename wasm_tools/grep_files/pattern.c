// A pattern becomes a program of small steps (Thompson 1968); a line is read once, by all the threads of the program that
// are still alive. Characters are code points; a byte that is no UTF-8 is a character of its own.
#include "pattern.h"

#include <string.h>

#define MOST_STEPS 4096
#define MOST_RANGES 256
#define MOST_REPEATS 255
#define DEEPEST 100

typedef enum { ONE, ANY, SET, START, END, WORD_EDGE, NO_WORD_EDGE, SPLIT, JUMP, FOUND } step_kind;

typedef struct {
    step_kind kind;
    bool negated;      // of a set
    uint32_t code;     // of one character; the first range of a set
    uint32_t a, b;     // where a split or jump goes; how many ranges a set has is in `a`
} step;

typedef struct {
    uint32_t from, to;
} range;

struct pattern {
    step *steps;
    uint32_t count;
    range *ranges;
    uint32_t range_count;
    bool ignore_case;
    words plain;  // the text itself, where that is all there is to look for
    // Two lists of threads, and when each step was last put on one.
    uint32_t *now, *next, *seen, *stack;
};

typedef struct {
    pattern *made;
    step *copied;  // steps that are about to be written again
    const char *at, *end;
    int depth;
} reader;

static uint32_t decoded(const char **at, const char *end) {
    const unsigned char *p = (const unsigned char *)*at;
    size_t left = (size_t)(end - *at), length = *p < 0xC2 ? 1 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : *p < 0xF5 ? 4 : 1;
    uint32_t code = length == 1 ? *p : *p & (0x7F >> length);
    bool whole = length <= left;
    for (size_t i = 1; i < length && whole; i++) {
        whole = (p[i] & 0xC0) == 0x80;
        code = code << 6 | (p[i] & 0x3F);
    }
    *at += whole ? length : 1;
    // Beyond Unicode, so that a broken byte is equal to itself alone.
    return whole && (length > 1 || *p < 0x80) ? code : 0x110000 + *p;
}

static uint32_t folded(uint32_t code) { return code >= 'A' && code <= 'Z' ? code + 32 : code; }

static bool is_word(uint32_t c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Reading a pattern.

static bool bad(const reader *r, const char *what) {
    return fail("pattern.invalid", "Escape special characters with \\, or leave regex out to search for the text itself.",
                "%s, %zu bytes before the pattern's end", what, (size_t)(r->end - r->at));
}

static bool emit(reader *r, step made) {
    if (r->made->count == MOST_STEPS) return fail("pattern.too_large", "Use smaller numbers of repeats.", "the pattern has more than %d steps", MOST_STEPS);
    r->made->steps[r->made->count++] = made;
    return true;
}

static bool add_range(reader *r, uint32_t from, uint32_t to) {
    if (r->made->range_count == MOST_RANGES) return bad(r, "too many ranges in brackets");
    r->made->ranges[r->made->range_count++] = (range){from, to};
    return true;
}

// Not by strchr, which finds the zero byte in every text.
static bool names_class(char name) { return memchr("dwsDWS", name, 6) != NULL; }

// \d \w \s, as ranges of the set that is being made; false without `fail` if the letter names none.
static bool add_class(reader *r, char name) {
    static const struct {
        char name;
        const char *ranges;
    } classes[] = {{'d', "09"}, {'w', "09AZ__az"}, {'s', "\t\r  "}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (classes[i].name != (name | 32)) continue;
        for (const char *at = classes[i].ranges; *at; at += 2)
            if (!add_range(r, (unsigned char)at[0], (unsigned char)at[1])) return false;
        return true;
    }
    return false;
}

static uint32_t escaped(uint32_t name) { return name == 't' ? '\t' : name == 'n' ? '\n' : name == 'r' ? '\r' : name; }

static bool is_letter_or_digit(uint32_t c) { return is_word(c) && c != '_'; }

// What stands after a backslash as itself, or for a character without a sign of its own.
static bool escaped_character(reader *r, uint32_t *code) {
    if (r->at == r->end) return bad(r, "a backslash with nothing after it");
    uint32_t name = decoded(&r->at, r->end);
    *code = escaped(name);
    return is_letter_or_digit(name) && *code == name ? bad(r, "a backslash before a letter or digit without a meaning") : true;
}

static bool set_item(reader *r) {
    uint32_t from = decoded(&r->at, r->end), to;
    if (from == '\\') {
        if (r->at < r->end && names_class(*r->at) && *r->at >= 'a') return add_class(r, *r->at++);
        if (!escaped_character(r, &from)) return false;
    }
    to = from;
    if (r->end - r->at > 1 && r->at[0] == '-' && r->at[1] != ']') {
        r->at++;
        to = decoded(&r->at, r->end);
        if (to == '\\' && !escaped_character(r, &to)) return false;
    }
    return from <= to ? add_range(r, from, to) : bad(r, "a range that ends before it begins");
}

// After "[". A bracket that closes at once stands for itself.
static bool set(reader *r) {
    step made = {SET, false, r->made->range_count, 0, 0};
    if (r->at < r->end && *r->at == '^') made.negated = true, r->at++;
    do {
        if (r->at == r->end || !set_item(r)) return r->at == r->end ? bad(r, "an open bracket") : false;
    } while (r->at == r->end || *r->at != ']');
    r->at++;
    made.a = r->made->range_count - made.code;
    return emit(r, made);
}

static bool escape(reader *r) {
    if (r->at == r->end) return bad(r, "a backslash with nothing after it");
    char name = *r->at;
    if (names_class(name)) {
        step made = {SET, name < 'a', r->made->range_count, 0, 0};
        r->at++;
        if (!add_class(r, name)) return false;
        made.a = r->made->range_count - made.code;
        return emit(r, made);
    }
    if (name == 'b' || name == 'B') return r->at++, emit(r, (step){name == 'b' ? WORD_EDGE : NO_WORD_EDGE, false, 0, 0, 0});
    uint32_t code;
    return escaped_character(r, &code) && emit(r, (step){ONE, false, r->made->ignore_case ? folded(code) : code, 0, 0});
}

static bool alternatives(reader *r);

static bool group(reader *r) {
    if (++r->depth > DEEPEST) return bad(r, "parentheses nested too deeply");
    if (r->end - r->at > 1 && r->at[0] == '?') {
        if (r->at[1] != ':') return bad(r, "a kind of group that is not known here");
        r->at += 2;
    }
    if (!alternatives(r)) return false;
    if (r->at == r->end) return bad(r, "an open parenthesis");
    r->at++;
    r->depth--;
    return true;
}

static bool atom(reader *r) {
    uint32_t code = decoded(&r->at, r->end);
    switch (code) {
        case '.': return emit(r, (step){ANY, false, 0, 0, 0});
        case '^': return emit(r, (step){START, false, 0, 0, 0});
        case '$': return emit(r, (step){END, false, 0, 0, 0});
        case '[': return set(r);
        case '(': return group(r);
        case '\\': return escape(r);
        case '*': case '+': case '?': return bad(r, "a repeat of nothing");
        default: return emit(r, (step){ONE, false, r->made->ignore_case ? folded(code) : code, 0, 0});
    }
}

static bool counted(reader *r, uint32_t *number) {
    const char *start = r->at;
    for (*number = 0; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++)
        if (*number <= MOST_REPEATS) *number = *number * 10 + (uint32_t)(*r->at - '0');
    return r->at > start;
}

// {2} {2,} {2,5}: `least` and `most`, UINT32_MAX for no end.
static bool braces(reader *r, uint32_t *least, uint32_t *most) {
    if (!counted(r, least)) return bad(r, "a brace without a number");
    *most = *least;
    if (r->at < r->end && *r->at == ',') {
        r->at++;
        if (!counted(r, most)) *most = UINT32_MAX;
    }
    if (r->at == r->end || *r->at++ != '}') return bad(r, "an open brace");
    if (*least > MOST_REPEATS || (*most > MOST_REPEATS && *most != UINT32_MAX)) return bad(r, "more than 255 repeats");
    return *least <= *most ? true : bad(r, "repeats that end before they begin");
}

// Takes the steps from `start` on off the program; returns how many they are.
static uint32_t lift(reader *r, uint32_t start) {
    uint32_t length = r->made->count - start;
    memcpy(r->copied, r->made->steps + start, length * sizeof(step));
    r->made->count = start;
    return length;
}

// Writes the steps that stood at `start` at the program's end.
static bool again(reader *r, uint32_t start, uint32_t length) {
    uint32_t shift = r->made->count - start;
    for (uint32_t i = 0; i < length; i++) {
        step made = r->copied[i];
        if (made.kind == SPLIT || made.kind == JUMP) made.a += shift, made.b += shift;
        if (!emit(r, made)) return false;
    }
    return true;
}

static bool repeat(reader *r, uint32_t start, uint32_t least, uint32_t most) {
    uint32_t length = lift(r, start);
    for (uint32_t i = 0; i < least; i++)
        if (!again(r, start, length)) return false;
    if (most == UINT32_MAX) {
        uint32_t loop = r->made->count;
        return emit(r, (step){SPLIT, false, 0, loop + 1, loop + length + 2}) && again(r, start, length)
            && emit(r, (step){JUMP, false, 0, loop, loop});
    }
    for (uint32_t i = least, end = r->made->count + (most - least) * (length + 1); i < most; i++)
        if (!emit(r, (step){SPLIT, false, 0, r->made->count + 1, end}) || !again(r, start, length)) return false;
    return true;
}

static bool piece(reader *r) {
    uint32_t start = r->made->count, least, most;
    if (!atom(r)) return false;
    while (r->at < r->end) {
        switch (*r->at) {
            case '*': least = 0, most = UINT32_MAX, r->at++; break;
            case '+': least = 1, most = UINT32_MAX, r->at++; break;
            case '?': least = 0, most = 1, r->at++; break;
            case '{': r->at++; if (!braces(r, &least, &most)) return false; break;
            default: return true;
        }
        if (!repeat(r, start, least, most)) return false;
    }
    return true;
}

static bool sequence(reader *r) {
    while (r->at < r->end && *r->at != '|' && !(*r->at == ')' && r->depth))
        if (!piece(r)) return false;
    return true;
}

// Each alternative but the last is preceded by a split and followed by a jump to the end of all.
static bool alternatives(reader *r) {
    uint32_t start = r->made->count;
    if (!sequence(r)) return false;
    if (r->at == r->end || *r->at != '|') return true;
    r->at++;
    uint32_t length = lift(r, start);
    if (!emit(r, (step){SPLIT, false, 0, start + 1, start + length + 2}) || !again(r, start, length)) return false;
    uint32_t jump = r->made->count;
    if (!emit(r, (step){JUMP, false, 0, 0, 0}) || !alternatives(r)) return false;
    r->made->steps[jump].a = r->made->steps[jump].b = r->made->count;
    return true;
}

pattern *pattern_read(words source, bool literal, bool ignore_case) {
    pattern *made = take(sizeof *made);
    reader r = {made, take(MOST_STEPS * sizeof(step)), source.at, source.at + source.length, 0};
    made->steps = take(MOST_STEPS * sizeof(step));
    made->ranges = take(MOST_RANGES * sizeof(range));
    made->ignore_case = ignore_case;
    if (literal && !ignore_case) return made->plain = source, made;
    while (literal && r.at < r.end) {
        uint32_t code = decoded(&r.at, r.end);
        if (!emit(&r, (step){ONE, false, ignore_case ? folded(code) : code, 0, 0})) return NULL;
    }
    if ((!literal && !alternatives(&r)) || !emit(&r, (step){FOUND, false, 0, 0, 0})) return NULL;
    made->now = take(made->count * 4 * sizeof(uint32_t));
    made->next = made->now + made->count;
    made->seen = made->next + made->count;
    made->stack = take((made->count + 1) * 2 * sizeof(uint32_t));
    return made;
}

// Running it.

static bool in_set(const pattern *p, const step *s, uint32_t code) {
    uint32_t other = code >= 'a' && code <= 'z' ? code - 32 : folded(code);
    for (uint32_t i = s->code; i < s->code + s->a; i++) {
        range r = p->ranges[i];
        if (code >= r.from && code <= r.to) return !s->negated;
        if (p->ignore_case && other >= r.from && other <= r.to) return !s->negated;
    }
    return s->negated;
}

static bool takes(const pattern *p, const step *s, uint32_t code) {
    if (s->kind == ANY) return true;
    if (s->kind == SET) return in_set(p, s, code);
    return s->code == (p->ignore_case ? folded(code) : code);
}

typedef struct {
    uint32_t *threads, count, stamp;
    bool at_start, at_end, at_edge;  // where the line stands
} moment;

static bool passes(const moment *m, step_kind kind) {
    if (kind == START) return m->at_start;
    if (kind == END) return m->at_end;
    return m->at_edge == (kind == WORD_EDGE);
}

// Follows what takes no character; true if the pattern is through.
static bool follow(const pattern *p, moment *m, uint32_t from) {
    uint32_t height = 0;
    p->stack[height++] = from;
    while (height) {
        uint32_t at = p->stack[--height];
        const step *s = &p->steps[at];
        if (p->seen[at] == m->stamp) continue;
        p->seen[at] = m->stamp;
        if (s->kind == FOUND) return true;
        if (s->kind <= SET) m->threads[m->count++] = at;
        else if (s->kind == SPLIT) p->stack[height++] = s->b, p->stack[height++] = s->a;
        else if (s->kind == JUMP) p->stack[height++] = s->a;
        else if (passes(m, s->kind)) p->stack[height++] = at + 1;
    }
    return false;
}

// memmem would make a table of a kilobyte for every line.
static bool holds(words line, words plain) {
    if (line.length < plain.length) return false;
    const char *at = line.at, *last = line.at + (line.length - plain.length);
    while (at <= last && (at = memchr(at, *plain.at, (size_t)(last - at) + 1))) {
        if (memcmp(at, plain.at, plain.length) == 0) return true;
        at++;
    }
    return false;
}

bool pattern_found(const pattern *p, words line) {
    if (p->plain.length) return holds(line, p->plain);
    const char *at = line.at, *end = at + line.length;
    moment now = {.threads = p->now, .at_start = true}, next = {.threads = p->next};
    bool was_word = false;
    memset(p->seen, 0, p->count * sizeof *p->seen);
    for (uint32_t stamp = 1, code = 0;; stamp++) {
        const char *ahead = at;
        if (at < end) code = decoded(&ahead, end);
        bool word = at < end && is_word(code);
        // Threads that came here are followed now, when it is known what stands on both sides.
        moment here = {.threads = now.threads, .stamp = stamp, .at_start = at == line.at, .at_end = at == end, .at_edge = word != was_word};
        for (uint32_t i = 0; i < next.count; i++)
            if (follow(p, &here, next.threads[i])) return true;
        if (follow(p, &here, 0)) return true;
        if (at == end) return false;
        next.count = 0;
        for (uint32_t i = 0; i < here.count; i++)
            if (takes(p, &p->steps[here.threads[i]], code)) next.threads[next.count++] = here.threads[i] + 1;
        was_word = word;
        at = ahead;
    }
}
