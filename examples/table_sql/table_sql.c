// SQLite as a tool: tables come with the call, live in memory, and are gone after it.
#include <stdint.h>
#include <string.h>

#include "../../wasm_tools/_c/tool.h"
#include "sqlite3.h"

#define MOST_ROWS 1000
#define LARGEST_EXACT 9007199254740991  // beyond it a reader of JSON would see another number

const char DESCRIPTION[] = {
#embed "describe.json"
};
const size_t DESCRIPTION_LENGTH = sizeof DESCRIPTION;

static bool refused(sqlite3 *db) {
    return fail("sql.error", "Correct the statement; tables holds what it can read, beside what it creates itself.", "%s", sqlite3_errmsg(db));
}

// Values into statements

static bool is_integer(words number) { return !memchr(number.at, '.', number.length) && !memchr(number.at, 'e', number.length) && !memchr(number.at, 'E', number.length); }

static void put_json(text *out, const json *value) {
    switch (value->kind) {
        case JSON_NULL: put_words(out, "null"); return;
        case JSON_FALSE: put_words(out, "false"); return;
        case JSON_TRUE: put_words(out, "true"); return;
        case JSON_NUMBER: put(out, value->text.at, value->text.length); return;
        case JSON_STRING: put_string(out, value->text); return;
        default: break;
    }
    put_words(out, value->kind == JSON_ARRAY ? "[" : "{");
    for (const json *one = value->first; one; one = one->next) {
        if (one != value->first) put_words(out, ",");
        if (value->kind == JSON_OBJECT) put_string(out, one->key), put_words(out, ":");
        put_json(out, one);
    }
    put_words(out, value->kind == JSON_ARRAY ? "]" : "}");
}

static int bind(sqlite3_stmt *statement, int place, const json *value) {
    if (!value || value->kind == JSON_NULL) return sqlite3_bind_null(statement, place);
    if (value->kind == JSON_TRUE || value->kind == JSON_FALSE) return sqlite3_bind_int(statement, place, value->kind == JSON_TRUE);
    if (value->kind == JSON_STRING) return sqlite3_bind_text64(statement, place, value->text.at, value->text.length, SQLITE_STATIC, SQLITE_UTF8);
    if (value->kind == JSON_NUMBER) {
        bool whole = is_integer(value->text) && value->number >= -LARGEST_EXACT && value->number <= LARGEST_EXACT;
        return whole ? sqlite3_bind_int64(statement, place, (sqlite3_int64)value->number) : sqlite3_bind_double(statement, place, value->number);
    }
    text written = {0};
    put_json(&written, value);
    return sqlite3_bind_text64(statement, place, written.at, written.length, SQLITE_STATIC, SQLITE_UTF8);
}

// Tables that come with the call: rows as objects, or {"columns", "rows"} as other tools give them

static void put_name(text *sql, words name) {
    put_words(sql, "\"");
    for (size_t i = 0; i < name.length; i++) put(sql, name.at[i] == '"' ? "\"\"" : name.at + i, name.at[i] == '"' ? 2 : 1);
    put_words(sql, "\"");
}

static bool run(sqlite3 *db, text *sql) {
    put(sql, "", 1);
    return sqlite3_exec(db, sql->at, NULL, NULL, NULL) == SQLITE_OK ? true : refused(db);
}

typedef struct {
    words *names;
    size_t count, room;
} names;

static void add_name(names *to, words name) {
    for (size_t i = 0; i < to->count; i++)
        if (same(to->names[i], name)) return;
    if (to->count == to->room) {
        words *wider = take((to->room = to->room * 2 + 16) * sizeof *wider);
        if (to->count) memcpy(wider, to->names, to->count * sizeof *wider);
        to->names = wider;
    }
    to->names[to->count++] = name;
}

static bool columns_of(const json *table, const json *rows, names *into) {
    const json *columns = json_member(table, "columns");
    for (const json *one = columns ? columns->first : NULL; one; one = one->next) {
        size_t before = into->count;
        add_name(into, one->text);
        if (into->count == before) return fail("sql.bad_table", "Give each column a name of its own.", "table %.*s has two columns of one name", (int)table->key.length, table->key.at);
    }
    for (const json *row = rows->first; row && !columns; row = row->next)
        for (const json *cell = row->first; cell; cell = cell->next) add_name(into, cell->key);
    return into->count || fail("sql.bad_table", "Give its columns, or at least one row.", "table %.*s has no columns", (int)table->key.length, table->key.at);
}

static const json *cell_of(const json *row, names columns, size_t column) {
    if (row->kind == JSON_OBJECT) return json_member(row, (char *)columns.names[column].at);
    const json *cell = row->first;
    while (cell && column--) cell = cell->next;
    return cell;
}

static bool fill(sqlite3 *db, const json *table, const json *rows, names columns) {
    text insert = {0};
    sqlite3_stmt *statement;
    put_words(&insert, "INSERT INTO ");
    put_name(&insert, table->key);
    put_words(&insert, " VALUES (?");
    for (size_t i = 1; i < columns.count; i++) put_words(&insert, ",?");
    put_words(&insert, ")");
    if (sqlite3_prepare_v2(db, insert.at, (int)insert.length, &statement, NULL) != SQLITE_OK) return refused(db);
    for (const json *row = rows->first; row; row = row->next) {
        if (row->kind == JSON_ARRAY && row->count != columns.count)
            return fail("sql.bad_table", "Give each row as many values as there are columns.", "a row of table %.*s has %zu values for %zu columns", (int)table->key.length, table->key.at, row->count, columns.count);
        for (size_t i = 0; i < columns.count; i++) bind(statement, (int)i + 1, cell_of(row, columns, i));
        if (sqlite3_step(statement) != SQLITE_DONE) return refused(db);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    return true;
}

// Columns have no type: values keep theirs.
static bool make_table(sqlite3 *db, const json *table) {
    const json *rows = table->kind == JSON_ARRAY ? table : json_member(table, "rows");
    names columns = {0};
    text create = {0};
    if (!rows) return fail("sql.bad_table", "Give rows as objects, or columns and rows.", "table %.*s has no rows", (int)table->key.length, table->key.at);
    if (!columns_of(table, rows, &columns)) return false;
    put_words(&create, "CREATE TABLE ");
    put_name(&create, table->key);
    for (size_t i = 0; i < columns.count; i++) {
        put_words(&create, i ? "," : "(");
        put_name(&create, columns.names[i]);
    }
    put_words(&create, ")");
    return run(db, &create) && fill(db, table, rows, columns);
}

// Statements

static const json *parameter(const json *given, const char *name, int place) {
    if (!given) return NULL;
    if (given->kind == JSON_OBJECT) return name && *name ? json_member(given, name + 1) : NULL;
    const json *one = given->first;
    while (one && --place) one = one->next;
    return one;
}

// An absent parameter would be NULL, and the answer to another question.
static bool is_given(const json *given, const char *name, int place) {
    if (given && given->kind == JSON_ARRAY) return (size_t)place <= given->count;
    for (const json *one = given ? given->first : NULL; one; one = one->next)
        if (name && same(one->key, words_of(name + 1))) return true;
    return false;
}

static bool bind_all(sqlite3_stmt *statement, const json *given) {
    for (int place = 1; place <= sqlite3_bind_parameter_count(statement); place++) {
        const char *name = sqlite3_bind_parameter_name(statement, place);
        if (!is_given(given, name, place))
            return fail("sql.missing_parameter", "Give an array for ?, an object for :name.", "parameter %s, the %d. of the statement, is not given", name ? name : "?", place);
        bind(statement, place, parameter(given, name, place));
    }
    return true;
}

static void put_value(text *out, sqlite3_stmt *statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_NULL: put_words(out, "null"); return;
        case SQLITE_FLOAT: put_number(out, sqlite3_column_double(statement, column)); return;
        case SQLITE_INTEGER: {
            sqlite3_int64 value = sqlite3_column_int64(statement, column);
            if (value >= -LARGEST_EXACT && value <= LARGEST_EXACT) {
                put_number(out, (double)value);
                return;
            }
            break;
        }
        case SQLITE_BLOB: {
            static const char hex[] = "0123456789abcdef";
            const unsigned char *bytes = sqlite3_column_blob(statement, column);
            put_words(out, "\"");
            for (int i = 0; i < sqlite3_column_bytes(statement, column); i++)
                put(out, (char[]){hex[bytes[i] >> 4], hex[bytes[i] & 15]}, 2);
            put_words(out, "\"");
            return;
        }
        default: break;
    }
    const char *at = (const char *)sqlite3_column_text(statement, column);
    put_string(out, (words){at, (size_t)sqlite3_column_bytes(statement, column)});
}

static void put_row(text *out, sqlite3_stmt *statement) {
    put_words(out, "[");
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        if (i) put_words(out, ",");
        put_value(out, statement, i);
    }
    put_words(out, "]");
}

static void put_columns(text *out, sqlite3_stmt *statement) {
    out->length = 0;
    put_words(out, "{\"columns\":[");
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        if (i) put_words(out, ",");
        put_string(out, words_of(sqlite3_column_name(statement, i)));
    }
    put_words(out, "],\"rows\":[");
}

static bool step_all(sqlite3 *db, sqlite3_stmt *statement, size_t most, text *out) {
    size_t rows = 0;
    bool more = false;
    int state;
    bool answers = sqlite3_column_count(statement) > 0;
    if (answers) put_columns(out, statement);
    while ((state = sqlite3_step(statement)) == SQLITE_ROW && !(more = rows == most)) {
        if (rows++) put_words(out, ",");
        put_row(out, statement);
    }
    if (state != SQLITE_DONE && !more) return refused(db);
    if (answers) put_words(out, more ? "],\"truncated\":true" : "],\"truncated\":false");
    return true;
}

// All statements in turn; the answer is that of the last one that has columns.
static bool run_all(sqlite3 *db, words sql, const json *parameters, size_t most, text *out) {
    int before = sqlite3_total_changes(db);
    const char *at = sql.at, *end = sql.at + sql.length;
    while (at < end) {
        sqlite3_stmt *statement;
        if (sqlite3_prepare_v2(db, at, (int)(end - at), &statement, &at) != SQLITE_OK) return refused(db);
        if (!statement) continue;  // a comment
        if (!bind_all(statement, parameters) || !step_all(db, statement, most, out)) return false;
        sqlite3_finalize(statement);
    }
    if (!out->length) put_words(out, "{\"columns\":[],\"rows\":[],\"truncated\":false");
    put_words(out, ",\"changes\":");
    put_number(out, (double)(sqlite3_total_changes(db) - before));
    put_words(out, "}");
    return true;
}

bool tool(const json *arguments, text *out) {
    const json *sql = json_member(arguments, "sql"), *tables = json_member(arguments, "tables"), *most = json_member(arguments, "max_rows");
    sqlite3 *db;
    if (!sql || sql->kind != JSON_STRING || memchr(sql->text.at, 0, sql->text.length)) return fail("arguments.missing", "Give statements as sql, without zero bytes.", "there is no sql");
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) return refused(db);
    for (const json *table = tables ? tables->first : NULL; table; table = table->next)
        if (!make_table(db, table)) return false;
    return run_all(db, sql->text, json_member(arguments, "parameters"), most ? (size_t)most->number : MOST_ROWS, out);
}
