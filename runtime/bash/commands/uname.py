"""uname: what machine this is."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]...",
    "Print what machine this is; with no option the same as -s.",
    ("a", "all", "", "print all, but for -p and -i when they are unknown"),
    ("s", "kernel-name sysname", "", "the kernel"),
    ("n", "nodename", "", "the machine's name"),
    ("r", "kernel-release release", "", "the kernel's release"),
    ("v", "kernel-version", "", "the kernel's version"),
    ("m", "machine", "", "the hardware"),
    ("p", "processor", "", "the processor"),
    ("i", "hardware-platform", "", "the platform"),
    ("o", "operating-system", "", "the operating system"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.operands:
        raise OPTIONS.refuse(cx, f"extra operand {quote(given.operands[0])}")
    # A machine of its own: nothing of the host's shows.
    words = {
        "s": "Linux",
        "n": cx.hostname,
        "r": "6.1.0-virtual",
        "v": "#1 SMP Cathedral Runtime",
        "m": "x86_64",
        "p": "unknown",
        "i": "unknown",
        "o": "GNU/Linux",
    }
    if "a" in given:
        chosen = [words[key] for key in "snrvmo"]
    else:
        chosen = [word for key, word in words.items() if key in given] or ["Linux"]
    cx.write(" ".join(chosen) + "\n")
    return 0
