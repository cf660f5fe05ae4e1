"""What ends an awk program early: mistakes in it, and the budget of the shell."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits

SYNTAX = {
    "BEGIN { print (1 }": "line 1: syntax error at or near }",
    "{ print": "line 1: syntax error at or near end of file",
    'BEGIN { x = "a }': "line 1: syntax error: unterminated string",
    "/a": "line 1: syntax error: unterminated regexp",
    "BEGIN { ` }": "line 1: syntax error: unexpected character '`'",
    "\n\nBEGIN { return }": "line 3: 'return' used outside function context",
    "BEGIN { next }": "line 1: 'next' used in BEGIN action",
    "END { nextfile }": "line 1: 'nextfile' used in END action",
    "BEGIN { break }": "line 1: 'break' is not allowed outside a loop",
    "BEGIN { f(1) }": "line 1: function 'f' not defined",
    "BEGIN": "line 1: BEGIN blocks must have an action part",
    "function f(a) { } BEGIN { f(1, 2) }": "line 1: function 'f' called with more arguments than declared",
    "function f() { } function f() { }": "line 1: function name 'f' previously defined",
    "function f(a, a) { }": "line 1: function 'f': a parameter's name is taken",
    "function f() { } BEGIN { f[1] = 2 }": "line 1: function 'f' called with space or used as a variable",
    "BEGIN { NR[1] }": "line 1: attempt to use scalar 'NR' as an array",
    "BEGIN { a[1]; a = 2 }": "line 1: attempt to use array 'a' in a scalar context",
    "BEGIN { substr(1) }": "line 1: syntax error: too few arguments for substr",
    "BEGIN { int(1, 2) }": "line 1: syntax error: too many arguments for int",
    'BEGIN { print |& "cat" }': "line 1: two-way pipes are not supported",
    'BEGIN { "cat" |& getline }': "line 1: two-way pipes are not supported",
    "BEGIN { printf }": "line 1: syntax error at or near }",
    "function 1": "line 1: syntax error at or near 1",
    "function f(1": "line 1: syntax error at or near 1",
    "a b c { } }": "line 1: syntax error at or near }",
    "BEGIN { x = (1, 2) }": "line 1: syntax error at or near }",
    "BEGIN { toupper }": "line 1: syntax error at or near }",
    "BEGIN { ++1 }": "line 1: syntax error at or near }",
    "BEGIN { switch (1) { case x: } }": "line 1: syntax error at or near x",
    "BEGIN { if (1) print 1; 2 3 else }": "line 1: syntax error at or near else",
    "BEGIN { " + "(" * 300 + "1" + ")" * 300 + " }": "line 1: program is nested too deeply",
    "BEGIN { " + "if (1) " * 200 + "x }": "line 1: program is nested too deeply",
    "BEGIN { " + "for (;;) " * 30 + "x }": "line 1: program is nested too deeply",
    "BEGIN { " + "for (k in a) " * 30 + "x }": "line 1: program is nested too deeply",
    "BEGIN { x = " + "- " * 2000 + "1 }": "line 1: program is nested too deeply",
}


@pytest.mark.parametrize(("program", "message"), SYNTAX.items())
def test_a_text_that_is_no_program_is_refused_with_its_line(program, message) -> None:
    done = Bash(files={"/p": program}).exec_sync("awk -f /p")
    assert (done.stderr, done.exit_code) == (f"awk: {message}\n", 2)


FATAL = {
    "BEGIN { print 1 / 0 }": "division by zero attempted",
    "BEGIN { x = 0; print 1 % x }": "division by zero attempted in '%'",
    "BEGIN { print $(-1) }": "attempt to access field -1",
    "BEGIN { NF = -1 }": "NF set to negative value",
    'BEGIN { print > "/no/such/x" }': 'cannot redirect to "/no/such/x": No such file or directory',
    'BEGIN { print > "" }': "expression for redirection has null string value",
    'BEGIN { print "a" ~ "(" }': "invalid regular expression: Unmatched ( or \\(: /(/",
    'BEGIN { printf "%s" }': "not enough arguments to satisfy format string\n\t'%s'",
    "BEGIN { print and(-1, 2) }": "and: negative values are not allowed",
    "BEGIN { print or(1) }": None,
    "BEGIN { a[1][2]; a[1] = 3 }": "attempt to use array in a scalar context",
    "BEGIN { a[1][2]; print a[1] + 1 }": "attempt to use array in a scalar context",
    'BEGIN { a[1][2]; print a[1] "" }': "attempt to use array in a scalar context",
    "BEGIN { a[1][2]; if (a[1]) print }": "attempt to use array in a scalar context",
    "BEGIN { a[1] = 3; a[1][2] = 4 }": "attempt to use scalar value as array",
    "function f(x) { x[1] = 1 } BEGIN { y = 5; g(y) } function g(z) { f(z) }": None,
    'BEGIN { CONVFMT = "%99999d"; x = 0.1 "" }': "bad CONVFMT specification '%99999d'",
    'BEGIN { FIELDWIDTHS = "a" }': "invalid FIELDWIDTHS value, for field 1, near 'a'",
    'BEGIN { a[1]; a[2]; PROCINFO["sorted_in"] = "none"; for (k in a) print }': (
        "sort comparison function 'none' is not defined"
    ),
    'BEGIN { for (;;) print > ("/tmp/" i++) }': "too many open files",
}


@pytest.mark.parametrize(("program", "message"), FATAL.items())
def test_a_mistake_of_a_running_program_is_fatal(program, message) -> None:
    done = Bash(files={"/p": program}).exec_sync("awk -f /p")
    assert done.exit_code == 2
    if message is not None:
        assert done.stderr == f"awk: cmd. line:1: fatal: {message}\n"
    assert done.stderr.startswith("awk: ")
    assert done.failures == ()


def test_a_fatal_mistake_names_its_line_and_the_record() -> None:
    done = Bash().exec_sync("printf 'a\\nb\\n' | awk '\n/b/ {\n  x = 1 / n\n}\n1'")
    assert done.stdout == "a\n"
    assert done.stderr == "awk: cmd. line:3: (FILENAME=- FNR=2) fatal: division by zero attempted\n"


PLAIN = {
    "awk '{ print }' none": "cannot open none (No such file or directory)",
    "awk -f none": "cannot open none (No such file or directory)",
    "awk -v 1x=2 1": "improper assignment: 1x=2",
    "awk 'function f() { } 1' f=2 x": "cmd. line:1: fatal: cannot use function name 'f' as variable name",
    "awk 'BEGIN { printf \"%*d\", 1e9, 1 }'": "format width 1000000000 exceeds maximum (10000)",
    "awk 'BEGIN { printf \"%.999999999f\", 1 }'": "format precision 999999999 exceeds maximum (10000)",
}


@pytest.mark.parametrize(("script", "message"), PLAIN.items())
def test_what_no_line_is_to_blame_for_is_said_without_one(script, message) -> None:
    done = Bash(files={"/w/x": "a\n"}, cwd="/w").exec_sync(script)
    assert done.exit_code == 2
    assert done.stderr in (
        f"awk: {message}\n",
        f"awk: {message.partition('fatal: ')[2]}\n",
        f"awk: fatal: {message.partition('fatal: ')[2]}\n",
    )


def test_a_folder_among_the_operands_is_passed_over() -> None:
    done = Bash(files={"/w/x": "a\n"}).exec_sync("awk 1 /w /w/x")
    assert (done.stdout, done.exit_code) == ("a\n", 0)
    assert done.stderr == "awk: warning: command line argument `/w' is a directory: skipped\n"


LIMITS = {
    "BEGIN { while (1); }": "loop_iterations",
    "BEGIN { do x++; while (1) }": "loop_iterations",
    'BEGIN { for (;;) print "y" > "/dev/null" }': "loop_iterations",
    "function f() { f() } BEGIN { f() }": "function_depth",
    "function f(n) { return f(n + 1) + 1 } BEGIN { print f(1) }": "function_depth",
    'BEGIN { s = "x"; while (1) s = s s }': "variable_bytes",
    'BEGIN { s = "x"; while (1) s = s s s s s s s s s }': "variable_bytes",
    'BEGIN { s = sprintf("%9000s", ""); while (1) a[i++] = s i }': "variable_bytes",
    "BEGIN { while (1) a[i++] = i }": "variable_bytes",
    "function f(a, i) { while (1) a[i++] = i } BEGIN { f() }": "variable_bytes",
    'BEGIN { s = "xx"; while (1) gsub(/x/, "&&&&", s) }': "variable_bytes",
    'BEGIN { s = "xx"; while (1) gsub(/x/, "yxyxyx", s) }': "variable_bytes",
    'BEGIN { s = sprintf("%5000s", ""); gsub(/ /, s, s) }': "variable_bytes",
    'BEGIN { while (1) s = sprintf("%s%s!", s, s) }': "variable_bytes",
    'BEGIN { s = "a"; while (1) { $3 = s = s s; s = $0 } }': "variable_bytes",
    "BEGIN { $100000000 = 1 }": "expansion_fields",
    "BEGIN { NF = 1e9 }": "expansion_fields",
    'BEGIN { while (1) system("true") }': "commands",
    'BEGIN { while ((getline l < "/none") < 1); }': "loop_iterations",
    'BEGIN { while (1) print "a long line of output" }': "output_bytes",
}


@pytest.mark.parametrize(("program", "code"), LIMITS.items())
def test_what_would_never_end_ends_by_a_limit(program, code) -> None:
    """T-SH-01."""
    limits = Limits(
        max_loop_iterations=2000,
        max_variable_bytes=400_000,
        max_output_bytes=500_000,
        max_commands=300,
        timeout_s=20,
    )
    done = Bash(files={"/p": program}, limits=limits).exec_sync("awk -f /p")
    assert done.error == f"limit.{code}", (done.error, done.stderr)


@pytest.mark.parametrize(
    "script",
    [
        "yes | awk '{ n++ }'",
        "awk 'BEGIN { while ((\"yes\" | getline l) > 0) n++ }'",
        "awk '{ n++ }' /dev/zero",
    ],
)
def test_an_input_without_end_ends_by_the_clock_or_the_size_of_a_record(script) -> None:
    done = Bash(limits=Limits(timeout_s=0.2, max_file_bytes=1_000_000)).exec_sync(script)
    assert done.error in ("limit.timeout", "limit.file_bytes", "limit.loop_iterations")


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(a|a)*b", "((a*)*)*b", "(.*)(.*)(.*)(.*)(.*)b$"])
def test_no_expression_takes_forever(pattern) -> None:
    script = f'awk \'BEGIN {{ s = sprintf("%200s", ""); gsub(/ /, "a", s); print s "!" ~ /{pattern}/ }}\''
    done = Bash(limits=Limits(timeout_s=5)).exec_sync(script)
    assert (done.stdout, done.error) == ("0\n", None)


def test_many_terms_are_no_deep_nesting() -> None:
    text = "BEGIN { x = " + "1 + " * 3000 + "1; y = " + '"a" ' * 3000 + "; print x, length(y) }"
    assert Bash(files={"/p": text}).exec_sync("awk -f /p").stdout == "3001 3000\n"


@pytest.mark.parametrize(
    "name", ["import", "None", "class", "__import__", "rt", "row", "t1", "k0", "self", "print_"]
)
def test_no_name_of_a_program_means_anything_to_python(name) -> None:
    program = f"function f_{name}(a, {name}) {{ {name} = a; return {name} }} BEGIN {{ {name} = 5; print f_{name}(2), {name} }}"
    assert Bash(files={"/p": program}).exec_sync("awk -f /p").stdout == "2 5\n"


@pytest.mark.parametrize("text", ["'", "\\\\", '"""', "{}", "%s", "\\n{0}", "__builtins__"])
def test_no_text_of_a_program_is_python(text) -> None:
    quoted = text.replace('"', '\\"')
    program = f'BEGIN {{ a["{quoted}"] = "{quoted}"; a["{quoted}"] = a["{quoted}"] "!"; for (k in a) print a[k]; x["{quoted}"] += 2; x["{quoted}"]++; print x["{quoted}"] }}'
    done = Bash(files={"/p": program}).exec_sync("awk -f /p")
    assert done.stdout.endswith("!\n3\n")
    assert done.stderr == ""
