// Selects, filters, sorts and sums up a CSV text, in this order: where, aggregate, order_by, limit, select.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

typedef enum { EQ, NE, LT, LE, GT, GE, CONTAINS, STARTS, ENDS, EMPTY, NOT_EMPTY, OPERATORS } operator;
static const char *const OPERATOR_NAMES[OPERATORS] = {"eq", "ne", "lt", "le", "gt", "ge", "contains", "starts_with", "ends_with", "is_empty", "not_empty"};

typedef enum { COUNT, SUM, MIN, MAX, AVG, FUNCTIONS } function;
static const char *const FUNCTION_NAMES[FUNCTIONS] = {"count", "sum", "min", "max", "avg"};

static int place_of(const json *name, const char *const *names, int count) {
    for (int i = 0; name && i < count; i++)
        if (same(name->text, words_of(names[i]))) return i;
    return -1;
}

static int compare_words(words a, words b) {
    int order = memcmp(a.at, b.at, a.length < b.length ? a.length : b.length);
    return order ? order : a.length < b.length ? -1 : a.length > b.length;
}

static int compare_numbers(double a, double b) { return a < b ? -1 : a > b; }

// where

typedef struct {
    size_t column;
    operator op;
    const json *value;
} condition;

static bool ordered(operator op, int order) {
    switch (op) {
        case EQ: return order == 0;
        case NE: return order != 0;
        case LT: return order < 0;
        case LE: return order <= 0;
        case GT: return order > 0;
        default: return order >= 0;
    }
}

static bool found_within(words value, words part, operator op) {
    if (part.length > value.length) return false;
    size_t last = value.length - part.length;
    size_t from = op == ENDS ? last : 0, to = op == STARTS ? 0 : last;
    for (size_t i = from; i <= to; i++)
        if (memcmp(value.at + i, part.at, part.length) == 0) return true;
    return false;
}

// A number is compared with the numbers of the column, and unequal to all else; a text is compared byte by byte.
static bool holds(const condition *c, cell of) {
    double number;
    if (c->op == EMPTY || c->op == NOT_EMPTY) return (of.text.length == 0) == (c->op == EMPTY);
    if (c->op >= CONTAINS) return found_within(of.text, c->value->text, c->op);
    if (c->value->kind != JSON_NUMBER) return ordered(c->op, compare_words(of.text, c->value->text));
    if (!cell_number(of, &number)) return c->op == NE;
    return ordered(c->op, compare_numbers(number, c->value->number));
}

static bool condition_read(const table *source, const json *from, condition *into) {
    const json *column = json_member(from, "column");
    int op = place_of(json_member(from, "op"), OPERATOR_NAMES, OPERATORS);
    if (!column || op < 0) return fail("csv.bad_condition", "Give column, op and value.", "a condition has no column, or an operator that is unknown");
    if (!table_column(source, column->text, &into->column)) return false;
    into->op = (operator)op;
    into->value = json_member(from, "value");
    if (!into->value && op < EMPTY) return fail("csv.bad_condition", "Give a value to compare with.", "the condition %s has no value", OPERATOR_NAMES[op]);
    return true;
}

static bool filter(table *source, const json *where) {
    if (!where || !where->count) return true;
    condition *conditions = take(where->count * sizeof *conditions);
    size_t count = 0, kept = 0;
    for (const json *one = where->first; one; one = one->next)
        if (!condition_read(source, one, &conditions[count++])) return false;
    for (size_t i = 0; i < source->count; i++) {
        bool all = true;
        for (size_t j = 0; j < count && all; j++) all = holds(&conditions[j], source->rows[i].cells[conditions[j].column]);
        if (all) source->rows[kept++] = source->rows[i];
    }
    source->count = kept;
    return true;
}

// order_by

static bool numeric(const table *source, size_t column) {
    double number;
    for (size_t i = 0; i < source->count; i++) {
        cell of = source->rows[i].cells[column];
        if (of.text.length && !cell_number(of, &number)) return false;
    }
    return true;
}

typedef struct {
    size_t column;
    bool numeric, descending;
} order;

// Cells without a value come last, whichever the direction.
static int compare_cells(const order *by, cell a, cell b) {
    bool none_a = a.kind == CELL_NULL || (a.kind == CELL_TEXT && !a.text.length);
    bool none_b = b.kind == CELL_NULL || (b.kind == CELL_TEXT && !b.text.length);
    if (none_a || none_b) return none_a - none_b;
    double x = 0, y = 0;
    if (by->numeric) cell_number(a, &x), cell_number(b, &y);
    int way = by->numeric ? compare_numbers(x, y) : compare_words(a.text, b.text);
    return by->descending ? -way : way;
}

// A merge sort, since rows that compare equal keep their order.
static void sort(row *rows, row *spare, size_t count, const order *by) {
    if (count < 2) return;
    size_t half = count / 2, left = 0, right = half;
    sort(rows, spare, half, by);
    sort(rows + half, spare, count - half, by);
    memcpy(spare, rows, count * sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        bool from_left = right == count || (left < half && compare_cells(by, spare[left].cells[by->column], spare[right].cells[by->column]) <= 0);
        rows[i] = spare[from_left ? left++ : right++];
    }
}

static bool sort_by(table *source, const json *name, const json *descending) {
    order by = {.descending = descending && descending->kind == JSON_TRUE};
    if (!name) return true;
    if (!table_column(source, name->text, &by.column)) return false;
    by.numeric = numeric(source, by.column);
    sort(source->rows, take(source->count * sizeof(row)), source->count, &by);
    return true;
}

// aggregate

typedef struct {
    words name;
    size_t count;
    long double sum;  // of 113 bits: a tenth and two tenths add up to three tenths
    cell least, most;
} group;

typedef struct {
    function fn;
    bool of_column, grouped, numeric;
    size_t column, by;
} summary;

static bool add(group *to, const summary *how, const row *from) {
    double number = 0;
    cell of = how->of_column ? from->cells[how->column] : (cell){0};
    if (how->of_column && !of.text.length) return true;
    if ((how->fn == SUM || how->fn == AVG)) {
        if (!cell_number(of, &number))
            return fail("csv.not_a_number", "Leave such rows out with where.", "line %zu: \"%.*s\" is no number", from->line, (int)(of.text.length < 80 ? of.text.length : 80), of.text.at);
        words trimmed = of.text;
        while (*trimmed.at == ' ' || *trimmed.at == '\t') trimmed.at++, trimmed.length--;
        char *copy = take(trimmed.length + 1);
        memcpy(copy, trimmed.at, trimmed.length);
        to->sum += strtold(copy, NULL);
    }
    order by = {.numeric = how->numeric};
    if (!to->count || compare_cells(&by, of, to->least) < 0) to->least = of;
    if (!to->count || compare_cells(&by, of, to->most) > 0) to->most = of;
    to->count++;
    return true;
}

static cell result(const group *of, const summary *how) {
    cell made = {.kind = CELL_NUMBER};
    if (how->fn == COUNT) return made.number = (double)of->count, made;
    if (how->fn == SUM) return made.number = (double)of->sum, made;
    if (!of->count) return (cell){.kind = CELL_NULL};
    if (how->fn == AVG) return made.number = (double)(of->sum / of->count), made;
    made = how->fn == MIN ? of->least : of->most;
    if (how->numeric && cell_number(made, &made.number)) made.kind = CELL_NUMBER;
    return made;
}

static bool summary_read(const table *source, const json *from, summary *into) {
    const json *column = json_member(from, "column"), *by = json_member(from, "group_by");
    int fn = place_of(json_member(from, "fn"), FUNCTION_NAMES, FUNCTIONS);
    if (fn < 0 || (!column && fn != COUNT)) return fail("csv.bad_aggregate", "Give fn, and a column unless fn is count.", "the aggregate has no function that is known, or no column");
    into->fn = (function)fn;
    into->of_column = column != NULL;
    into->grouped = by != NULL;
    if (column && !table_column(source, column->text, &into->column)) return false;
    if (by && !table_column(source, by->text, &into->by)) return false;
    into->numeric = column && numeric(source, into->column);
    return true;
}

typedef struct {
    group *all;
    size_t count, room;
    uint32_t *slots;  // a hash table of places in `all`, plus one
    size_t slot_count;
} groups;

static size_t slot_of(const groups *in, words name) {
    size_t hash = 2166136261u;
    for (size_t i = 0; i < name.length; i++) hash = (hash ^ (unsigned char)name.at[i]) * 16777619u;
    size_t slot = hash & (in->slot_count - 1);
    while (in->slots[slot] && !same(in->all[in->slots[slot] - 1].name, name)) slot = (slot + 1) & (in->slot_count - 1);
    return slot;
}

static group *group_of(groups *in, words name) {
    size_t slot = slot_of(in, name);
    if (!in->slots[slot]) {
        in->all[in->count].name = name;
        in->slots[slot] = (uint32_t)++in->count;
    }
    return &in->all[in->slots[slot] - 1];
}

// Groups stand in the order in which they first appear; without group_by all rows are one group, even if there are none.
static bool aggregate(table *source, const json *wanted) {
    summary how = {0};
    if (!wanted) return true;
    if (!summary_read(source, wanted, &how)) return false;
    groups in = {.slot_count = 16};
    while (in.slot_count < source->count * 2) in.slot_count *= 2;
    in.all = take((source->count + 1) * sizeof *in.all);
    in.slots = take(in.slot_count * sizeof *in.slots);
    if (!how.grouped) group_of(&in, words_of(""));
    for (size_t i = 0; i < source->count; i++) {
        words name = how.grouped ? source->rows[i].cells[how.by].text : words_of("");
        if (!add(group_of(&in, name), &how, &source->rows[i])) return false;
    }
    text title = {0};
    put_words(&title, FUNCTION_NAMES[how.fn]);
    if (how.of_column) {
        put_words(&title, "(");
        put(&title, source->columns[how.column].at, source->columns[how.column].length);
        put_words(&title, ")");
    }
    table made = {.columns = take(2 * sizeof(words)), .width = how.grouped ? 2 : 1};
    if (how.grouped) made.columns[0] = source->columns[how.by];
    made.columns[made.width - 1] = (words){title.at, title.length};
    for (size_t i = 0; i < in.count; i++) {
        row added = {take(made.width * sizeof(cell)), 0};
        if (how.grouped) added.cells[0].text = in.all[i].name;
        added.cells[made.width - 1] = result(&in.all[i], &how);
        table_add(&made, added);
    }
    *source = made;
    return true;
}

// select, and the answer

static bool chosen(const table *source, const json *select, size_t **columns, size_t *count) {
    *count = select ? select->count : source->width;
    *columns = take(*count * sizeof **columns);
    size_t i = 0;
    for (const json *one = select ? select->first : NULL; one; one = one->next)
        if (!table_column(source, one->text, &(*columns)[i++])) return false;
    for (; i < *count; i++) (*columns)[i] = i;
    return true;
}

static void put_cell(text *out, cell of) {
    if (of.kind == CELL_TEXT) put_string(out, of.text);
    else if (of.kind == CELL_NUMBER) put_number(out, of.number);
    else put_words(out, "null");
}

static void write_answer(const table *source, const size_t *columns, size_t width, size_t rows, text *out) {
    put_words(out, "{\"columns\":[");
    for (size_t i = 0; i < width; i++) {
        if (i) put_words(out, ",");
        put_string(out, source->columns[columns[i]]);
    }
    put_words(out, "],\"rows\":[");
    for (size_t i = 0; i < rows; i++) {
        put_words(out, i ? ",[" : "[");
        for (size_t j = 0; j < width; j++) {
            if (j) put_words(out, ",");
            put_cell(out, source->rows[i].cells[columns[j]]);
        }
        put_words(out, "]");
    }
    put_words(out, "],\"row_count\":");
    put_number(out, (double)rows);
    put_words(out, ",\"matched\":");
    put_number(out, (double)source->count);
    put_words(out, "}");
}

bool tool(const json *arguments, text *out) {
    const json *csv = json_member(arguments, "csv"), *limit = json_member(arguments, "limit");
    table source = {0};
    size_t *columns, width;
    if (!csv || csv->kind != JSON_STRING) return fail("arguments.missing", "Give the text of the table as csv.", "there is no csv");
    if (!table_read(csv->text, &source)) return false;
    if (!filter(&source, json_member(arguments, "where"))) return false;
    if (!aggregate(&source, json_member(arguments, "aggregate"))) return false;
    if (!sort_by(&source, json_member(arguments, "order_by"), json_member(arguments, "descending"))) return false;
    if (!chosen(&source, json_member(arguments, "select"), &columns, &width)) return false;
    size_t rows = limit && limit->number < (double)source.count ? (size_t)limit->number : source.count;
    write_answer(&source, columns, width, rows, out);
    return true;
}
