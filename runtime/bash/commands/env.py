"""env: run a command in another environment."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.quoting import always, quote
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [-] [NAME=VALUE]... [COMMAND [ARG]...]",
    "Set each NAME to VALUE and run COMMAND, or print the environment.",
    ("i", "ignore-environment", "", "begin with nothing"),
    ("0", "null", "", "end lines with NUL"),
    ("u", "unset", "NAME", "leave out NAME"),
    ("C", "chdir", "DIR", "run in DIR"),
    ("S", "split-string", "S", "split S into arguments"),
    ("", "block-signal", "[SIG]", "ignored"),
    ("", "default-signal", "[SIG]", "ignored"),
    ("", "ignore-signal", "[SIG]", "ignored"),
    ("", "list-signal-handling", "", "ignored"),
    ("v", "debug", "", "say what is done"),
    status=125,
    permute=False,
)
_ESCAPES = {
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "#": "#",
    "$": "$",
    '"': '"',
    "'": "'",
    "\\": "\\",
}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, _split(cx, cx.args))
    operands = given.operands
    clean = "i" in given
    if operands[:1] == ["-"]:
        operands, clean = operands[1:], True
    env = {} if clean else dict(cx.env)
    for name in given.all("u"):
        if not name or "=" in name:
            return cx.fail(f"cannot unset {quote(name)}: Invalid argument", 125)
        env.pop(name, None)
    at = 0
    while at < len(operands) and "=" in operands[at]:
        name, _, value = operands[at].partition("=")
        env[name] = value
        at += 1
    command = operands[at:]
    if not command:
        return _print(cx, given.any(("0",)), given.get("C"), env)
    if "0" in given:
        cx.complain("cannot specify --null (-0) with command")
        raise OPTIONS.refuse(cx, "")
    return _run(cx, command, env, given.get("C"))


def _print(cx: Context, zero: bool, folder: str, env: Mapping[str, str]) -> int:
    if folder:
        cx.complain("must specify command with --chdir (-C)")
        raise OPTIONS.refuse(cx, "")
    end = "\0" if zero else "\n"
    cx.write("".join(f"{name}={value}{end}" for name, value in env.items()))
    return 0


def _run(cx: Context, command: list[str], env: Mapping[str, str], folder: str) -> int:
    if folder:
        if not cx.fs.is_dir(cx.path(folder)):
            why = "Not a directory" if cx.fs.exists(cx.path(folder)) else "No such file or directory"
            return cx.fail(f"cannot change directory to {always(folder)}: {why}", 125)
        # The folder is the shell's to change: a subshell of it does, and becomes the command.
        words = " ".join(map(_quoted, command))
        return cx.launch.run(["sh", "-c", f"cd {_quoted(folder)} && exec {words}"], env=env)
    missing = cx.launch.missing(command[0])
    if missing:
        why = "Permission denied" if missing == 126 else "No such file or directory"
        cx.complain(f"{quote(command[0])}: {why}")
        if missing == 127 and " " in command[0]:
            cx.complain("use -[v]S to pass options in shebang lines")
        return missing
    return cx.launch.run(command, env=env)


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"


def _split(cx: Context, args: list[str]) -> list[str]:
    """-S: the words of its value take its place."""
    for at, arg in enumerate(args):
        if arg == "--" or not arg.startswith("-"):
            break
        for lead in ("--split-string=", "-vS", "-iS", "-S"):
            if arg.startswith(lead):
                text, rest = arg[len(lead) :], args[at + 1 :]
                if not text and not rest and lead != "--split-string=":
                    return args  # what is missing is said as of any option
                if not text and rest and lead != "--split-string=":
                    text, rest = rest[0], rest[1:]
                flags = [f"-{lead[1]}"] if lead in ("-vS", "-iS") else []
                return _split(cx, [*args[:at], *flags, *_words(cx, text), *rest])
    return args


def _words(cx: Context, text: str) -> list[str]:
    """The words of -S: quotes and escapes as in a shell, ``${NAME}`` from the environment."""
    words: list[str | None] = [None]
    mark = ""
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == "\\" and at < len(text) and (mark != "'" or text[at] in "\\'"):
            at += 1
            if text[at - 1] == "c" and not mark:
                break
            piece = _escape(cx, text[at - 1], mark)
        elif char in "'\"" and mark in ("", char):
            mark = "" if mark else char
            piece = ""
        elif char == "#" and words[-1] is None and not mark:
            break
        elif char == "$" and mark != "'":
            piece, at = _variable(cx, text, at)
        else:
            piece = None if char in " \t\n\v\f\r" and not mark else char
        if piece is not None:
            words[-1] = (words[-1] or "") + piece
        elif words[-1] is not None:
            words.append(None)
    if mark:
        cx.complain("no terminating quote in -S string")
        raise Done(125)
    return [word for word in words if word is not None]


def _escape(cx: Context, char: str, mark: str) -> str | None:
    """What a backslash and ``char`` stand for; None: the end of a word."""
    if char == "_":
        return " " if mark else None
    if char not in _ESCAPES:
        cx.complain(f"invalid sequence '\\{char}' in -S")
        raise Done(125)
    return _ESCAPES[char]


def _variable(cx: Context, text: str, at: int) -> tuple[str | None, int]:
    found = re.compile(r"\{([A-Za-z_]\w*)\}", re.ASCII).match(text, at)
    if found is None:
        cx.complain("only ${VARNAME} expansion is supported, error at: " + text[at - 1 :])
        raise Done(125)
    return cx.env.get(found[1], ""), found.end()
