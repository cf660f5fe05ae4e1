"""getopt: read options for a script, as the C library does."""

from __future__ import annotations

import re

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "<optstring> <parameters>\n[options] [--] <optstring> <parameters>\n[options] -o|--options <optstring> [options] [--] <parameters>",
    "Parse command options.",
    ("a", "alternative", "", "allow long options starting with single -"),
    ("l", "longoptions", "LONGOPTS", "the long options to be recognized"),
    ("n", "name", "PROGNAME", "the name under which errors are reported"),
    ("o", "options", "OPTSTRING", "the short options to be recognized"),
    ("q", "quiet", "", "disable error reporting by getopt(3)"),
    ("Q", "quiet-output", "", "no normal output"),
    ("s", "shell", "SHELL", "set quoting conventions to those of <shell>"),
    ("T", "test", "", "test for getopt(1) version"),
    ("u", "unquoted", "", "do not quote the output"),
    ("h", "", "", "display this help"),
    ("V", "", "", "display version"),
    status=2,
    permute=False,
    origin="util-linux 2.38.1",
)
_SHELLS = {"sh": False, "bash": False, "csh": True, "tcsh": True}
_IS_ENHANCED = 4
_LONG = re.compile(r"[^, \t\n]+")


def main(cx: Context) -> int:
    args = cx.args
    compatible = "GETOPT_COMPATIBLE" in cx.env
    if not args and compatible:
        cx.write(" --\n")
        return 0
    if args and (compatible or not args[0].startswith("-")):
        return _Reader(cx, None, args[0].lstrip("+-") if compatible else args[0].lstrip("-+")).run(args[1:])
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("V", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    if "T" in given:
        return _IS_ENHANCED
    if given.get("s", "sh") not in _SHELLS:
        raise OPTIONS.refuse(cx, "unknown shell after -s or --shell argument")
    rest = given.operands
    if "o" not in given and not rest:
        raise OPTIONS.refuse(cx, "missing optstring argument")
    letters = given["o"] if "o" in given else rest.pop(0)
    return _Reader(cx, given, letters).run(rest)


class _Reader:
    """Reads parameters and writes them in order; ``given`` is None for what getopt was before it had options."""

    def __init__(self, cx: Context, given: Given | None, letters: str) -> None:
        self.cx = cx
        self.name = cx.name
        self.quoted = given is not None and "u" not in given
        self.csh = given is not None and _SHELLS[given.get("s", "sh")]
        self.loud = given is None or "q" not in given
        self.writes = given is None or "Q" not in given
        self.single = given is not None and "a" in given
        if given is not None:
            self.name = given.get("n") or cx.name
        # + stops at the first operand, - keeps operands in their places.
        self.order = letters[:1] if letters[:1] in ("+", "-") else "+" if "POSIXLY_CORRECT" in cx.env else ""
        letters = letters.lstrip("+-") if letters[:1] in ("+", "-") else letters
        self.silent = letters.startswith(":")
        self.letters = {found[1]: len(found[2]) for found in re.finditer(r"([^:])(:{0,2})", letters)}
        self.longs = self._longs(given)
        self.out: list[str] = []
        self.failed = False

    def _longs(self, given: Given | None) -> dict[str, int]:
        found = {}
        for text in given.all("l") if given is not None else ():
            for item in _LONG.findall(text):
                name = item.removesuffix(":").removesuffix(":") if item.endswith(":") else item
                if not name:
                    raise OPTIONS.refuse(self.cx, "empty long option after -l or --long argument")
                found[name] = len(item) - len(name)
        return found

    def complain(self, message: str) -> None:
        self.failed = True
        if self.loud and not self.silent:
            self.cx.stderr.write(f"{self.name}: {message}\n".encode("utf-8", "surrogateescape"))

    def run(self, args: list[str]) -> int:
        """Read all of them and write the outcome; the exit status."""
        rest = args[::-1]
        operands: list[str] = []
        while rest:
            arg = rest.pop()
            if arg == "--":
                break
            if arg[:1] != "-" or arg == "-":
                if self.order == "+":
                    rest.append(arg)
                    break
                if self.order == "-":
                    self.out.append(self._shown(arg))
                else:
                    operands.append(arg)
            elif arg.startswith("--"):
                self._long(arg[2:], "--", rest)
            elif not (self.single and self._alternative(arg, rest)):
                self._cluster(arg[1:], rest)
        operands += rest[::-1]
        self.out += ["--", *map(self._shown, operands)]
        if self.writes:
            self.cx.write("".join(f" {word}" for word in self.out) + "\n")
        return int(self.failed)

    def _alternative(self, arg: str, rest: list[str]) -> bool:
        """-a: whether ``-name`` is a long option."""
        if arg[1] in self.letters:
            name = arg[1:].partition("=")[0]
            if len(arg) == 2 or not any(full.startswith(name) for full in self.longs):
                return False
        self._long(arg[1:], "-", rest)
        return True

    def _long(self, text: str, lead: str, rest: list[str]) -> None:
        name, equals, value = text.partition("=")
        fitting = [name] if name in self.longs else [full for full in self.longs if full.startswith(name)]
        if len(fitting) > 1:
            choices = " ".join(f"'{lead}{full}'" for full in fitting)
            self.complain(f"option '{lead}{text}' is ambiguous; possibilities: {choices}")
            return
        if not fitting:
            self.complain(f"unrecognized option '{lead}{text}'")
            return
        full = fitting[0]
        takes = self.longs[full]
        if equals and not takes:
            self.complain(f"option '{lead}{full}' doesn't allow an argument")
            return
        if takes == 1 and not equals:
            if not rest:
                self.complain(f"option '{lead}{full}' requires an argument")
                return
            value = rest.pop()
        self.out.append(f"--{full}")
        if takes:
            self.out.append(self._shown(value))

    def _cluster(self, letters: str, rest: list[str]) -> None:
        at = 0
        while at < len(letters):
            letter = letters[at]
            at += 1
            takes = self.letters.get(letter)
            if takes is None:
                self.complain(f"invalid option -- '{letter}'")
                continue
            if not takes:
                self.out.append(f"-{letter}")
                continue
            value = letters[at:]
            if takes == 1 and not value:
                if not rest:
                    self.complain(f"option requires an argument -- '{letter}'")
                    return
                value = rest.pop()
            self.out += [f"-{letter}", self._shown(value)]
            return

    def _shown(self, text: str) -> str:
        """A word as the script's shell reads it back."""
        if not self.quoted:
            return text
        text = text.replace("'", "'\\''")
        if self.csh:
            text = text.replace("\\", "\\\\").replace("'\\\\''", "'\\''")
            text = re.sub(r"([!\s])", lambda found: "\\n" if found[1] == "\n" else f"'\\{found[1]}'", text)
        return f"'{text}'"
