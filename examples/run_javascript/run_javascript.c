// QuickJS as a tool: a WASI command that evaluates a script. All values pass through the engine's own JSON.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quickjs.h"

#define STACK_BYTES (160 * 1024)  // of the engine's frames; the module's own stack is larger
#define FRAMES_SHOWN 2000         // bytes of an error's stack that are given

static const char DESCRIPTION[] = {
#embed "describe.json"
};

static const char CONSOLE[] =
    "(logs => { const say = (...parts) => { logs.push(parts.map(part =>"
    "  typeof part === 'string' ? part : (() => { try { return JSON.stringify(part) ?? String(part); } catch { return String(part); } })()"
    ").join(' ')); };"
    "globalThis.console = Object.freeze({ log: say, info: say, warn: say, error: say, debug: say }); })";

typedef struct {
    JSContext *context;
    JSValue logs;
} machine;

// Ends the process with an error that the caller can act on.
static _Noreturn void fail(JSContext *context, const char *code, const char *message, const char *suggestion) {
    JSValue error = JS_NewObject(context);
    JS_SetPropertyStr(context, error, "code", JS_NewString(context, code));
    JS_SetPropertyStr(context, error, "message", JS_NewString(context, message));
    JS_SetPropertyStr(context, error, "suggestion", JS_NewString(context, suggestion));
    JSValue json = JS_JSONStringify(context, error, JS_UNDEFINED, JS_UNDEFINED);
    const char *text = JS_ToCString(context, json);
    fputs(text ? text : message, stderr);
    fflush(stderr);
    exit(1);
}

// What was thrown, as a person reads it: the error and where it came from.
static _Noreturn void fail_thrown(JSContext *context, JSValue thrown) {
    static char said[FRAMES_SHOWN + 1];
    const char *message = JS_ToCString(context, thrown);
    if (!message) {
        JS_FreeValue(context, JS_GetException(context));
        message = "something that has no text";
    }
    JSValue stack = JS_IsError(thrown) ? JS_GetPropertyStr(context, thrown, "stack") : JS_UNDEFINED;
    const char *frames = JS_IsString(stack) ? JS_ToCString(context, stack) : "";
    snprintf(said, sizeof said, "%s%s%s", message, frames && *frames ? "\n" : "", frames ? frames : "");
    fail(context, "javascript.exception", said, "Correct the script; code outside functions may use await and ends with the result.");
}

static JSValue checked(JSContext *context, JSValue value) {
    if (JS_IsException(value)) fail_thrown(context, JS_GetException(context));
    return value;
}

static char *read_all(FILE *from, size_t *length) {
    size_t room = 1 << 16;
    char *text = malloc(room);
    *length = 0;
    for (size_t got; text && (got = fread(text + *length, 1, room - *length - 1, from)) > 0;) {
        *length += got;
        if (room - *length == 1) text = realloc(text, room *= 2);
    }
    if (!text) abort();
    text[*length] = 0;
    return text;
}

static machine make_machine(JSContext *context) {
    machine made = {context, JS_NewArray(context)};
    JSValue console = checked(context, JS_Eval(context, CONSOLE, sizeof CONSOLE - 1, "console", JS_EVAL_TYPE_GLOBAL));
    checked(context, JS_Call(context, console, JS_UNDEFINED, 1, &made.logs));
    return made;
}

// What a promise is settled with, once all that can go on has gone on; another value as it is.
static JSValue settled(JSContext *context, JSValue value) {
    JSContext *of_job;
    if (!JS_IsPromise(value)) return value;
    for (int ran; (ran = JS_ExecutePendingJob(JS_GetRuntime(context), &of_job)) != 0;)
        if (ran < 0) fail_thrown(of_job, JS_GetException(of_job));
    if (JS_PromiseState(context, value) == JS_PROMISE_REJECTED) fail_thrown(context, JS_PromiseResult(context, value));
    if (JS_PromiseState(context, value) == JS_PROMISE_PENDING)
        fail(context, "javascript.unsettled", "the script waits for a promise that nothing settles", "There are no timers and no network here; await only what the script itself settles.");
    return JS_PromiseResult(context, value);
}

// The script's last value. A script may await: the engine then answers with a promise of an object that holds the value.
static JSValue evaluate(JSContext *context, const char *code, size_t length) {
    int how = JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_ASYNC;
    JSValue outer = settled(context, checked(context, JS_Eval(context, code, length, "script", how)));
    return settled(context, checked(context, JS_GetPropertyStr(context, outer, "value")));
}

// A result that JSON does not know (undefined, a function) is null.
static void write_answer(machine *m, JSValue result) {
    JSContext *context = m->context;
    JSValue json = checked(context, JS_JSONStringify(context, result, JS_UNDEFINED, JS_UNDEFINED));
    JSValue logs = checked(context, JS_JSONStringify(context, m->logs, JS_UNDEFINED, JS_UNDEFINED));
    const char *text = JS_IsUndefined(json) ? "null" : JS_ToCString(context, json);
    printf("{\"result\":%s,\"logs\":%s}", text, JS_ToCString(context, logs));
    fflush(stdout);
}

int main(int count, char **arguments) {
    if (count > 1 && strcmp(arguments[1], "--describe") == 0) {
        fwrite(DESCRIPTION, 1, sizeof DESCRIPTION, stdout);
        return 0;
    }
    JSRuntime *runtime = JS_NewRuntime();
    JSContext *context = JS_NewContext(runtime);
    JS_SetMaxStackSize(runtime, STACK_BYTES);
    if (count < 2) fail(context, "arguments.missing", "there is no argument", "Give the arguments as one JSON object.");
    char *text = arguments[1];
    size_t length = strlen(text);
    if (strcmp(text, "-") == 0) text = read_all(stdin, &length);
    JSValue given = JS_ParseJSON(context, text, length, "arguments");
    JSValue code = JS_IsException(given) ? JS_UNDEFINED : JS_GetPropertyStr(context, given, "code");
    if (!JS_IsString(code)) fail(context, "arguments.invalid", "the arguments hold no code", "Give a JSON object with the script as code.");
    machine m = make_machine(context);
    JS_SetPropertyStr(context, JS_GetGlobalObject(context), "input", JS_GetPropertyStr(context, given, "input"));
    size_t size;
    const char *script = JS_ToCStringLen(context, &size, code);
    write_answer(&m, evaluate(context, script, size));
    return 0;
}
