"""``bash`` and ``sh`` as commands: a fresh shell in the same virtual machine.

The new shell is a forked process that forgets everything a child process would not inherit: it keeps descriptors,
exported variables and functions, the working directory, the umask and ignored signals.
"""

from __future__ import annotations

from runtime.bash.errors import ShellSyntaxError
from runtime.bash.interp.exit_status_text import explain_foreground
from runtime.bash.interp.fork import call
from runtime.bash.interp.history import begin, save
from runtime.bash.interp.initial_variables import PATH
from runtime.bash.shell_options import LETTERS, SET_NAMES, SHOPT_NAMES, ShellOptions
from runtime.bash.variables import EXPORT, INTEGER, READONLY, Dynamic, Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.state import State
    from runtime.bash.streams import Stream

    Run = Callable[[State], int]

__all__ = ["main"]

_ERRORS = 2
_USAGE, _NOT_EXECUTABLE, _NOT_FOUND = 2, 126, 127
# Long options that change nothing here: there are no startup files, and no terminal to edit on.
_IDLE = frozenset({"noprofile", "noediting", "debugger", "restricted", "dump-strings", "dump-po-strings"})
# Options that an interactive shell turns on.
_INTERACTIVE = ("interactive", "expand_aliases", "histexpand")
_WITH_WORD = frozenset({"rcfile", "init-file"})
# What a shell sets itself, whatever its environment says.
_OWN = frozenset(
    [
        "BASH",
        "BASHOPTS",
        "BASH_VERSINFO",
        "BASH_VERSION",
        "DIRSTACK",
        "EUID",
        "GROUPS",
        "HOSTNAME",
        "HOSTTYPE",
        "MACHTYPE",
        "OPTERR",
        "OSTYPE",
        "PPID",
        "PS4",
        "SHELLOPTS",
        "UID",
    ]
)
_OPTIONS = frozenset([*SET_NAMES, *SHOPT_NAMES])
_VERSION = """GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)
Copyright (C) 2022 Free Software Foundation, Inc.
License GPLv3+: GNU GPL version 3 or later <http://gnu.org/licenses/gpl.html>

This is free software; you are free to change and redistribute it.
There is NO WARRANTY, to the extent permitted by law.
"""


class _Invocation:
    """What the command line of a new shell asks for."""

    __slots__ = ("from_stdin", "interactive", "on", "startup", "words")

    def __init__(self) -> None:
        self.on: dict[str, bool] = {}
        self.from_stdin = False
        self.interactive = False
        # The file that an interactive shell runs first; "" for none.
        self.startup = "~/.bashrc"
        self.words: list[str] = []


class _Refused(Exception):
    """The command line is none; the message is complete."""


def main(st: State, argv: list[str]) -> int:
    """``bash [options] [-c text | file | -s] [arguments]``; its exit status."""
    name = argv[0]
    if argv[1:2] == ["--version"]:
        _write(st, 1, _VERSION)
        return 0
    if argv[1:2] == ["--help"]:
        _write(st, 1, f"{_VERSION.partition(chr(10))[0]}\n{_usage(name)}")
        return 0
    asked = _Invocation()
    try:
        text = _read_options(asked, argv)
    except _Refused as refused:
        _write(st, 2, str(refused))
        return _USAGE
    if name.rpartition("/")[2] in {"sh", "dash", "ash"}:
        asked.on.setdefault("posix", True)
    if text is not None:
        return _child(st, lambda child: _run_command(child, name, text, asked))
    if asked.words and not asked.from_stdin:
        return _run_file(st, name, asked)
    return _child(st, lambda child: _run_stdin(child, name, asked))


def _write(st: State, fd: int, text: str) -> None:
    stream = st.fds.get(fd)
    if fd == _ERRORS:
        st.say(text)
    elif stream is not None:
        stream.write(text.encode("utf-8", "surrogateescape"))


def _child(st: State, run: Run) -> int:
    """Run the new shell as a child process; its status."""
    ended = call(st, run)
    st.extra["ended by"] = ended.signal
    if ended.signal and st.command is not None:
        explain_foreground(st, [(ended, st.command)])
    return ended.status or 0


# The command line


def _read_options(asked: _Invocation, argv: list[str]) -> str | None:
    """Read the options; the text of ``-c``, or None."""
    name, words = argv[0], argv[1:]
    with_command = False
    while words:
        word = words[0]
        if word in {"-", "--"}:
            words.pop(0)
            break
        if word[:2] == "--":
            _long_option(asked, name, words)
        elif word[:1] in {"-", "+"} and len(word) > 1:
            with_command = _short_options(asked, name, words) or with_command
        else:
            break
    text = None
    if with_command:
        if not words:
            raise _Refused(f"{name}: -c: option requires an argument\n")
        text = words.pop(0)
    asked.words = words
    return text


def _long_option(asked: _Invocation, name: str, words: list[str]) -> None:
    option = words.pop(0)[2:]
    if option in {"posix", "verbose"}:
        asked.on[option] = True
    elif option == "login":
        asked.on["login_shell"] = True
    elif option in _WITH_WORD:
        if not words:
            raise _Refused(f"{name}: --{option}: option requires an argument\n")
        asked.startup = words.pop(0)
    elif option == "norc":
        asked.startup = ""
    elif option not in _IDLE:
        raise _Refused(f"{name}: --{option}: invalid option\n{_usage(name)}")


def _short_options(asked: _Invocation, name: str, words: list[str]) -> bool:
    """A cluster such as ``-euo pipefail``; whether it has ``c``."""
    word = words.pop(0)
    value = word[0] == "-"
    with_command = False
    for letter in word[1:]:
        if letter == "c":
            with_command = True
        elif letter in "oO":
            _named_option(asked, name, letter, words, value)
        elif letter == "s":
            asked.from_stdin = True
        elif letter == "i":
            asked.interactive = True
            asked.on.update(dict.fromkeys(_INTERACTIVE, True))
        elif letter == "l":
            asked.on["login_shell"] = True
        elif letter in LETTERS:
            asked.on[LETTERS[letter]] = value
        elif letter not in "rD":
            raise _Refused(f"{name}: {word[0]}{letter}: invalid option\n{_usage(name)}")
    return with_command


def _named_option(asked: _Invocation, name: str, letter: str, words: list[str], value: bool) -> None:
    known = SET_NAMES if letter == "o" else SHOPT_NAMES
    if not words:
        return
    option = words.pop(0)
    if option not in known:
        what = "option" if letter == "o" else "shell option"
        raise _Refused(f"{name}: line 0: {name}: {option}: invalid {what} name\n")
    asked.on[option] = value


def _usage(name: str) -> str:
    long_options = (
        "debug debugger dump-po-strings dump-strings help init-file login noediting noprofile norc posix"
    )
    lines = [
        f"Usage:\t{name} [GNU long option] [option] ...",
        f"\t{name} [GNU long option] [option] script-file ...",
        "GNU long options:",
        *(f"\t--{word}" for word in f"{long_options} pretty-print rcfile restricted verbose version".split()),
        "Shell options:",
        "\t-ilrsD or -c command or -O shopt_option\t\t(invocation only)",
        "\t-abefhkmnptuvxBCEHPT or -o option",
    ]
    return "\n".join(lines) + "\n"


# The new shell


def _become_shell(st: State, asked: _Invocation, name0: str, args: list[str]) -> None:
    """Make a forked process a shell of its own."""
    variables: dict[str, str | Variable] = {
        name: value for name, value in st.vars.items() if isinstance(value, Dynamic) or name in _OWN
    }
    environment = st.environment()
    for name, text in environment.items():
        if name not in variables:
            variables[name] = Variable(text, EXPORT)
    level = st.get("SHLVL") or "0"
    variables["SHLVL"] = Variable(str(int(level) + 1 if level.isdecimal() and len(level) < 4 else 1), EXPORT)
    variables["IFS"] = Variable(" \t\n")
    if "PATH" not in variables:
        variables["PATH"] = PATH
    variables["OPTIND"] = Variable("1", INTEGER)
    variables["PWD"] = Variable(st.cwd, EXPORT)
    if st.process.parent is not None:
        variables["PPID"] = Variable(str(st.process.parent.pid), INTEGER | READONLY)
    traps: dict[str, str] = st.extra.get("traps", {})  # type: ignore[assignment]
    ignored = {name: text for name, text in traps.items() if not text}
    st.vars = variables
    st.functions = {name: made for name, made in st.functions.items() if made.exported}
    st.aliases = {}
    st.extra = {"traps": ignored} if ignored else {}
    st.extra["first input"] = st.fds.get(0)
    st.frames = []
    st.args = args
    st.name0 = name0
    st.source = ""
    st.underscore = ""
    st.loops = st.guarded = st.subshell = st.nesting = st.status = st.line = 0
    st.background = None
    st.shadowed = False
    options = ShellOptions()
    # Options travel in these two, where a script exports them.
    for variable in ("SHELLOPTS", "BASHOPTS"):
        for name in environment.get(variable, "").split(":"):
            options = options.having(name, True) if name in _OPTIONS else options
    for name, value in asked.on.items():
        options = options.having(name, value)
    st.options = options
    st.errexit, st.nounset = options["errexit"], options["nounset"]
    st.refresh("IFS")
    st.refresh("LANG")
    st.refresh_hooks()


def _run_command(st: State, name: str, text: str, asked: _Invocation) -> int:
    _become_shell(st, asked, asked.words[0] if asked.words else name, asked.words[1:])
    st.extra["invoked"] = "c"
    if asked.interactive:
        _start_up(st, asked.startup)
        begin(st)
    return _run_text(st, text, name="-c")


def _run_text(st: State, text: str, **how: Any) -> int:
    # Through the callbacks: running a text may start a shell as this one.
    return st.callbacks.extra["run_text"](st, text, **how)  # type: ignore[operator, no-any-return]


def _start_up(st: State, path: str) -> None:
    """Run the file that an interactive shell begins with, if it is there."""
    if path.startswith("~/"):
        path = f"{st.get('HOME') or ''}{path[1:]}"
    full = path if path.startswith("/") else f"{st.cwd}/{path}"
    if path and st.fs.is_file(full):
        data = st.fs.read_bytes(full)
        st.meter.text(len(data))
        _run_text(st, data.decode("utf-8", "surrogateescape"), source=path)


def _run_file(st: State, name: str, asked: _Invocation) -> int:
    path = asked.words[0]
    full = _located(st, path)
    try:
        if st.fs.is_dir(full):
            _write(st, 2, f"{path}: {path}: Is a directory\n")
            return _NOT_EXECUTABLE
        data = st.fs.read_bytes(full)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "No such file or directory"
        _write(st, 2, f"{name}: {path}: {reason}\n")
        return _NOT_FOUND if getattr(error, "errno", 2) == 2 else _NOT_EXECUTABLE
    if b"\0" in data[:80].partition(b"\n")[0]:
        _write(st, 2, f"{path}: {path}: cannot execute binary file\n")
        return _NOT_EXECUTABLE

    def run(child: State) -> int:
        _become_shell(child, asked, path, asked.words[1:])
        child.extra["invoked"] = "file"
        child.source = path
        child.extra["script"] = path
        return _run_text(child, data.decode("utf-8", "surrogateescape"), source=path)

    return _child(st, run)


def _located(st: State, path: str) -> str:
    """The script's full path: as it is, or along PATH when it has no slash and is not here."""
    here = path if path.startswith("/") else f"{st.cwd}/{path}"
    if "/" in path or st.fs.exists(here):
        return here
    for folder in (st.get("PATH") or "").split(":"):
        candidate = f"{folder or st.cwd}/{path}"
        if st.fs.is_file(candidate):
            return candidate
    return here


def _run_stdin(st: State, name: str, asked: _Invocation) -> int:
    """Commands from standard input, read line by line: what a command reads there is not taken from it."""
    _become_shell(st, asked, name, asked.words)
    st.extra["invoked"] = "s"
    if not asked.interactive:
        return _read_units(st)
    _start_up(st, asked.startup)
    begin(st)
    try:
        return _read_units(st)
    finally:
        save(st)


def _read_units(st: State) -> int:
    stream = st.fds.get(0)
    status, line, number = 0, 1, 0
    while stream is not None:
        _prompt(st)
        text, lines = _next_unit(st, stream, line)
        if not text:
            break
        if st.options["interactive"] and not text.isspace():
            number += 1
            st.extra["command number"] = number
        status = _run_text(st, text, first_line=line)
        line += lines
        if st.extra.pop("syntax error", None) is not None and not st.options["interactive"]:
            break
        stream = st.fds.get(0)
    return status


def _prompt(st: State) -> None:
    """What PROMPT_COMMAND (a text or an array of them) asks for before an interactive shell reads."""
    if not st.options["interactive"]:
        return
    held = st.variable("PROMPT_COMMAND")
    if held is None:
        return
    texts = held.value.values() if isinstance(held.value, Indexed) else [held.scalar() or ""]
    status, pipestatus = st.status, st.pipestatus
    # Not deeper than the shell itself, but none of its lines: the history does not have them.
    st.nesting += 1
    try:
        for text in texts:
            _run_text(st, text, name="PROMPT_COMMAND")
    finally:
        st.nesting -= 1
        st.status, st.pipestatus = status, pipestatus


def _next_unit(st: State, stream: Stream, first_line: int) -> tuple[str, int]:
    """The lines of the next complete command, and how many they are."""
    from runtime.bash.syntax.parser import ParseOptions, Parser

    on = st.options.on
    options = ParseOptions(
        extglob="extglob" in on,
        posix="posix" in on,
        expand_aliases="expand_aliases" in on,
        aliases=st.aliases,
    )
    text = ""
    lines = 0
    while True:
        more = stream.readline()
        if not more:
            return text, lines
        lines += 1
        text += _recalled(st, more.decode("utf-8", "surrogateescape"))
        st.meter.text(len(text))
        parser = Parser(text, options, st.meter.limits, first_line)
        try:
            tree = parser.next()
        except ShellSyntaxError as error:
            if error.incomplete:
                continue
            return text, lines
        if tree is not None and not parser.warnings:
            return text, lines


def _recalled(st: State, line: str) -> str:
    """A line as history expansion makes it; what became of it is shown, and one that means no past line is dropped."""
    if not (st.options["interactive"] and st.options["histexpand"] and ("!" in line or line[:1] == "^")):
        return line
    from runtime.bash.interp.history import history, store
    from runtime.bash.interp.history_expansion import NoEvent, expanded

    try:
        made, shown_only = expanded(line.rstrip("\n"), history(st).lines)
    except NoEvent as missing:
        _write(st, 2, f"{st.name0}: {missing.message}: event not found\n")
        return "\n"
    if shown_only:
        store(st, made)
    if made != line.rstrip("\n"):
        _write(st, 2, f"{made}\n")
    return "\n" if shown_only else f"{made}\n"
