"""bzip2: compress files in the format of bzip2."""

from __future__ import annotations

from runtime.bash.commands._shared.codecs import BZIP2
from runtime.bash.commands._shared.compressor import Compressor, again, run
from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

__all__ = ["OPTIONS", "Bzip2", "main"]


class _Options(Options):
    """bzip2 reads letters and whole names, and knows no other way to say that it does not."""

    __slots__ = ()

    def parse(self, cx: Context, args: list[str] | None = None, checks: Any = None) -> Given:
        for arg in cx.args if args is None else args:
            if arg == "--":
                break
            known = (
                arg[2:] in self.longs
                if arg[:2] == "--"
                else all(c in self.shorts or c in "123456789" for c in arg[1:])
            )
            if arg[:1] == "-" and len(arg) > 1 and not known:
                cx.stderr.write(encoded(f"{cx.name}: Bad flag `{arg}'\n{self.brief(cx.name)}"))
                raise Done(1)
        return super().parse(cx, args, checks)


OPTIONS = _Options(
    "[flags and input files in any order]",
    "Compress files to FILE.bz2, or expand them; standard input when no file is named.",
    ("h", "", "", "like --help"),
    ("d", "decompress", "", "expand"),
    ("z", "compress", "", "compress"),
    ("k", "keep", "", "keep the files"),
    ("f", "force", "", "overwrite what is there, follow links; with -dc pass what is not compressed"),
    ("t", "test", "", "only check compressed files"),
    ("c", "stdout", "", "write on standard output, keep the files"),
    ("q", "quiet", "", "say nothing that is not critical"),
    ("v", "verbose", "", "say what was gained"),
    ("L", "license", "", "like --version"),
    ("V", "", "", "like --version"),
    ("s", "small", "", "ignored: memory is bounded anyhow"),
    ("", "fast", "", "like -1"),
    ("", "best", "", "like -9"),
    ("", "repetitive-fast repetitive-best", "", "ignored"),
    digits="level",
    origin="bzip2 1.0.8",
    after="A digit from 1 to 9 is the size of a block in 100 kB; 9 when none is given.",
    notes=("--version says one line, on standard output.",),
    posix=False,
)
_HINT = """
You can use the `bzip2recover' program to attempt to recover
data from undamaged sections of corrupted files.

"""
_CORRUPTED = """
It is possible that the compressed file(s) have become corrupted.
You can use the -tvv option to test integrity of such files.
"""
_SHORTEST = 7


class Bzip2(Compressor):
    """bzip2's words."""

    standard = "(stdin)"
    level = 9
    width = _SHORTEST

    def all(self, names: list[str]) -> int:
        self.width = max([_SHORTEST, *map(len, names)])
        return super().all(names)

    def missing(self, name: str, error: OSError) -> int:
        what = "create output" if name == self.target else "open input"
        return self.say(f"Can't {what} file {name}: {reason(error)}.", 1)

    def _found(self, name: str) -> str | int:
        # No suffix is tried: the name is the name.
        try:
            self.cx.fs.stat(self.cx.path(name), follow=False)
        except OSError as error:
            return self.missing(name, error)
        return super()._found(name)

    def refused(self, name: str, what: str) -> int:
        if what == "folder":
            return self.say(f"Input file {name} is a directory.", 1)
        if what == "names":
            others = self.cx.fs.stat(self.cx.path(name)).nlink - 1
            return self.say(f"Input file {name} has {others} other link{'s' if others > 1 else ''}.", 1)
        return self.say(f"Input file {name} is not a normal file.", 1)

    def exists(self, target: str) -> int:
        return self.say(f"Output file {target} already exists.", 1)

    def suffixed(self, name: str) -> int:
        end = next(end for end in self.codec.suffixes if name.endswith(end))
        return self.say(f"Input file {name} already has {end} suffix.", 1)

    def unknown(self, name: str) -> str:
        self.say(f"Can't guess original name for {name} -- using {name}.out")
        return f"{name}.out"

    def damaged(self, what: str) -> int:
        name = self.cx.name
        if what == "foreign" and self.testing:
            words = f"{self._label() if 'v' in self.given else f'{name}: {self.source}: '}bad magic number (file not created by bzip2)\n{_HINT}"
        elif what == "foreign":
            words = f"{name}: {self.source} is not a bzip2 file.\n"
        else:
            words = self._broken(what)
        self.cx.stderr.write(encoded(words))
        return 2

    def _broken(self, what: str) -> str:
        name = self.cx.name
        if self.testing:
            found = (
                "file ends unexpectedly"
                if what in ("short", "empty")
                else "data integrity (CRC) error in data"
            )
            return f"{self._label() if 'v' in self.given else f'{name}: {self.source}: '}{found}\n{_HINT}"
        into = self.target or "(stdout)"
        files = f"\tInput file = {self.source}, output file = {into}\n"
        if what in ("short", "empty"):
            cause = "No such file or directory" if self.target else "Inappropriate ioctl for device"
            words = f"\n{name}: Compressed file ends unexpectedly;\n\tperhaps it is corrupted?  *Possible* reason follows.\n{name}: {cause}\n"
        else:
            words = f"\n{name}: Data integrity error when decompressing.\n"
        gone = f"{name}: Deleting output file {self.target}, if it exists.\n" if self.target else ""
        return f"{words}{files}{_CORRUPTED}{_HINT}{gone}"

    def _expanded(self, source: Iterator[bytes]) -> Iterator[bytes]:
        first = next(source, b"")
        source = again(first, source)
        if self.force and self.to_stdout and not self.testing and not first.startswith(b"BZh"):
            return source
        return super()._expanded(source)

    def _label(self) -> str:
        return f"  {self.source}: {' ' * (self.width - len(self.source))}"

    def done(self) -> int:
        said = ""
        if self.behind and not self.quiet:
            said = f"\n{self.cx.name}: {self.source}: trailing garbage after EOF ignored\n"
        if "v" in self.given:
            said += self._label() + self._gained()
        self.cx.stderr.write(encoded(said))
        return 0

    def _gained(self) -> str:
        if self.expand:
            return "ok\n" if self.testing else "done\n"
        if not self.taken:
            return " no data compressed.\n"
        ratio = self.made / self.taken
        return (
            f"{1 / ratio:6.3f}:1, {8 * ratio:6.3f} bits/byte, {100 * (1 - ratio):5.2f}% saved, "
            f"{self.taken} in, {self.made} out.\n"
        )


def main(cx: Context) -> int:
    return run(Bzip2, cx, OPTIONS, BZIP2)
