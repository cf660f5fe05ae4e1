// A tool without WASI: the host writes the arguments where `alloc` says, and `run` answers where the answer lies.
#include <stdint.h>
#include <stdlib.h>

#include "tool.h"

#define ERROR 0x80000000u

__attribute__((export_name("alloc"))) uint32_t cathedral_alloc(uint32_t size) {
    return (uint32_t)(uintptr_t)malloc(size ? size : 1);
}

__attribute__((export_name("run"))) uint64_t cathedral_run(const char *at, uint32_t length) {
    text out = {0};
    const json *arguments = json_parse((words){at, length});
    bool done = arguments && arguments->kind == JSON_OBJECT
        ? tool(arguments, &out)
        : fail("arguments.not_json", "Give the arguments as one JSON object.", "the arguments are no JSON object");
    if (!done) out = failure();
    return (uint64_t)(uintptr_t)out.at << 32 | (uint32_t)out.length | (done ? 0 : ERROR);
}
