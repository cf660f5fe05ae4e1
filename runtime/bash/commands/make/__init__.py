"""make: bring files up to date."""

from __future__ import annotations

import re

from runtime.bash.commands.make.budget import Bounds, Stop
from runtime.bash.commands.make.settings import Settings
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.make.expand import Expander
    from runtime.bash.commands.make.read import Reader
    from runtime.bash.commands.make.rules import Book
    from runtime.bash.commands.make.update import Update
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [NAME=VALUE]... [TARGET]...",
    "Make each TARGET, or the first of the makefile, from what it depends on where that is newer.",
    ("B", "always-make", "", "make every target, however new"),
    ("C", "directory", "DIR", "go to DIR first"),
    ("E", "eval", "TEXT", "read TEXT before the makefiles"),
    ("I", "include-dir", "DIR", "look for included makefiles in DIR, too"),
    ("L", "check-symlink-times", "", "ignored"),
    ("O", "output-sync", "[TYPE]", "ignored"),
    ("S", "no-keep-going stop", "", "stop at the first failure, whatever -k said"),
    ("W", "what-if new-file assume-new", "FILE", "take FILE to be new"),
    ("bm", "", "", "ignored"),
    ("d", "", "", "ignored"),
    ("", "debug", "[FLAGS]", "ignored"),
    ("e", "environment-overrides", "", "the environment outranks makefiles"),
    ("f", "file makefile", "FILE", "read FILE as the makefile"),
    ("h", "", "", "display this help and exit"),
    ("i", "ignore-errors", "", "ignore failures of recipes"),
    ("j", "jobs", "[N]", "accepted; recipes run one at a time"),
    ("k", "keep-going", "", "after a failure make what does not depend on it"),
    ("l", "load-average max-load", "[N]", "ignored"),
    ("n", "just-print dry-run recon", "", "show the recipes without running them"),
    ("o", "old-file assume-old", "FILE", "take FILE to be old, and do not make it"),
    ("q", "question", "", "run nothing; status 1 where something is to be made"),
    ("r", "no-builtin-rules", "", "without the built-in rules"),
    ("R", "no-builtin-variables", "", "without the built-in variables and rules"),
    ("s", "silent quiet", "", "do not show the recipes"),
    ("", "no-silent", "", "show the recipes"),
    ("t", "touch", "", "touch the targets instead of making them"),
    ("", "trace", "", "show every command"),
    ("v", "", "", "output version information and exit"),
    ("w", "print-directory", "", "say which folder is worked in"),
    ("", "no-print-directory", "", "do not say it, not even where -C or a make within a make would"),
    ("", "warn-undefined-variables", "", "warn of variables that nobody defined"),
    status=2,
    hint="{help}",
    origin="GNU Make 4.3",
    examples=(
        ("make -n", "show what would be done"),
        ("make -C src CFLAGS=-O2 all", "make all in src, with another value"),
        (
            "make -f build.mk -k test lint",
            "two targets of another makefile, the second though the first fails",
        ),
    ),
    notes=(
        "Recipes run one at a time whatever -j says; no archive members, no VPATH, no -p.",
        "SHELL may be sh or bash; anything else is taken for /bin/sh, which is bash.",
        "Of the built-in rules those for C, C++ and shell scripts are there.",
        "Times of files are the shell's: beneath a clock that stands still nothing grows newer (-B makes all).",
    ),
)
# As GNU's writes them into MAKEFLAGS.
_LETTERS = "BeiknqrRsStw"
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
# Makes within makes.
_MOST_LEVELS = 30
# Readings of the makefiles, each because one of them was made anew.
_MOST_READINGS = 10


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, [*_inherited(cx), *_numbered(cx.args)])
    if given.any("hv"):
        return main(_asking(cx, "--help" if "h" in given else "--version"))
    if "" in given.operands:
        return cx.fail("*** empty string invalid as file name.  Stop.", 2)
    if "j" in given and (not (number := given["j"] or "1").isdecimal() or not int(number[:9])):
        raise OPTIONS.refuse(cx, "the '-j' option requires a positive integer argument")
    settings = Settings(cx, given)
    if settings.level > _MOST_LEVELS:
        cx.meter.exceeded("function_depth", f"make: more than {_MOST_LEVELS} levels of make")
    if "C" in given:
        return _elsewhere(cx, settings)
    if settings.shows_folder:
        cx.write(f"{settings.name}: Entering directory '{cx.cwd}'\n")
    try:
        return _Make(cx, settings).run()
    except Stop as stop:
        where = stop.where or settings.name
        cx.stderr.write(f"{where}: *** {stop.message}.  Stop.\n".encode("utf-8", "surrogateescape"))
        return 2
    finally:
        if settings.shows_folder:
            cx.write(f"{settings.name}: Leaving directory '{cx.cwd}'\n")


def _asking(cx: Context, word: str) -> Context:
    cx.args = [word]
    return cx


def _inherited(cx: Context) -> list[str]:
    """The words of MAKEFLAGS: letters without a dash, options, and behind ``--`` variables."""
    text = cx.env.get("MAKEFLAGS", "")
    words = [word.replace("\0", " ") for word in text.replace("\\ ", "\0").replace("$$", "$").split()]
    if words and not words[0].startswith("-") and "=" not in words[0]:
        words[0] = f"-{words[0]}"
    return [word for word in words if "=" in word or (word.startswith("-") and word not in ("-", "--"))]


def _numbered(args: list[str]) -> list[str]:
    """``-j 4`` as ``-j4``: a number behind -j or -l is its value, though it may be left out."""
    words: list[str] = []
    for word in args:
        before = words[-1] if words else ""
        bare = before in ("--jobs", "--load-average", "--max-load")
        if word[:1].isdecimal() and (bare or re.fullmatch(r"-[BLSbdeikmnqrRstw]*[jl]", before)):
            words[-1] += f"={word}" if bare else word
        else:
            words.append(word)
    return words


def _elsewhere(cx: Context, settings: Settings) -> int:
    """-C: the same in another folder, in a subshell that goes there."""
    folder = cx.cwd
    for name in settings.given.all("C"):
        folder = name if name.startswith("/") else f"{folder.rstrip('/')}/{name}"
        if not cx.fs.is_dir(folder):
            why = "Not a directory" if cx.fs.exists(folder) else "No such file or directory"
            return cx.fail(f"*** {name}: {why}.  Stop.", 2)
    words = [] if settings.silent else ["-w"]
    for key, value in settings.given.order:
        if key != "C":
            option = OPTIONS.shorts.get(key) or OPTIONS.longs[key]
            words += [f"-{key}{value}"] if len(key) == 1 else [f"--{key}" + (f"={value}" if value else "")]
            if not value and option.argument and not option.optional:
                words.append("")
    env = {name: value for name, value in cx.env.items() if name != "MAKEFLAGS"}
    script = 'cd -- "$1" && shift && exec "$@"'
    return cx.launch.run(
        ["sh", "-c", script, "sh", folder, cx.name, *words, "--", *settings.given.operands], env=env
    )


class _Make:
    """One run: what is read, and what is made of it."""

    def __init__(self, cx: Context, settings: Settings) -> None:
        self.cx = cx
        self.settings = settings
        self.given = settings.given
        self.bounds = Bounds(cx.meter)
        self.goals = [word for word in self.given.operands if "=" not in word]
        # The last of each name; the name that came last goes first.
        last = {word.partition("=")[0].rstrip(":?+!"): word for word in self.given.operands if "=" in word}
        self.assigned = [word for word in self.given.operands if "=" in word]
        self.overrides = [*reversed(last.values())]

    def run(self) -> int:
        """Read the makefiles, again when one of them is made anew, then make the goals."""
        from runtime.bash.commands.make.update import Update

        for reading in range(_MOST_READINGS):
            ex, book, reader = self._read()
            self.settings.adopt(ex.value("MAKEFLAGS"))
            update = Update(ex, book, self.settings)
            missing = [one for one in reader.missing if one[2]]
            made = self._makefiles(update, [name for name, _, _ in reader.missing], reader.read)
            if not made or reading == _MOST_READINGS - 1:
                for name, where, _ in missing:
                    self._say(f"{where}: {name}: No such file or directory")
                if missing:
                    raise Stop(f"No rule to make target '{missing[0][0]}'")
                return self._goals(ex, update, bool(reader.read))
        return 2

    def _read(self) -> tuple[Expander, Book, Reader]:
        from runtime.bash.commands.make.expand import Expander
        from runtime.bash.commands.make.functions import FUNCTIONS
        from runtime.bash.commands.make.read import Reader
        from runtime.bash.commands.make.rules import SUFFIXES, Book
        from runtime.bash.commands.make.variables import Variables

        given = self.given
        variables = Variables(self.bounds)
        ex = Expander(self.cx, variables, self.bounds, FUNCTIONS, "warn-undefined-variables" in given)
        book = Book(self.bounds)
        bare = given.any("rR")
        book.suffixes = [] if bare else list(SUFFIXES)
        book.builtin = not bare
        self._variables(ex)
        reader = Reader(ex, book, given.all("I"))
        for text in given.all("E"):
            reader.evaluate(text)
        self._read_files(reader)
        book.add_suffix_rules()
        book.add_builtin(book.builtin)
        return ex, book, reader

    def _read_files(self, reader: Reader) -> None:
        names = self.given.all("f")
        for name in names:
            if not reader.file(name):
                self._say(f"{self.settings.name}: {name}: No such file or directory")
                raise Stop(f"No rule to make target '{name}'")
        if not names:
            for name in _MAKEFILES:
                if reader.file(name):
                    break

    def _variables(self, ex: Expander) -> None:
        from runtime.bash.commands.make.lines import split_definition

        variables = ex.variables
        origin = "environment override" if "e" in self.given else "environment"
        for name, value in self.cx.env.items():
            variables.preset(name, value, origin, recursive=True)
        variables.defaults("R" not in self.given)
        for name, value in (
            ("SHELL", "/bin/sh"),
            ("CURDIR", self.cx.cwd),
            ("MAKE_COMMAND", self.cx.name),
            ("MAKELEVEL", str(self.settings.level)),
            ("MAKE_VERSION", "4.3"),
            ("MAKE_HOST", "x86_64-pc-linux-gnu"),
            ("MAKEFILE_LIST", ""),
            (".DEFAULT_GOAL", ""),
        ):
            variables.preset(name, value, "default" if name.startswith("MAKE_") else "file")
        variables.preset("MAKE", "$(MAKE_COMMAND)", "default", recursive=True)
        if self.goals:
            variables.preset("MAKECMDGOALS", " ".join(self.goals), "automatic")
            variables.top.names["MAKECMDGOALS"].origin = "file"
        for word in self.assigned:
            definition = split_definition(word)
            if definition is not None:
                name, operator, value = definition
                held = variables.define(ex.expand(name), operator, value, "command line", expand=ex.expand)
                held.export = True if name.isidentifier() else None
        self._flags(ex)

    def _flags(self, ex: Expander) -> None:
        letters = "".join(letter for letter in _LETTERS if letter in self.given.values)
        if self.settings.shows_folder and "w" not in letters:
            letters += "w"
        if "no-print-directory" in self.given:
            letters = letters.replace("w", "")
        if "s" in letters and not self.settings.silent:
            letters = letters.replace("s", "")
        words = [letters] if letters else []
        words += [f"-I{folder}" for folder in self.given.all("I")]
        if "j" in self.given:
            words.append(f"-j{self.given['j']}")
        words += [
            f"--{name}"
            for name in ("trace", "no-print-directory", "warn-undefined-variables")
            if name in self.given
        ]
        flags = " ".join(words) if letters else " ".join(["", *words]) if words else ""
        variables = ex.variables
        shown = " ".join([word.replace("$", "$$").replace(" ", "\\ ") for word in self.overrides])
        variables.preset("MAKEOVERRIDES", shown, "environment", recursive=True)
        variables.top.names["MAKEOVERRIDES"].export = False
        full = f"{flags} -- $(MAKEOVERRIDES)" if shown else flags
        variables.preset(
            "MAKEFLAGS", full.replace("$(MAKEOVERRIDES)", shown.replace("$", "$$")), "file", recursive=True
        )
        variables.preset("MFLAGS", f"-{flags}" if letters else flags.strip(), "file")

    def _makefiles(self, update: Update, missing: list[str], read: list[str]) -> bool:
        """Make the makefiles that have a recipe; whether one was made anew."""
        anew = False
        for name in [*missing, *read]:
            file = update.book.file(name)
            if file.phony or (file.double and not file.entries[0].deps):
                continue
            if name in missing or file.entries[0].recipe is not None:
                before = update.time(file)
                if update.goal(name, quiet=True) == 0 and update.time(file) not in (before, None):
                    anew = True
        return anew

    def _goals(self, ex: Expander, update: Update, read: bool) -> int:
        for key in "oW":
            for name in self.given.all(key):
                file = update.book.file(name)
                file.fixed = 0.0 if key == "o" else float("inf")
                file.state = 2 if key == "o" else file.state
        goals = self.goals or ex.value(".DEFAULT_GOAL").split()
        if not goals:
            raise Stop("No targets" if read else "No targets specified and no makefile found")
        status = 0
        for name in goals:
            status = max(status, update.goal(name))
            if status and not self.settings.keep_going:
                break
        update.finish()
        return status

    def _say(self, message: str) -> None:
        self.cx.stderr.write(f"{message}\n".encode("utf-8", "surrogateescape"))
