"""What a script would touch, read from its text: nothing is run, nothing is expanded.

A policy may look at this before it allows a script; it is no boundary. Names that are computed (``$cmd``, ``eval "$x"``)
cannot be known, and `Analysis.dynamic` says that there are some. What is checked when a script runs is each argument
vector and each resolved path, whatever the text said.
"""

from __future__ import annotations

from runtime.bash.errors import LimitExceeded, ShellSyntaxError
from runtime.bash.limits import Limits
from runtime.bash.syntax.options import ParseOptions
from runtime.bash.syntax.parser import Parser
from runtime.bash.syntax.tree import (
    Assignment,
    Background,
    BadSubstitution,
    CommandSubstitution,
    Coprocess,
    DoubleQuoted,
    Fault,
    Function,
    HereDocument,
    Literal,
    Node,
    ProcessSubstitution,
    Quoted,
    Redirection,
    Sequence,
    Simple,
    Word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Analysis", "analyze", "static_command"]

_LIMITS = Limits()
# Texts in texts (`eval`, `bash -c`, `trap`) are followed so far.
_MAX_TEXTS = 8

# Commands that run the command named by their first argument that is no option.
_WRAPPERS = frozenset(
    {"builtin", "command", "env", "exec", "nice", "nohup", "setsid", "stdbuf", "sudo", "timeout", "xargs"}
)
# Their options that take the next word, and how many words come before the command.
_TAKES_WORD = {
    "env": frozenset({"-u", "-C", "-S"}),
    "nice": frozenset({"-n"}),
    "sudo": frozenset({"-u", "-g"}),
    "timeout": frozenset({"-s", "-k"}),
    "xargs": frozenset({"-I", "-n", "-P", "-L", "-d", "-s", "-a", "-E"}),
    "stdbuf": frozenset({"-i", "-o", "-e"}),
}
_WORDS_BEFORE = {"timeout": 1}
_SHELLS = frozenset({"bash", "dash", "sh"})
_TAKE_TEXTS = _SHELLS | {"eval", "trap"}
_RUNS_FILE = frozenset({".", "source"})
_FIND_RUNS = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
_NETWORK = frozenset(
    {
        "curl",
        "dig",
        "ftp",
        "host",
        "nc",
        "ncat",
        "netcat",
        "nslookup",
        "ping",
        "rsync",
        "scp",
        "sftp",
        "socat",
    }
    | {"ssh", "telnet", "wget"}
)
_NETWORK_FILES = ("/dev/tcp/", "/dev/udp/")
_SCHEMES = ("http://", "https://", "ftp://", "ftps://", "sftp://", "ssh://", "ws://", "wss://")
_EXPANDING = frozenset("*?[]{}~!()")
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

    __slots__ = (
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

    def __init__(self) -> None:
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
        return {name: getattr(self, name) for name in self.__slots__}


def analyze(script: str, options: ParseOptions | None = None, limits: Limits = _LIMITS) -> Analysis:
    """What ``script`` names; of a script that does not parse, what stands before the fault."""
    reader = _Reader(options or ParseOptions(extglob=True), limits)
    reader.text(script)
    return reader.found


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
    words = [None if _expands(word) else _plain(word) for word in command.words]
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
            stack += reversed(list(_children(node)))

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
            argv = [_plain(word) for word in words]
            self.command(argv)
            for word in argv[1:]:
                if word and not (argv[0] in _TAKE_TEXTS and " " in word):
                    self.argument(word)

    def redirection(self, node: Redirection) -> None:
        """A redirection's target."""
        if isinstance(node.target, HereDocument) or node.operator == "<<<":
            return
        target = _plain(node.target)
        if target is None:
            self.found.dynamic = True
            return
        duplicates = node.operator in ("<&", ">&")
        if duplicates and (target.rstrip("-").isdecimal() or target == "-"):
            return
        if target.startswith(_NETWORK_FILES):
            self.add("network", target)
        if node.operator in _READS:
            self.add("reads", target)
        if node.operator in _WRITES:
            self.add("writes", target)

    def function(self, node: Function) -> None:
        """A function's name."""
        self.add("functions", node.name)

    def substitution(self, _: Node) -> None:
        """One more substitution."""
        self.found.substitutions += 1

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
        if name is None:
            self.found.dynamic = True
            return
        self.add("commands", name)
        base = name.rpartition("/")[2]
        if "/" in name:
            self.add("paths", name)
        if base in _NETWORK:
            self.add("network", base)
        run = _RUNS.get(base)
        if run is not None:
            getattr(self, run)(base, argv[1:])

    def wrapper(self, name: str, argv: list[str | None]) -> None:
        """``env A=1 command``, ``timeout 5 command``, ``xargs -n 1 command``."""
        takes, skip, i = _TAKES_WORD.get(name, frozenset()), _WORDS_BEFORE.get(name, 0), 0
        while i < len(argv):
            word = argv[i]
            if word is not None and word.startswith("-"):
                i += 2 if word in takes else 1
            elif word is not None and name in ("env", "sudo") and "=" in word:
                i += 1
            elif skip:
                skip -= 1
                i += 1
            else:
                self.command(argv[i:])
                return

    def eval(self, _: str, argv: list[str | None]) -> None:
        """``eval text``."""
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
                self.eval("", argv[i + 1 : i + 2])
                return

    def trap(self, _: str, argv: list[str | None]) -> None:
        """``trap text SIGNAL``."""
        if len(argv) > 1 and argv[0] not in ("-", "-l", "-p", ""):
            self.eval("", argv[:1])

    def file(self, _: str, __: list[str | None]) -> None:
        """``source file``: what the file says is not known."""
        self.found.dynamic = True

    def find(self, _: str, argv: list[str | None]) -> None:
        """``find -exec command``."""
        for i, word in enumerate(argv[:-1]):
            if word in _FIND_RUNS:
                self.command(argv[i + 1 :])

    def argument(self, word: str) -> None:
        """An argument that looks like a path or an address."""
        if word.startswith("-"):
            word = word.partition("=")[2]
        if word.startswith(_SCHEMES):
            self.add("network", word)
        elif "/" in word or word.startswith("~") or word in (".", ".."):
            self.add("paths", word)


_NOTES: dict[type[Node], str] = {
    Background: "background",
    BadSubstitution: "broken",
    CommandSubstitution: "substitution",
    Coprocess: "background",
    Fault: "broken",
    Function: "function",
    ProcessSubstitution: "substitution",
    Redirection: "redirection",
    Simple: "simple",
}
_RUNS: dict[str, str] = {
    "eval": "eval",
    "find": "find",
    "trap": "trap",
    **dict.fromkeys(_RUNS_FILE, "file"),
    **dict.fromkeys(_SHELLS, "shell"),
    **dict.fromkeys(_WRAPPERS, "wrapper"),
}
# Slots by the order in which their text stands; the rest follow by name.
_FIRST = ("assignments", "first", "condition", "words", "word", "clauses")


def _children(node: Node) -> Iterator[Node]:
    """The nodes right below one."""
    slots = type(node).__slots__
    for name in (
        *[name for name in _FIRST if name in slots],
        *[name for name in slots if name not in _FIRST],
    ):
        yield from _nodes(getattr(node, name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def _plain(word: Word | Assignment) -> str | None:
    """What a word says without any expansion but of patterns; None where it is computed."""
    if isinstance(word, Assignment):
        return None
    texts = [_text(part) for part in word.parts]
    known = [text for text in texts if text is not None]
    return "".join(known) if len(known) == len(texts) else None


def _text(part: object) -> str | None:
    if isinstance(part, Literal | Quoted):
        return part.text
    if isinstance(part, DoubleQuoted):
        texts = [_text(inner) for inner in part.parts]
        known = [text for text in texts if text is not None]
        return "".join(known) if len(known) == len(texts) else None
    return None
