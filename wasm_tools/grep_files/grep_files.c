// Searches the files of a workspace line by line, through the host's `read` alone.
#include <string.h>

#include "../_c/host.h"
#include "pattern.h"

#define MOST_DEPTH 64
#define MOST_FILE (4 << 20)
#define CHUNK (64 << 10)
#define MOST_LINE 500  // bytes of a matching line that are given
#define LOG_INFO 1

typedef struct {
    const pattern *wanted;
    words include;
    size_t most, found, files, denied, binary, large, deep;
    bool more;  // than were asked for
    text matches;
} search;

// The bytes of a file or the entries of a folder, until `most` are read; or -errno.
static int32_t read_all(words path, size_t most, text *into) {
    static char chunk[CHUNK];
    into->length = 0;
    for (;;) {
        int32_t got = host_read(path.at, (uint32_t)path.length, (int64_t)into->length, chunk, CHUNK);
        if (got <= 0) return got;
        put(into, chunk, (size_t)got);
        if (into->length > most) return 0;
    }
}

// A name by a pattern of *, ? and themselves; a star is tried again one character later, so that this takes n times m steps.
static bool fits(words glob, words name) {
    size_t g = 0, n = 0, star = SIZE_MAX, from = 0;
    while (n < name.length) {
        if (g < glob.length && glob.at[g] == '*') star = g++, from = n;
        else if (g < glob.length && (glob.at[g] == '?' || glob.at[g] == name.at[n])) g++, n++;
        else if (star != SIZE_MAX) g = star + 1, n = ++from;
        else return false;
    }
    while (g < glob.length && glob.at[g] == '*') g++;
    return g == glob.length;
}

static words below(words folder, words name) {
    bool top = folder.length == 1 && folder.at[0] == '.';
    text path = {0};
    if (!top) put(&path, folder.at, folder.length), put(&path, "/", 1);
    put(&path, name.at, name.length);
    return (words){path.at, path.length};
}

static words last_part(words path) {
    size_t from = path.length;
    while (from && path.at[from - 1] != '/') from--;
    return (words){path.at + from, path.length - from};
}

static void report(search *s, words path, size_t line, words content) {
    if (content.length > MOST_LINE) {
        content.length = MOST_LINE;
        while (content.length && (content.at[content.length] & 0xC0) == 0x80) content.length--;
    }
    if (s->found++) put_words(&s->matches, ",");
    put_words(&s->matches, "{\"path\":");
    put_string(&s->matches, path);
    put_words(&s->matches, ",\"line\":");
    put_number(&s->matches, (double)line);
    put_words(&s->matches, ",\"text\":");
    put_string(&s->matches, content);
    put_words(&s->matches, "}");
}

static void search_lines(search *s, words path, const text *content) {
    const char *at = content->at, *end = at + content->length;
    for (size_t line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        words one = {at, (size_t)(stop - at)};
        if (one.length && one.at[one.length - 1] == '\r') one.length--;
        at = stop + 1;
        if (!pattern_found(s->wanted, one)) continue;
        if (s->found == s->most) s->more = true;
        if (s->more) return;
        report(s, path, line, one);
    }
}

static bool refused(search *s, int32_t error) {
    if (error >= 0) return false;
    if (error == -E_ACCES || error == -E_NOTCAPABLE) s->denied++;
    return true;  // what is gone by now, or is no regular file, holds no lines
}

static void search_file(search *s, words path) {
    static text content;
    if (refused(s, read_all(path, MOST_FILE, &content))) return;
    if (content.length > MOST_FILE) {
        s->large++;
    } else if (content.length && memchr(content.at, 0, content.length)) {
        s->binary++;
    } else {
        s->files++;
        search_lines(s, path, &content);
    }
}

static void search_folder(search *s, words path, const text *entries, int depth);

static void search_entry(search *s, words path, bool folder, int depth) {
    if (!folder) {
        if (depth == 0 || fits(s->include, last_part(path))) search_file(s, path);
        return;
    }
    text entries = {0};
    if (depth > MOST_DEPTH) s->deep++;
    else if (!refused(s, read_all(path, MOST_FILE, &entries))) search_folder(s, path, &entries, depth);
}

static void search_folder(search *s, words path, const text *entries, int depth) {
    const char *at = entries->at, *end = at + entries->length;
    while (at < end && !s->more) {
        const char *stop = memchr(at, 0, (size_t)(end - at));
        if (!stop) return;
        words name = {at, (size_t)(stop - at)};
        at = stop + 1;
        if (!name.length || *name.at == '.') continue;
        bool folder = name.at[name.length - 1] == '/';
        if (folder) name.length--;
        search_entry(s, below(path, name), folder, depth + 1);
    }
}

static void put_count(text *out, const char *name, size_t count) {
    put_words(out, ",\"");
    put_words(out, name);
    put_words(out, "\":");
    put_number(out, (double)count);
}

static void write_answer(search *s, text *out) {
    put_words(out, "{\"matches\":[");
    put(out, s->matches.at ? s->matches.at : "", s->matches.length);
    put_words(out, "],\"truncated\":");
    put_words(out, s->more ? "true" : "false");
    put_count(out, "files_searched", s->files);
    put_words(out, ",\"skipped\":{\"denied\":");
    put_number(out, (double)s->denied);
    put_count(out, "binary", s->binary);
    put_count(out, "too_large", s->large);
    put_count(out, "too_deep", s->deep);
    put_words(out, "}}");
}

// Whether what was read at the path is a folder. The one above says so; where that may not be read, the zero byte that ends
// the last entry does.
static bool is_folder(words path, const text *read) {
    words name = last_part(path), parent = {path.at, path.length - name.length};
    text entries = {0};
    if (path.length == 1 && *path.at == '.') return true;
    if (parent.length) parent.length--;
    else parent = words_of(".");
    if (read_all(parent, MOST_FILE, &entries) < 0 || !entries.length) return !read->length || !read->at[read->length - 1];
    for (const char *at = entries.at, *end = at + entries.length; at < end;) {
        const char *stop = memchr(at, 0, (size_t)(end - at));
        if (!stop) return false;
        if ((size_t)(stop - at) == name.length + 1 && stop[-1] == '/' && memcmp(at, name.at, name.length) == 0) return true;
        at = stop + 1;
    }
    return false;
}

static bool start(search *s, words path) {
    text read = {0};
    while (path.length > 1 && path.at[path.length - 1] == '/') path.length--;
    int shown = (int)(path.length < 200 ? path.length : 200);
    int32_t error = read_all(path, MOST_FILE, &read);
    if (error == -E_ACCES || error == -E_NOTCAPABLE)
        return fail("path.denied", "Search where reading is granted.", "%.*s may not be read", shown, path.at);
    if (error < 0)
        return fail("path.not_found", "Give a file or folder relative to the workspace.", "there is no file or folder %.*s", shown, path.at);
    search_entry(s, path, is_folder(path, &read), 0);
    return true;
}

bool tool(const json *arguments, text *out) {
    const json *wanted = json_member(arguments, "pattern"), *path = json_member(arguments, "path"), *include = json_member(arguments, "include");
    const json *most = json_member(arguments, "max_results"), *regex = json_member(arguments, "regex"), *ignore = json_member(arguments, "ignore_case");
    if (!wanted || !wanted->text.length) return fail("arguments.missing", "Give what to search for as pattern.", "there is no pattern");
    search s = {.include = include ? include->text : words_of("*"), .most = most ? (size_t)most->number : 100};
    s.wanted = pattern_read(wanted->text, !regex || regex->kind != JSON_TRUE, ignore && ignore->kind == JSON_TRUE);
    if (!s.wanted || !start(&s, path && path->text.length ? path->text : words_of("."))) return false;
    if (s.denied) host_log(LOG_INFO, "left out what may not be read", 29);
    write_answer(&s, out);
    return true;
}
