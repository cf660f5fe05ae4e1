// A tool as a WASI command: `--describe`, or the arguments as a JSON object in argv, or on stdin where argv says "-".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"

// The declaration that --describe prints: the tool's own.
extern const char DESCRIPTION[];
extern const size_t DESCRIPTION_LENGTH;

static words read_all(FILE *from) {
    static char chunk[1 << 16];
    text all = {0};
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, from)) > 0;) put(&all, chunk, got);
    return (words){all.at ? all.at : "", all.length};
}

static int end(FILE *to, const char *at, size_t length, int status) {
    bool written = fwrite(at, 1, length, to) == length && fflush(to) == 0;
    return written ? status : 3;
}

int main(int count, char **values) {
    text out = {0};
    if (count > 1 && strcmp(values[1], "--describe") == 0) return end(stdout, DESCRIPTION, DESCRIPTION_LENGTH, 0);
    words source = count < 2 ? words_of("") : strcmp(values[1], "-") == 0 ? read_all(stdin) : words_of(values[1]);
    const json *arguments = json_parse(source);
    bool done = arguments && arguments->kind == JSON_OBJECT
        ? tool(arguments, &out)
        : fail("arguments.not_json", "Give the arguments as one JSON object.", "the arguments are no JSON object");
    if (!done) out = failure();
    return end(done ? stdout : stderr, out.at, out.length, done ? 0 : 1);
}
