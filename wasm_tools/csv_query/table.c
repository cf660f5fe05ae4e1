#include "table.h"

#include <stdlib.h>
#include <string.h>

#define MOST_COLUMNS 1024
#define MOST_ADVICE 400  // bytes of an error's suggestion

typedef struct {
    const char *at, *end;
    size_t line;
} reader;

static bool at_end_of_record(const reader *r) {
    return r->at == r->end || *r->at == '\n' || (*r->at == '\r' && r->end - r->at > 1 && r->at[1] == '\n');
}

// The opening quote is here. A doubled quote stands for one; line ends and commas are part of the value.
static bool quoted(reader *r, words *value) {
    size_t started = r->line;
    const char *stop = r->at + 1;
    while (stop < r->end && (*stop != '"' || (stop + 1 < r->end && stop[1] == '"'))) stop += *stop == '"' ? 2 : 1;
    if (stop >= r->end)
        return fail("csv.open_quote", "Close the quote, or double the quotes inside the value.", "line %zu: a quoted value never ends", started);
    char *start = take((size_t)(stop - r->at)), *to = start;
    for (r->at++; r->at < stop; r->at++) {
        if (*r->at == '"') r->at++;
        if (*r->at == '\n') r->line++;
        *to++ = *r->at;
    }
    r->at++;
    *value = (words){start, (size_t)(to - start)};
    if (r->at == r->end || *r->at == ',' || at_end_of_record(r)) return true;
    return fail("csv.stray_quote", "Double the quotes inside a quoted value.", "line %zu: text follows a closing quote", r->line);
}

static bool field(reader *r, words *value) {
    if (r->at < r->end && *r->at == '"') return quoted(r, value);
    const char *start = r->at;
    while (!at_end_of_record(r) && *r->at != ',' && *r->at != '"') r->at++;
    if (r->at < r->end && *r->at == '"')
        return fail("csv.stray_quote", "Put quotes around the whole value, and double those inside it.", "line %zu: a quote stands inside a value without quotes", r->line);
    *value = (words){start, (size_t)(r->at - start)};
    return true;
}

static void end_record(reader *r) {
    if (r->at == r->end) return;
    r->at += *r->at == '\r' ? 2 : 1;
    r->line++;
}

// One record into `fields`; `count` says how many there were, of which the first `room` are kept.
static bool record(reader *r, words *fields, size_t room, size_t *count) {
    for (*count = 0;;) {
        words value;
        if (!field(r, &value)) return false;
        if (*count < room) fields[*count] = value;
        ++*count;
        if (r->at == r->end || *r->at != ',') break;
        r->at++;
    }
    end_record(r);
    return true;
}

static bool header(reader *r, table *into) {
    if (r->at == r->end) return fail("csv.empty", "Give the names of the columns in the first line.", "the text has no header");
    size_t most = 1;
    for (const char *at = r->at; at < r->end && most < MOST_COLUMNS; at++) most += *at == ',';
    words *names = take(most * sizeof *names);
    if (!record(r, names, most, &into->width)) return false;
    if (into->width > MOST_COLUMNS) return fail("csv.too_wide", "Cut the table into narrower ones.", "the header has %zu columns; %d are allowed", into->width, MOST_COLUMNS);
    for (size_t i = 1; i < into->width; i++)
        for (size_t j = 0; j < i; j++)
            if (same(names[i], names[j]))
                return fail("csv.repeated_column", "Give each column a name of its own.", "columns %zu and %zu are both called \"%.*s\"", j + 1, i + 1, (int)(names[i].length < 80 ? names[i].length : 80), names[i].at);
    into->columns = names;
    return true;
}

void table_add(table *into, row added) {
    if (into->count == into->room) {
        into->room = into->room * 2 + 64;
        into->rows = realloc(into->rows, into->room * sizeof *into->rows);
        if (!into->rows) __builtin_trap();
    }
    into->rows[into->count++] = added;
}

bool table_read(words csv, table *into) {
    bool marked = csv.length >= 3 && memcmp(csv.at, "\xEF\xBB\xBF", 3) == 0;  // a byte order mark, as spreadsheets write it
    reader r = {csv.at + (marked ? 3 : 0), csv.at + csv.length, 1};
    if (!header(&r, into)) return false;
    words *fields = take(into->width * sizeof *fields);
    while (r.at < r.end) {
        size_t line = r.line, count;
        // An empty line is an empty value where there is one column, and no record where there are several.
        bool empty = at_end_of_record(&r) && into->width > 1;
        if (empty) {
            end_record(&r);
            continue;
        }
        if (!record(&r, fields, into->width, &count)) return false;
        if (count != into->width)
            return fail("csv.ragged", "Give each record as many values as the header has names.", "line %zu has %zu values; the header has %zu columns", line, count, into->width);
        row added = {take(into->width * sizeof(cell)), line};
        for (size_t i = 0; i < count; i++) added.cells[i].text = fields[i];
        table_add(into, added);
    }
    return true;
}

bool table_column(const table *source, words name, size_t *column) {
    text advice = {0};
    put_words(&advice, "The columns are: ");
    for (size_t i = 0; i < source->width; i++) {
        if (same(source->columns[i], name)) return *column = i, true;
        if (advice.length > MOST_ADVICE) continue;
        put(&advice, source->columns[i].at, source->columns[i].length);
        put_words(&advice, i + 1 == source->width ? "." : advice.length > MOST_ADVICE ? ", ..." : ", ");
    }
    put(&advice, "", 1);
    return fail("csv.unknown_column", advice.at, "there is no column \"%.*s\"", (int)(name.length < 80 ? name.length : 80), name.at);
}

bool cell_number(cell of, double *number) {
    if (of.kind == CELL_NUMBER) return *number = of.number, true;
    if (of.kind == CELL_NULL) return false;
    words value = of.text;
    while (value.length && (*value.at == ' ' || *value.at == '\t')) value.at++, value.length--;
    while (value.length && (value.at[value.length - 1] == ' ' || value.at[value.length - 1] == '\t')) value.length--;
    return is_number(value, number);
}
