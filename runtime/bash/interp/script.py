"""Running text: a script, ``eval``, ``source``, traps. Parsed, compiled and run unit by unit.

A unit is what bash reads before it executes: a complete list up to a newline. So what stands before a syntax error runs,
and an alias or ``shopt -s extglob`` holds from the next line on. A failed expansion throws away its unit only.

Texts that have been run to their end are kept compiled, for all shells: the key is all that reading them depends on.
"""

from __future__ import annotations

from runtime.bash.errors import Abandoned, Exit, ExpansionError, ShellSyntaxError
from runtime.bash.interp.dispatch import compile_command
from runtime.bash.interp.failure import settle, survive
from runtime.bash.interp.functions import deeper
from runtime.bash.state import ReadOnly
from runtime.bash.syntax.options import ParseOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.state import State

    Run = Callable[[State], int]

__all__ = ["run_text"]

# Switches that want the text of each unit, which the cache does not keep.
_SAID_OF_UNITS = frozenset({"verbose", "history"})
# Whose units are remembered as history: those of a script, not those of `eval`, traps and the like.
_REMEMBERED = frozenset({"", "-c"})
# Compiled texts by all that their reading depended on; emptied when they are long together: a character of script takes
# some hundred bytes compiled.
_cache: dict[tuple[object, ...], tuple[Run, ...]] = {}
_MOST_CACHED = 262_144
_LONGEST_CACHED = 32_768
# Seconds in which one node of a tree is compiled; below so many nodes the clock need not be asked.
_COMPILING_S = 1e-5
_MANY_NODES = 500
# What a text counts beside its characters.
_ENTRY = 64


def run_text(st: State, text: str, *, name: str = "", source: str | None = None, first_line: int = 1) -> int:
    """Run a text in this shell; the status of its last command, 2 after a syntax error.

    Args:
        st: the process it runs in.
        text: the commands.
        name: what runs it, in messages about its syntax: ``bash: eval: line 1: ...``; "" for none.
        source: the file it comes from, for messages about its syntax; the running one's by default.
        first_line: the number of its first line.
    """
    deeper(st)
    st.nesting += 1
    functions = len(st.functions)
    command = st.command
    status = 0
    try:
        for run in _units(st, text, name, source, first_line):
            try:
                status = run(st)
            except (ExpansionError, ReadOnly) as error:
                status = settle(st, error)
                if isinstance(error, Abandoned):
                    if st.nesting > 1:
                        error.message = ""
                        raise
                    if name == "-c":
                        break
            except Exception as error:  # noqa: BLE001  a defect throws away its unit only
                status = survive(st, error)
            if not name and st.options["onecmd"]:
                # `set -t` ends who reads a file or standard input, not `-c`, `eval` or a trap.
                raise Exit(status)
    finally:
        # What failed, to the ERR trap, is then `eval` itself.
        st.command = command
        st.nesting -= 1
        st.depth -= 1
    if len(st.functions) > functions:
        st.hold(len(text))
    st.status = status
    return status


def _options_key(st: State) -> tuple[object, ...]:
    on = st.options.on
    aliases = tuple(st.aliases.items()) if "expand_aliases" in on else None
    return ("extglob" in on, "posix" in on, aliases)


def _units(st: State, text: str, name: str, source: str | None, first_line: int) -> Iterator[Run]:
    """The compiled units, from the cache as long as the options that decide the reading stay."""
    options = _options_key(st)
    key = (text, first_line, options, st.meter.limits)
    cached = _cache.get(key)
    done = 0
    if cached is not None and _SAID_OF_UNITS.isdisjoint(st.options.on):
        for run in cached:
            if done and _options_key(st) != options:
                break
            done += 1
            yield run
        else:
            return
    yield from _read(st, text, name, source, first_line, done, key)


def _read(
    st: State, text: str, name: str, source: str | None, first_line: int, done: int, key: tuple[object, ...]
) -> Iterator[Run]:
    """Read and compile unit by unit, passing over the first ``done``; what was read alike to its end is cached."""
    options = ParseOptions()
    _refresh(options, st)
    reader = _Reader(st, text, options, name, source, first_line)
    units: list[Run] = []
    alike = True
    while (run := reader.next()) is not None:
        if done:
            done -= 1
            continue
        units.append(run)
        yield run
        if _options_key(st) != key[2]:
            alike = False
            _refresh(options, st)
    if alike and reader.quiet and len(text) <= _LONGEST_CACHED:
        _keep(key, text, units)


_kept = 0


def _keep(key: tuple[object, ...], text: str, units: list[Run]) -> None:
    global _kept  # noqa: PLW0603 - the size of the cache beside it
    _kept += len(text) + _ENTRY
    if _kept > _MOST_CACHED:
        _cache.clear()
        _kept = len(text) + _ENTRY
    _cache[key] = tuple(units)


class _Reader:
    """A text being parsed, and what is said about it meanwhile.

    Attributes:
        quiet: nothing was said: running the compiled units again does all that reading them did.
    """

    __slots__ = ("_failed", "_first_line", "_name", "_parser", "_source", "_st", "_told", "quiet")

    def __init__(
        self, st: State, text: str, options: ParseOptions, name: str, source: str | None, first_line: int
    ) -> None:
        from runtime.bash.syntax.parser import Parser

        self._st = st
        self._first_line = first_line
        self._parser = Parser(text, options, st.meter.limits, first_line)
        self._parser.look = st.meter.check
        self._name = name
        self._source = source
        self._told = 0
        self._failed = False
        self.quiet = True

    def next(self) -> Run | None:
        """The next unit, compiled; after a syntax error one that fails, and then None, as at the end."""
        if self._failed:
            return None
        st, parser = self._st, self._parser
        start, nodes = parser.pos, parser.nodes
        try:
            tree = parser.next()
        except ShellSyntaxError as error:
            _complain(st, error, self._name, self._source)
            self.quiet = False
            self._failed = not (error.loses_line and self._pass_over(error.line))
            return _failed_to_parse(error.status)
        for line, warning in parser.warnings[self._told :]:
            _say(st, "", self._source, line, warning)
            self.quiet = False
        self._told = len(parser.warnings)
        if not _SAID_OF_UNITS.isdisjoint(st.options.on):
            self._show(parser.text[start : parser.pos])
        if tree is None:
            return None
        if parser.nodes - nodes > _MANY_NODES:
            st.meter.afford(_COMPILING_S * (parser.nodes - nodes))
        return compile_command(tree)

    def _pass_over(self, line: int) -> bool:
        """Go on behind the line of that number; false where nothing is there."""
        parser = self._parser
        lines = parser.text.splitlines(keepends=True)
        rest = "".join(lines[line - self._first_line + 1 :])
        if not rest:
            return False
        self._first_line = line + 1
        self._told = 0
        self._parser = type(parser)(rest, parser.options, parser.limits, line + 1)
        self._parser.look = parser.look
        self._st.extra.pop("syntax error", None)
        return True

    def _show(self, text: str) -> None:
        """A unit has been read while somebody wants its text."""
        self.quiet = False
        if self._st.options["verbose"]:
            _echo(self._st, text)
        if self._st.options["history"] and self._name in _REMEMBERED and not self._st.frames:
            from runtime.bash.interp.history import remember

            remember(self._st, text)


def _failed_to_parse(status: int) -> Run:
    def run(st: State) -> int:
        st.status = status
        return status

    return run


def _refresh(options: ParseOptions, st: State) -> None:
    shell_options = st.options
    options.extglob = shell_options["extglob"]
    options.posix = shell_options["posix"]
    options.expand_aliases = shell_options["expand_aliases"]
    options.aliases = st.aliases


def _say(st: State, name: str, source: str | None, line: int, message: str) -> None:
    where = source or st.source or st.name0
    middle = f"{name}: " if name else ""
    st.say(f"{where}: {middle}line {line}: {message}\n")


def _complain(st: State, error: ShellSyntaxError, name: str, source: str | None) -> None:
    _say(st, name, source, error.line, error.message)
    if error.source:
        _say(st, name, source, error.line, error.source)
    st.extra["syntax error"] = error


def _echo(st: State, text: str) -> None:
    """``set -v``: the lines as they were read."""
    shown = text.lstrip("\n")
    if shown:
        st.say(shown if shown.endswith("\n") else f"{shown}\n")
