#include "tool.h"

#include <stdarg.h>
#include <stdio.h>

static text error;

bool fail(const char *code, const char *suggestion, const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error.length = 0;
    put_words(&error, "{\"code\":");
    put_string(&error, words_of(code));
    put_words(&error, ",\"message\":");
    put_string(&error, words_of(message));
    put_words(&error, ",\"suggestion\":");
    put_string(&error, words_of(suggestion));
    put_words(&error, "}");
    return false;
}

text failure(void) { return error; }
