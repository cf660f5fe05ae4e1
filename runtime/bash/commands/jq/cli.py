"""The command line of jq, and the loop: every input through the filter, every output printed."""

from __future__ import annotations

from runtime.bash.commands._shared.input import opened, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands.jq.compile import program as compiled
from runtime.bash.commands.jq.files import Inputs
from runtime.bash.commands.jq.input_values import loads
from runtime.bash.commands.jq.lexer import SyntaxFault
from runtime.bash.commands.jq.parser import parse
from runtime.bash.commands.jq.reader import Malformed
from runtime.bash.commands.jq.run import Halt, Run
from runtime.bash.commands.jq.scope import FIRST, Scope
from runtime.bash.commands.jq.values import Breaking, JqError
from runtime.bash.commands.jq.writer import Style, compact, joined
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.scope import Many
    from runtime.bash.option_table import Options
    from runtime.bash.utility_context import Context

__all__ = ["run"]

VERSION = "jq-1.8"
_HELP = "Use jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://jqlang.github.io/jq\n"
_TWO = {"arg": "(e.g. --arg varname value)", "argjson": "(e.g. --argjson varname text)"}
_TWO |= {name: f"(e.g. --{name} varname filename)" for name in ("slurpfile", "rawfile", "argfile")}
_MOST_INDENT = 7
# Text held before it is written.
_BLOCK = 32_768
# Programs kept compiled: a loop in a script runs the same one again and again.
_KEPT = 64
# Seconds for a character of a program until it runs.
_COMPILING_S = 1e-5
_programs: dict[tuple[str, frozenset[str]], Many] = {}


class Line:
    """The command line, read."""

    def __init__(self) -> None:
        self.given: set[str] = set()
        self.indent = 2
        self.named: dict[str, Any] = {}
        self.positional: list[Any] = []
        self.filter: str | None = None
        self.files: list[str] = []
        self.folders: list[str] = []


def _refuse(cx: Context, words: str) -> Done:
    cx.stderr.write(f"jq: {words}\n{_HELP}".encode("utf-8", "surrogateescape"))
    return Done(2)


class _Arguments:
    """Reads the words of a command line one by one."""

    def __init__(self, cx: Context, options: Options) -> None:
        self.cx = cx
        self.options = options
        self.rest = list(reversed(cx.args))
        self.line = Line()
        self.take = self._file

    def read(self) -> Line:
        """All words."""
        ended = False
        while self.rest:
            word = self.rest.pop()
            # A filter may begin with a minus: an option's letter follows it at once.
            if ended or not (word.startswith("--") or (word.startswith("-") and word[1:2].isalpha())):
                self._operand(word)
            elif word == "--":
                ended = True
            elif word.startswith("--"):
                self._long(word[2:])
            else:
                self._cluster(word)
        return self.line

    def _operand(self, word: str) -> None:
        if self.line.filter is None:
            self.line.filter = word
        else:
            self.take(word)

    def _file(self, word: str) -> None:
        self.line.files.append(word)

    def _string(self, word: str) -> None:
        self.line.positional.append(_printable(word))

    def _json(self, word: str) -> None:
        self.line.positional.append(self._parsed(word, "--jsonargs"))

    def _parsed(self, text: str, option: str) -> Any:
        try:
            return loads(_printable(text))
        except Malformed:
            raise _refuse(self.cx, f"Invalid JSON text passed to {option}") from None

    def _cluster(self, word: str) -> None:
        for number, letter in enumerate(word[1:], 2):
            option = self.options.shorts.get(letter)
            if option is None:
                raise _refuse(self.cx, f"Unknown option: {word}")
            if letter == "L":
                self.line.folders.append(
                    word[number:]
                    or self._next("-L takes a parameter: (e.g. -L /search/path or -L/search/path)")
                )
                return
            self._set(option.key)

    def _long(self, name: str) -> None:
        if name in _TWO or name == "argfile":
            self._named(name)
            return
        option = self.options.longs.get(name)
        if option is None:
            raise _refuse(self.cx, f"Unknown option: --{name}")
        if name == "indent":
            self._indent(self._next("--indent takes one parameter"))
        elif option.key == "L":
            self.line.folders.append(
                self._next("-L takes a parameter: (e.g. -L /search/path or -L/search/path)")
            )
        else:
            self._set({"help": "h", "version": "V"}.get(option.key, option.key))

    def _next(self, complaint: str) -> str:
        if not self.rest:
            raise _refuse(self.cx, complaint)
        return self.rest.pop()

    def _indent(self, text: str) -> None:
        try:
            width = int(text[:9])
        except ValueError:
            raise _refuse(self.cx, "--indent takes a number") from None
        if width < -1 or width > _MOST_INDENT:
            bound = "more than 7" if width > _MOST_INDENT else "less than -1"
            raise _refuse(self.cx, f"Cannot indent {bound} characters")
        if width == -1:
            self.line.given.add("tab")
        self.line.indent = max(width, 0)
        self.line.given.discard("c")

    def _set(self, key: str) -> None:
        if key == "h":
            self.cx.write(self.options.help("jq"))
            raise Done(0)
        if key == "V":
            self.cx.write(VERSION + "\n")
            raise Done(0)
        if key == "args":
            self.take = self._string
        elif key == "jsonargs":
            self.take = self._json
        elif key == "f" and self.line.filter is not None:
            # The filter's file comes next: what stood before was an input.
            self.line.files.insert(0, self.line.filter)
            self.line.filter = None
        self.line.given.add(key)

    def _named(self, name: str) -> None:
        if len(self.rest) < 2:
            raise _refuse(self.cx, f"--{name} takes two parameters {_TWO[name]}")
        variable, text = self.rest.pop(), self.rest.pop()
        value: Any
        if name == "arg":
            value = _printable(text)
        elif name == "argjson":
            value = self._parsed(text, "--argjson")
        else:
            value = self._content(name, variable, text)
        self.line.named.setdefault(variable, value)

    def _content(self, option: str, variable: str, name: str) -> Any:
        try:
            data = _read(self.cx, name)
            if option == "rawfile":
                return data
            from runtime.bash.commands.jq.reader import Reader, place

            reader, made = Reader(data), []
            try:
                while True:
                    made.append(reader.next())
            except EOFError:
                return made
            except Malformed as bad:
                line, column = place(data, bad.at)
                words = f"{bad.message} at line {line}, column {column}"
        except OSError as error:
            words = f"Could not open {name}: {reason(error)}"
        raise _refuse(self.cx, f"Bad JSON in --{option} {variable} {name}: {words}")


def _printable(word: str) -> str:
    """An argument as text: bytes that are no UTF-8 become U+FFFD."""
    return word if word.isprintable() else word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _read(cx: Context, name: str) -> str:
    stream = opened(cx, name)
    try:
        return whole(cx, stream).decode("utf-8", "replace")
    finally:
        stream.release()


# -- the program


def _program(cx: Context, line: Line, task: Run) -> Many:
    """The filter, compiled. Raises Done."""
    text = line.filter or ""
    if "f" in line.given:
        try:
            text = _read(cx, text)
        except OSError as error:
            cx.complain(f"Could not open {text}: {reason(error)}")
            raise Done(2) from None
    else:
        text = _printable(text)
    key = text, frozenset(task.named)
    made = _programs.get(key)
    if made is not None:
        return made
    try:
        return _compiled(cx, line, task, key)
    except SyntaxFault as fault:
        _point_out(cx, text, fault)
    except RecursionError:
        cx.complain("error: program nested too deeply\njq: 1 compile error")
    except OSError as error:
        cx.complain(f"error: {reason(error)}\njq: 1 compile error")
    raise Done(3)


def _compiled(cx: Context, line: Line, task: Run, key: tuple[str, frozenset[str]]) -> Many:
    cx.meter.afford(_COMPILING_S * len(key[0]))
    program = parse(key[0])
    scope = Scope()
    names = key[1]
    if program.imports or "modulemeta" in key[0]:
        from runtime.bash.commands.jq.modules import Modules

        task.modules = Modules(cx, line.folders)
        scope = task.modules.scope(program)
        task.named.update(task.modules.data)
        names = frozenset(task.named)
    from runtime.bash.commands.jq.tree import Identity

    many = compiled(program.body or Identity(), program.functions, scope, names).many
    if task.modules is None:
        if len(_programs) >= _KEPT:
            _programs.clear()
        _programs[key] = many
    return many


def _point_out(cx: Context, text: str, fault: SyntaxFault) -> None:
    """The complaint about a program, with the line it is about."""
    number = text.count("\n", 0, fault.offset) + 1
    begin = text.rfind("\n", 0, fault.offset) + 1
    shown = text[begin:].partition("\n")[0]
    words = fault.message
    margin = " " * (fault.offset - begin)
    if "unexpected" in words:
        words += " (Unix shell quoting issues?)"
    cx.complain(f"error: {words} at <top-level>, line {number}:\n{shown}{margin}\njq: 1 compile error")


# -- the loop


class _Printer:
    """Prints outputs; remembers what ``-e`` asks about."""

    def __init__(self, cx: Context, line: Line, task: Run) -> None:
        self.cx = cx
        self.task = task
        self.held: list[str] = []
        self.size = 0
        self.any = False
        self.last: Any = None
        given = line.given
        self.raw = bool(given & {"r", "j", "raw-output0"})
        self.end = "" if "j" in given else "\0" if "raw-output0" in given else "\n"
        self.lead = "\x1e" if "seq" in given else ""
        indent = "\t" if "tab" in given else " " * line.indent
        if "c" in given:
            indent = ""
        self.style = style = Style(indent=indent, sort="S" in given, ascii_only="a" in given)
        # The common case has no style at all.
        self.text = style.text if indent or style.sort or style.ascii_only else compact
        if "C" in given and "M" not in given:
            from runtime.bash.commands.jq.color import chosen, colored

            colors = chosen(cx.env.get("JQ_COLORS", ""))
            self.text = lambda value, budget: style.escaped(joined(colored(value, style, colors), budget))

    def print(self, values: Iterable[Any]) -> None:
        """Every output of the filter for one input."""
        task, text, held, raw, tail = self.task, self.text, self.held, self.raw, self.end
        for value in values:
            self.any = True
            self.last = value
            if raw and type(value) is str and not self.style.ascii_only:
                if "\0" in value and tail == "\0":
                    raise JqError("Cannot dump a string containing NUL with --raw-output0 option")
                made = value
            else:
                made = text(value, task)
                if raw and type(value) is str:
                    made = made[1:-1]
            self.size += len(made) + 1
            held.append(self.lead + made + tail)
            if self.size > _BLOCK:
                self.flush()

    def flush(self) -> None:
        """Write what is held."""
        if self.held:
            data = "".join(self.held).encode("utf-8", "replace")
            self.held.clear()
            self.size = 0
            self.cx.stdout.write(data)


def run(cx: Context, options: Options) -> int:
    """One call of jq."""
    line = _Arguments(cx, options).read()
    if line.filter is None and "f" not in line.given:
        line.filter = "."  # nobody is at a terminal to be told of usage
    if line.filter is None:
        cx.stderr.write(
            f"Usage:\tjq [OPTIONS] FILTER [FILES...]\n\tjq [OPTIONS] --args FILTER [STRINGS...]\n\tjq [OPTIONS] --jsonargs FILTER [JSON_VALUES...]\n{_HELP}".encode()
        )
        return 2
    source = Inputs(cx, line.files)
    named = {**line.named, "ARGS": {"positional": line.positional, "named": line.named}}
    named["__prog_args"] = line.positional
    printer: _Printer | None = None

    def before() -> None:
        if printer is not None:
            printer.flush()

    task = Run(cx, named, source, before)
    many = _program(cx, line, task)
    printer = _Printer(cx, line, task)
    try:
        status = _filtered(cx, line, task, many, printer)
    except Halt as halt:
        printer.flush()
        return halt.status
    finally:
        source.close()
        printer.flush()
    if source.failed:
        return 2
    if status or "e" not in line.given:
        return status
    if not printer.any:
        return 4
    return int(printer.last is None or printer.last is False)


def _inputs(line: Line, task: Run) -> Iterator[Any]:
    """The inputs as the options want them."""
    given, source = line.given, task.source
    if "R" in given:
        if "s" in given:
            return (read() for read in (source.text,))
        return source.lines()
    if "stream" in given or "stream-errors" in given:
        events = source.events(task, errors="stream-errors" in given)
        return iter((list(events),)) if "s" in given else events
    return iter((list(source.values()),)) if "s" in given and "n" not in given else source.values()


def _filtered(cx: Context, line: Line, task: Run, many: Many, printer: _Printer) -> int:
    """Every input through the filter; the status."""
    status = 0
    env = (task, FIRST - 2)
    try:
        task.inputs = _inputs(line, task)
        for value in (None,) if "n" in line.given else task.inputs:
            task.renew()
            status = 0  # what the last input comes to is the status
            try:
                printer.print(many(env, value))
            except JqError as error:
                printer.flush()
                _complain(cx, task, error.value)
                status = 5
            except Breaking:
                printer.flush()
                cx.complain(f"error (at {task.source.place}): break")
                status = 5
            except RecursionError:
                printer.flush()
                cx.complain(f"error (at {task.source.place}): Recursion too deep")
                status = 5
            if task.source.failed and "n" not in line.given:
                # After a file that was not there jq goes on with one more input only.
                break
    except Malformed as bad:
        printer.flush()
        cx.complain(f"parse error: {bad.message}")
        return 2
    return status


def _complain(cx: Context, task: Run, value: Any) -> None:
    """What nobody caught."""
    where = f"jq: error (at {task.source.place})"
    text = f"{where}: {value}" if type(value) is str else f"{where} (not a string): {compact(value, task)}"
    cx.stderr.write((text + "\n").encode("utf-8", "replace"))
