// Counts lines, words, characters and bytes, and the words that occur most. A component: the canonical ABI is spoken by hand.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../_c/tool.h"

#define EXPORT(name) __attribute__((export_name(name)))

typedef struct {
    words word;
    size_t count, first;
} entry;

typedef struct {
    entry *all;
    size_t count;
    uint32_t *slots;  // a hash table of places in `all`, plus one
    size_t slot_count;
} vocabulary;

static const char DESCRIPTION[] = {
#embed "describe.json"
};

// Words are what stands between blanks of ASCII, as wc has it; for the most frequent ones case and marks at the ends do not count.

static bool is_blank(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool is_mark(unsigned char c) { return c < 0x80 && !((c | 32) >= 'a' && (c | 32) <= 'z') && !(c >= '0' && c <= '9'); }

static words bare(words word) {
    while (word.length && is_mark((unsigned char)*word.at)) word.at++, word.length--;
    while (word.length && is_mark((unsigned char)word.at[word.length - 1])) word.length--;
    char *small = take(word.length + 1);
    for (size_t i = 0; i < word.length; i++) small[i] = word.at[i] >= 'A' && word.at[i] <= 'Z' ? word.at[i] + 32 : word.at[i];
    return (words){small, word.length};
}

static void learn(vocabulary *known, words word) {
    size_t hash = 2166136261u;
    for (size_t i = 0; i < word.length; i++) hash = (hash ^ (unsigned char)word.at[i]) * 16777619u;
    size_t slot = hash & (known->slot_count - 1);
    while (known->slots[slot] && !same(known->all[known->slots[slot] - 1].word, word)) slot = (slot + 1) & (known->slot_count - 1);
    if (!known->slots[slot]) {
        known->all[known->count] = (entry){word, 0, known->count};
        known->slots[slot] = (uint32_t)++known->count;
    }
    known->all[known->slots[slot] - 1].count++;
}

// The most frequent first; among equals the one that came first.
static int by_frequency(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return x->first > y->first ? 1 : -1;
}

static void put_member(text *out, const char *name, size_t number) {
    put_words(out, name);
    put_number(out, (double)number);
}

static size_t next_word(words all, size_t from, words *word) {
    while (from < all.length && is_blank((unsigned char)all.at[from])) from++;
    size_t start = from;
    while (from < all.length && !is_blank((unsigned char)all.at[from])) from++;
    *word = (words){all.at + start, from - start};
    return from;
}

static void write_frequent(vocabulary *known, size_t most, text *out) {
    qsort(known->all, known->count, sizeof(entry), by_frequency);
    put_words(out, ",\"frequent\":[");
    for (size_t i = 0; i < known->count && i < most; i++) {
        put_words(out, i ? ",{\"word\":" : "{\"word\":");
        put_string(out, known->all[i].word);
        put_member(out, ",\"count\":", known->all[i].count);
        put_words(out, "}");
    }
    put_words(out, "]}");
}

bool tool(const json *arguments, text *out) {
    const json *given = json_member(arguments, "text"), *top = json_member(arguments, "top");
    if (!given || given->kind != JSON_STRING) return fail("arguments.missing", "Give the text to count as text.", "there is no text");
    words all = given->text, word;
    size_t lines = 0, characters = 0, count = 0;
    vocabulary known = {.slot_count = 64};
    while (known.slot_count < all.length) known.slot_count *= 2;
    known.slots = take(known.slot_count * sizeof(uint32_t));
    known.all = take((all.length / 2 + 1) * sizeof(entry));
    for (size_t i = 0; i < all.length; i++) {
        lines += all.at[i] == '\n';
        characters += (all.at[i] & 0xC0) != 0x80;
    }
    for (size_t at = next_word(all, 0, &word); word.length; at = next_word(all, at, &word)) {
        count++;
        word = bare(word);
        if (word.length) learn(&known, word);
    }
    put_member(out, "{\"lines\":", lines + (all.length && all.at[all.length - 1] != '\n'));
    put_member(out, ",\"words\":", count);
    put_member(out, ",\"characters\":", characters);
    put_member(out, ",\"bytes\":", all.length);
    put_member(out, ",\"distinct\":", known.count);
    write_frequent(&known, top ? (size_t)top->number : 10, out);
    return true;
}

// The canonical ABI. The host lays what it passes where cabi_realloc says; what a function returns lies where its result points.

EXPORT("cabi_realloc") void *cabi_realloc(void *old, size_t, size_t, size_t size) {
    void *made = realloc(old, size ? size : 1);
    if (!made) __builtin_trap();
    return made;
}

EXPORT("describe") const words *describe(void) {
    static words answer = {DESCRIPTION, sizeof DESCRIPTION};
    return &answer;
}

// result<string, string>: which of the two it is, then the string.
typedef struct {
    uint8_t is_error;
    words text;
} result;

EXPORT("run") const result *run(const char *at, size_t length) {
    static result answer;
    text out = {0};
    const json *arguments = json_parse((words){at, length});
    bool done = arguments && arguments->kind == JSON_OBJECT
        ? tool(arguments, &out)
        : fail("arguments.not_json", "Give the arguments as one JSON object.", "the arguments are no JSON object");
    if (!done) out = failure();
    answer = (result){!done, {out.at, out.length}};
    return &answer;
}
