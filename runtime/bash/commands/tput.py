"""tput: what a terminal can do: here there is none but the one that TERM names."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[-T TERM] CAPNAME [PARAMETER]...",
    "Print what a capability of the terminal is: its size, or the text that makes it do something.",
    ("S", "", "", "read capabilities from standard input"),
    ("T", "", "TERM", "use the terminal TERM"),
    ("V", "", "", "print the version"),
    ("x", "", "", "ignored"),
    status=2,
    permute=False,
    origin="ncurses 6.4",
)
_NUMBERS = {"cols": 80, "lines": 24, "it": 8}
_TEXTS = {
    "bel": "\a",
    "blink": "\x1b[5m",
    "bold": "\x1b[1m",
    "civis": "\x1b[?25l",
    "clear": "\x1b[H\x1b[2J\x1b[3J",
    "cnorm": "\x1b[?12l\x1b[?25h",
    "cr": "\r",
    "cuu1": "\x1b[A",
    "dim": "\x1b[2m",
    "ed": "\x1b[J",
    "el": "\x1b[K",
    "el1": "\x1b[1K",
    "home": "\x1b[H",
    "op": "\x1b[39;49m",
    "rc": "\x1b8",
    "rev": "\x1b[7m",
    "rmcup": "\x1b[?1049l\x1b[23;0;0t",
    "rmso": "\x1b[27m",
    "rmul": "\x1b[24m",
    "sc": "\x1b7",
    "sgr0": "\x1b(B\x1b[m",
    "sitm": "\x1b[3m",
    "smcup": "\x1b[?1049h\x1b[22;0;0t",
    "smso": "\x1b[7m",
    "smul": "\x1b[4m",
}
_KNOWN = ("xterm", "screen", "tmux", "linux", "vt100", "rxvt", "ansi")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "V" in given:
        OPTIONS.parse(cx, ["--version"])
    terminal = given.get("T") or cx.env.get("TERM", "")
    if not terminal:
        return cx.fail("No value for $TERM and no -T specified", 2)
    if terminal != "dumb" and not terminal.startswith(_KNOWN):
        return cx.fail(f'unknown terminal "{terminal}"', 3)
    if "S" in given:
        from runtime.bash.commands._shared.input import text_of, whole

        asked = [line.split() for line in text_of(whole(cx, cx.stdin)).splitlines() if line.split()]
        return max([_one(cx, words, terminal) for words in asked], default=0)
    if not given.operands:
        raise OPTIONS.refuse(cx, "")
    return _one(cx, given.operands, terminal)


def _one(cx: Context, words: list[str], terminal: str) -> int:
    """One capability with its parameters; the exit status."""
    name, *rest = words
    colors = 0 if terminal == "dumb" else 256 if "256" in terminal else 8
    parameters = [int(text[:6]) for text in rest if text.isascii() and text.isdigit()]
    if name in _NUMBERS:
        cx.write(f"{_NUMBERS[name]}\n")
    elif name == "colors":
        cx.write(f"{colors or -1}\n")
    elif name == "longname":
        cx.write(terminal)
    elif name in ("init", "reset", "am", "bw"):
        return 0
    elif name in _TEXTS or name in ("setaf", "setab", "cup"):
        if terminal == "dumb" and name not in ("bel", "cr"):
            return 1
        cx.write(_TEXTS.get(name) or _with(name, parameters, colors))
    else:
        return cx.fail(f"unknown terminfo capability '{name}'", 4)
    return 0


def _with(name: str, parameters: list[int], colors: int) -> str:
    first, second = ([*parameters, 0, 0])[:2]
    if name == "cup":
        return f"\x1b[{first + 1};{second + 1}H"
    base = 30 if name == "setaf" else 40
    if colors == 8 or first < 8:
        return f"\x1b[{base + first}m"
    return f"\x1b[{base + 60 + first - 8}m" if first < 16 else f"\x1b[{base + 8};5;{first}m"
