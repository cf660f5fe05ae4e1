// A table of cells, read from CSV by RFC 4180.
#ifndef CSV_TABLE_H
#define CSV_TABLE_H

#include "../_c/tool.h"

typedef enum { CELL_TEXT, CELL_NUMBER, CELL_NULL } cell_kind;

typedef struct {
    cell_kind kind;
    words text;
    double number;
} cell;

typedef struct {
    cell *cells;
    size_t line;  // where the record starts, from 1
} row;

typedef struct {
    words *columns;
    size_t width;
    row *rows;
    size_t count, room;
} table;

// Fills the table from the text, whose first record names the columns; false after `fail`.
bool table_read(words csv, table *into);
// The column of that name; false after `fail`.
bool table_column(const table *source, words name, size_t *column);
void table_add(table *into, row added);
// A cell's value where all of it, without the blanks around it, is a number as JSON writes it.
bool cell_number(cell of, double *number);

#endif
