// What a tool in C is: one function, from the arguments to the answer. `reactor.c` or `command.c` carries it to the host.
#ifndef CATHEDRAL_TOOL_H
#define CATHEDRAL_TOOL_H

#include "json.h"

// Writes the answer as JSON and returns true; or calls `fail` and returns what that returns.
bool tool(const json *arguments, text *out);

// Ends the call with an error that the caller can act on; always false. `format` is printf's.
__attribute__((format(printf, 3, 4))) bool fail(const char *code, const char *suggestion, const char *format, ...);

// The error that `fail` left, as a JSON object.
text failure(void);

#endif
