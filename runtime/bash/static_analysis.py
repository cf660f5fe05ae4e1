"""What a script would touch, read from its text: nothing is run, nothing is expanded.

A policy may look at this before it allows a script; it is no boundary. Names that are computed (``$cmd``, ``eval "$x"``)
cannot be known, and `Analysis.dynamic` says that there are some. What is checked when a script runs is each argument
vector and each resolved path, whatever the text said.
"""

from __future__ import annotations

import re

from runtime.bash.command_effects import (
    EVERYTHING,
    Effects,
    absolute,
    effects,
    renames,
    replaced,
    resolved,
    server,
)
from runtime.bash.errors import LimitExceeded, ShellSyntaxError
from runtime.bash.limits import Limits
from runtime.bash.reckoned_names import ReckonedNames
from runtime.bash.spelled_options import spelled
from runtime.bash.static_words import Pattern, known_word, plain_word, told_word
from runtime.bash.steering import (
    is_name_of_names,
    is_name_of_places,
    runs_what_it_wrote,
    steers_names,
    steers_places,
)
from runtime.bash.syntax.options import ParseOptions
from runtime.bash.syntax.parser import Parser
from runtime.bash.syntax.tree import (
    Arithmetic,
    ArithmeticCommand,
    Assignment,
    Background,
    BadSubstitution,
    BinaryTest,
    CommandSubstitution,
    Conditional,
    Coprocess,
    Fault,
    For,
    ForArithmetic,
    Function,
    HereDocument,
    Literal,
    Node,
    Parameter,
    ProcessSubstitution,
    Quoted,
    Redirection,
    Select,
    Sequence,
    Simple,
    UnaryTest,
    While,
    Word,
    children,
)

__all__ = ["Analysis", "analyze", "static_command"]

_LIMITS = Limits()
# Texts in texts (`eval`, `bash -c`, `trap`) are followed so far.
_MAX_TEXTS = 8

# Commands that run the command named by their first argument that is no option.
_WRAPPERS = frozenset(
    ["builtin", "command", "env", "exec", "nice", "nohup", "setsid", "stdbuf", "sudo", "time", "timeout", "xargs"]
)  # fmt: skip
# Their options that take the next word, and how many words come before the command.
_TAKES_WORD = {
    "env": frozenset({"-u", "-C", "-S"}),
    "exec": frozenset({"-a"}),
    "nice": frozenset({"-n"}),
    "sudo": frozenset({"-u", "-g", "-p"}),
    "timeout": frozenset({"-s", "-k"}),
    "xargs": frozenset({"-I", "-n", "-P", "-L", "-d", "-s", "-a", "-E"}),
    "stdbuf": frozenset({"-i", "-o", "-e"}),
    "time": frozenset({"-f", "-o"}),
}
_WORDS_BEFORE = {"timeout": 1}
_SHELLS = frozenset({"bash", "dash", "sh"})
_TAKE_TEXTS = _SHELLS | {"eval", "trap"}
_RUNS_FILE = frozenset({".", "source"})
_FIND_RUNS = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
_NETWORK = frozenset(
    ["curl", "dig", "ftp", "host", "nc", "ncat", "netcat", "nslookup", "ping", "rsync", "scp", "sftp", "socat", "ssh", "telnet", "wget"]
)  # fmt: skip
_NETWORK_FILES = ("/dev/tcp/", "/dev/udp/")
_SCHEMES = ("http://", "https://", "ftp://", "ftps://", "sftp://", "ssh://", "ws://", "wss://")
_EXPANDING = frozenset("*?[]{}~!()")
# Where nodes hold expressions.
_EXPRESSIONS = frozenset({"condition", "expression", "start", "step"})
_STANDARD = re.compile(r"/(?:usr/)?bin/[^/]+").fullmatch
_EVALUATE = frozenset(
    {"[", "declare", "export", "let", "local", "printf", "read", "readonly", "test", "typeset", "unset"}
)
_MOVES = frozenset({"cd", "pushd"})
_MOST_FOLDERS = 16
# A policy's question has a bound: what stands for more is unknown.
_MOST_NAMED = 100
_LONGEST_NAME = 250
_READS = frozenset({"<", "<>", "<&"})
_WRITES = frozenset({">", ">>", ">|", "<>", "&>", "&>>", ">&"})


class Analysis:
    """What a script names.

    Attributes:
        commands: names of commands, in the order of their first use; functions that the script defines are among them.
        functions: names of functions that it defines.
        reads, writes: targets of redirections.
        paths: arguments that look like paths.
        network: commands, addresses and ``/dev/tcp`` files that reach for a network.
        dynamic: whether a command's name, a text to run or a redirection's target is computed.
        substitutions: how many command and process substitutions there are.
        background: how many commands are started with ``&`` or ``coproc``.
        error: the syntax error or the limit that ended the reading, or "".
    """

    _TOLD = (
        "background",
        "commands",
        "dynamic",
        "error",
        "functions",
        "network",
        "paths",
        "reads",
        "substitutions",
        "writes",
    )
    __slots__ = (*_TOLD, "folders", "touched", "wanders")

    def __init__(self) -> None:
        self.touched = Effects()
        # Where `cd` leads, in the order of the text; whether that says too little of where the script is.
        self.folders: list[str] = []
        self.wanders = False
        self.commands: list[str] = []
        self.functions: list[str] = []
        self.reads: list[str] = []
        self.writes: list[str] = []
        self.paths: list[str] = []
        self.network: list[str] = []
        self.dynamic = False
        self.substitutions = 0
        self.background = 0
        self.error = ""

    def as_dict(self) -> dict[str, object]:
        """Plain data, for a policy's input."""
        return {name: getattr(self, name) for name in self._TOLD}

    def summary(self, *, cwd: str, home: str) -> dict[str, object]:
        """What policy is told: ``commands`` (without their folders), ``functions``, ``hosts``, absolute ``reads`` and
        ``writes``, ``error``, and in ``unknown`` the names of those lists that the text does not settle.

        Args:
            cwd: The folder where the script begins.
            home: The folder that ``~`` stands for.
        """
        told = self.touched
        unknown = (
            set(EVERYTHING) if self.dynamic or self.error or "commands" in told.unknown else set(told.unknown)
        )
        places = self._places(cwd, home)
        found: dict[str, list[str]] = {
            "commands": [name.rpartition("/")[2] for name in self.commands],
            "functions": list(self.functions),
            "hosts": told.hosts,
        }
        for kind in ("reads", "writes"):
            found[kind] = []
            for word in getattr(told, kind):
                led = resolved(word, places, home)
                found[kind] += led
                if not led:
                    unknown.add(kind)
        paths = {*found["reads"], *found["writes"], *places}
        if renames(told.moved, paths, places, home):
            unknown.update(("reads", "writes"))
        if runs_what_it_wrote(self.commands, found["writes"], is_settled="writes" not in unknown):
            unknown.update(EVERYTHING)
        for kind, told_names in found.items():
            # Bytes that are no UTF-8 are shown by their escapes: what is told is JSON.
            names = [str(name).encode("utf-8", "backslashreplace").decode() for name in told_names]
            kept = sorted({name for name in names if len(name) <= _LONGEST_NAME})[:_MOST_NAMED]
            if len(kept) < len(set(names)):
                unknown.add(kind if kind != "functions" else "commands")
            found[kind] = kept
        error = self.error[:_LONGEST_NAME].encode("utf-8", "backslashreplace").decode()
        return {**found, "error": error, "unknown": sorted(unknown)}

    def _places(self, cwd: str, home: str) -> list[str]:
        """The folders in which the script may be; none where that is not known."""
        places = [cwd]
        for folder in () if self.wanders else self.folders:
            for place in list(places):
                led = absolute(folder, place, home)
                if led not in places:
                    places.append(led)
        return [] if self.wanders or len(places) > _MOST_FOLDERS else places


def analyze(script: str, options: ParseOptions | None = None, limits: Limits = _LIMITS) -> Analysis:
    """What ``script`` names; of a script that does not parse, what stands before the fault."""
    reader = _Reader(options or ParseOptions(extglob=True), limits)
    reader.text(script)
    found = reader.found
    if (reader.hides and reader.evaluates) or reader.reckoned.may_run:
        found.dynamic = True
    if reader.repeats and any(not folder.startswith(("/", "~")) for folder in found.folders):
        found.wanders = True
    return found


def static_command(script: str) -> list[str] | None:
    """The argument vector of a script that is one command of constant words; None of every other script.

    Such a command can be run without a shell: nothing in it is expanded, redirected, assigned or put beside another one.
    """
    try:
        parser = Parser(script, ParseOptions(extglob=True), _LIMITS)
        unit = parser.next()
        if parser.next() is not None:
            return None
    except (ShellSyntaxError, LimitExceeded):
        return None
    command = unit.commands[0] if isinstance(unit, Sequence) and len(unit.commands) == 1 else unit
    if not isinstance(command, Simple) or command.assignments or command.redirections:
        return None
    words = [None if _expands(word) else plain_word(word) for word in command.words]
    known = [word for word in words if word is not None]
    return known if known and len(known) == len(words) else None


def _expands(word: Word | Assignment) -> bool:
    """Whether unquoted characters of the word mean something: patterns, braces, a tilde."""
    return isinstance(word, Assignment) or any(
        isinstance(part, Literal) and not _EXPANDING.isdisjoint(part.text) for part in word.parts
    )


class _Reader:
    """Walks trees and gathers. Each kind of node that says something has a method."""

    def __init__(self, options: ParseOptions, limits: Limits) -> None:
        self.found = Analysis()
        self.options = options
        self.limits = limits
        self.texts = 0
        self.repeats = False
        # Texts that no expansion has seen hold a substitution; something reads texts as expressions. Together they run commands.
        self.hides = self.evaluates = False
        self.reckoned = ReckonedNames()
        self.seen: dict[tuple[str, str], None] = {}

    def text(self, script: str) -> None:
        """A script, or a text that a command of it would run."""
        if self.texts >= _MAX_TEXTS:
            self.found.dynamic = True
            return
        self.texts += 1
        try:
            parser = Parser(script, self.options, self.limits)
            while (unit := parser.next()) is not None:
                self.walk(unit)
        except (ShellSyntaxError, LimitExceeded) as error:
            self.found.error = self.found.error or error.message
        self.texts -= 1

    def walk(self, root: Node) -> None:
        """All nodes in the order of the text."""
        stack = [root]
        while stack:
            node = stack.pop()
            note = _NOTES.get(type(node))
            if note is not None:
                getattr(self, note)(node)
            stack += reversed(list(children(node)))

    def add(self, kind: str, what: str) -> None:
        """One more name of a kind, once."""
        if (kind, what) not in self.seen:
            self.seen[kind, what] = None
            getattr(self.found, kind).append(what)

    # Nodes

    def simple(self, node: Simple) -> None:
        """A command's name and arguments."""
        words = [word for word in node.words if isinstance(word, Word)]
        if words:
            argv = [told_word(word) for word in words]
            self.reckoned.words(argv[0] or "", words)
            self.command(argv)
            for word in argv[1:]:
                if word and not (argv[0] in _TAKE_TEXTS and " " in word):
                    self.argument(word)

    def redirection(self, node: Redirection) -> None:
        """A redirection's target."""
        if isinstance(node.target, HereDocument) or node.operator == "<<<":
            return
        target = plain_word(node.target)
        if target is None:
            self.found.dynamic = True
            return
        duplicates = node.operator in ("<&", ">&")
        if duplicates and (target.rstrip("-").isdecimal() or target == "-"):
            return
        touched = self.found.touched
        if target.startswith(_NETWORK_FILES):
            self.add("network", target)
            touched.add("hosts", server(target.split("/")[3]))
        told = known_word(told_word(node.target))
        if node.operator in _READS:
            self.add("reads", target)
            touched.add("reads", told)
        if node.operator in _WRITES:
            self.add("writes", target)
            touched.add("writes", told)

    def function(self, node: Function) -> None:
        """A function's name."""
        self.add("functions", node.name)
        self.repeats = True

    def hidden(self, node: Quoted) -> None:
        """Text that nothing expands where it stands."""
        if "$(" in node.text or "`" in node.text:
            self.hides = True

    def evaluated(self, node: Node) -> None:
        """A variable's text is read as an expression, whose subscripts are expanded."""
        self.evaluates = True
        if isinstance(node, ForArithmetic):
            self.repeats = True
        for name in _EXPRESSIONS & set(type(node).__slots__):
            self.reckoned.expression([getattr(node, name)])

    def tested(self, node: BinaryTest | UnaryTest) -> None:
        """``[[ x -eq y ]]``."""
        words = [node.left, node.right] if isinstance(node, BinaryTest) else [node.word]
        self.reckoned.tested(node.operator, words)

    def parameter(self, node: Parameter) -> None:
        """``${a[x]}``, ``${!a}``, ``${a@P}``, ``${a:=b}``."""
        self.reckoned.parameter(node)
        if node.operator in ("=", ":="):
            self.variable(node.name)
            self.found.dynamic |= node.indirect
        if node.operator == "@P" or node.indirect or node.subscript is not None:
            self.evaluates = True

    def substitution(self, _: Node) -> None:
        """One more substitution."""
        self.found.substitutions += 1
        self.reckoned.fed()

    def background(self, _: Node) -> None:
        """One more job."""
        self.found.background += 1

    def broken(self, _: Node) -> None:
        """Text that cannot be read."""
        self.found.dynamic = True

    # Commands

    def command(self, argv: list[str | None]) -> None:
        """The name of a command, of those that it runs, and the texts that it would run."""
        name = argv[0]
        if name is None or (isinstance(name, Pattern) and name != "["):
            self.found.dynamic = True
            return
        self.add("commands", name)
        base = name.rpartition("/")[2]
        if "/" in name:
            self.add("paths", name)
        if base in _NETWORK:
            self.add("network", base)
        arguments = [known_word(word) for word in argv[1:]]
        if ("/" in name and not _STANDARD(name)) or steers_names(base, arguments):
            self.found.dynamic = (
                True  # a file that the script may have written; a name that means something else from now on
            )
        self.reckoned.command(base, arguments)
        if base in _EVALUATE:
            self.evaluates = True
        if base in _MOVES:
            self.move(arguments)
        self.found.wanders |= steers_places(base, arguments)
        self.found.touched.merge(effects(base, arguments))
        run = _RUNS.get(base)
        if run is not None:
            getattr(self, run)(base, argv[1:])

    def move(self, arguments: list[str | None]) -> None:
        """``cd folder``."""
        if "--" in arguments:
            words = arguments[arguments.index("--") + 1 :]
        else:
            words = [word for word in arguments if word is None or not word.startswith("-") or word == "-"]
        if len(words) > 1 or None in words:
            self.found.wanders = True
        elif words != ["-"]:
            self.found.folders.append(words[0] or "~" if words else "~")

    def repeated(self, _: Node) -> None:
        """A loop or a function: what it does to the working folder may be done again."""
        self.repeats = True

    def assignment(self, node: Assignment) -> None:
        """A variable that is set."""
        self.reckoned.assigned(node)
        self.variable(node.name)

    def variable(self, name: str) -> None:
        """A variable that says which command a name stands for, or where a relative path leads."""
        self.found.dynamic |= is_name_of_names(name)
        self.found.wanders |= is_name_of_places(name)

    def loop(self, node: For | Select) -> None:
        """``for name in``: a variable that is set, again and again."""
        self.variable(node.name)
        self.reckoned.loop(node)
        self.repeats = True

    def wrapper(self, name: str, argv: list[str | None]) -> None:
        """``env A=1 command``, ``timeout 5 command``, ``xargs -n 1 command``."""
        takes, skip, i = _TAKES_WORD.get(name, frozenset()), _WORDS_BEFORE.get(name, 0), 0
        argv = spelled(name, argv, leads=True)
        if name == "sudo" and not {"-i", "-s"}.isdisjoint(argv):
            self.found.dynamic = self.found.wanders = (
                True  # a shell, which may read its script, somewhere else
            )
        argv = replaced(argv) if name == "xargs" else argv
        while i < len(argv):
            word = argv[i]
            if name == "env" and word is not None and word.startswith(("-S", "--split-string")):
                self.found.dynamic = True
            if name == "xargs" and word is not None and word.startswith(("-a", "--arg-file")):
                value = word.removeprefix("-a") if word[1] != "-" else word.partition("=")[2]
                self.found.touched.add(
                    "reads", value or known_word(argv[i + 1] if i + 1 < len(argv) else None)
                )
            if name == "time" and word == "-o":
                self.found.touched.add("writes", known_word(argv[i + 1] if i + 1 < len(argv) else None))
            if name == "env" and word == "-C":
                self.move([known_word(argv[i + 1] if i + 1 < len(argv) else None)])
            if word is not None and word.startswith("-"):
                # ``exec -ca name``: what follows the letter is its value.
                is_apart = word in takes or (name == "exec" and word.find("a") == len(word) - 1)
                i += 2 if is_apart else 1
            elif word is not None and name in ("env", "sudo") and "=" in word:
                i += 1
            elif skip:
                skip -= 1
                i += 1
            else:
                # What xargs reads stands behind the arguments, or in their places.
                self.command([*argv[i:], None] if name == "xargs" else argv[i:])
                return

    def eval(self, _: str, argv: list[str | None]) -> None:
        """``eval text``."""
        argv = argv[1:] if argv[:1] == ["--"] else argv
        known = [word for word in argv if word is not None]
        if len(known) < len(argv):
            self.found.dynamic = True
        else:
            self.text(" ".join(known))

    def shell(self, _: str, argv: list[str | None]) -> None:
        """``sh -c text``, or a script's file."""
        for i, word in enumerate(argv):
            if word is None or not word.startswith("-"):
                self.found.dynamic = True
                return
            if not word.startswith("--") and "c" in word:
                text = argv[i + 1 : i + 2]
                if text and text[0] is not None and text[0].startswith(("-", "+")):
                    self.found.dynamic = True  # an option; the text comes later
                self.eval("", text)
                return
        if "--version" not in argv:
            self.found.dynamic = True  # it reads its script from standard input

    def trap(self, _: str, argv: list[str | None]) -> None:
        """``trap text SIGNAL``."""
        self.repeats = True
        argv = argv[1:] if argv[:1] == ["--"] else argv
        if len(argv) > 1 and argv[0] not in ("-", "-l", "-p", ""):
            self.eval("", argv[:1])

    def file(self, _: str, __: list[str | None]) -> None:
        """``source file``: what the file says is not known."""
        self.found.dynamic = True

    def find(self, _: str, argv: list[str | None]) -> None:
        """``find -exec command``."""
        for i, word in enumerate(argv[:-1]):
            if word in _FIND_RUNS:
                rest = argv[i + 1 :]
                ends = [at for at, part in enumerate(rest) if part in {";", "+"}]
                run = rest[: ends[0]] if ends else rest
                self.command([None if part is not None and "{}" in part else part for part in run])

    def argument(self, word: str) -> None:
        """An argument that looks like a path or an address."""
        if word.startswith("-"):
            word = word.partition("=")[2]
        if word.startswith(_SCHEMES):
            self.add("network", word)
        elif "/" in word or word.startswith("~") or word in (".", ".."):
            self.add("paths", word)


_NOTES: dict[type[Node], str] = {
    Arithmetic: "evaluated",
    ArithmeticCommand: "evaluated",
    Assignment: "assignment",
    Background: "background",
    BadSubstitution: "broken",
    BinaryTest: "tested",
    CommandSubstitution: "substitution",
    Coprocess: "background",
    Conditional: "evaluated",
    Fault: "broken",
    For: "loop",
    ForArithmetic: "evaluated",
    Function: "function",
    ProcessSubstitution: "substitution",
    Parameter: "parameter",
    Quoted: "hidden",
    Redirection: "redirection",
    Select: "loop",
    Simple: "simple",
    UnaryTest: "tested",
    While: "repeated",
}
_RUNS: dict[str, str] = {
    "eval": "eval",
    "find": "find",
    "trap": "trap",
    **dict.fromkeys(_RUNS_FILE, "file"),
    **dict.fromkeys(_SHELLS, "shell"),
    **dict.fromkeys(_WRAPPERS, "wrapper"),
}
