"""Simple commands, the whole of it, in the order that POSIX 2.9.1 and bash give.

1. Words are expanded (assignments set aside).     2. Assignments: for good without a command, else for its time.
3. Redirections.                                   4. The command is found by name and run.
5. What the table of descriptors and variables was is put back; a failure goes to the ERR trap and ``set -e``.
"""

from __future__ import annotations

from runtime.bash.errors import ExpansionError
from runtime.bash.interp import command_hooks
from runtime.bash.interp.assign import Assigned, assigned, assignment, spelled
from runtime.bash.interp.execute import SPECIAL, execute, leave_if_special
from runtime.bash.interp.failure import failed, say
from runtime.bash.interp.redirect import Redirections, keep, leave
from runtime.bash.state import Frame, ReadOnly
from runtime.bash.syntax.tree import Assignment, Literal, Simple, Word
from runtime.bash.variables import EXPORT, INTEGER, READONLY, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State

    Run = Callable[[State], int]
    Fields = Callable[[State], list[Any]]

__all__ = ["general", "without_name"]

# Builtins that give an assignment before them to the variable for good (it is what they act on).
_ADOPTING = frozenset({"export", "readonly", "declare", "typeset"})
_PREFIXES = frozenset({"command", "builtin"})


# Assignments and redirections without a command


def without_name(node: Simple, compiler: Compiler) -> Run:
    """Compile assignments and redirections that stand alone."""
    if len(node.assignments) == 1 and not node.redirections:
        return _one_assignment(node, node.assignments[0], compiler)
    carry_out = _nameless(node, compiler)
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        st.line = line
        if st.hooks and not command_hooks.before(st, node):
            return st.status
        st.command = node
        st.substituted = False
        return carry_out(st)

    return run


def _nameless(node: Simple, compiler: Compiler) -> Run:
    """Assignments for good and redirections for nothing; the status is the last substitution's, of the words too."""
    stores = tuple(assignment(made, compiler) for made in node.assignments)
    redirections = Redirections(node.redirections, compiler)
    # bash forks where `{name}>` stands alone: the name is set for nobody.
    forks = any(isinstance(redirection.fd, str) for redirection in node.redirections)

    def carry_out(st: State) -> int:
        for store in stores:
            store(st)
        if forks:
            from runtime.bash.interp.fork import in_subshell

            return _assigned(st, in_subshell(st, lambda child: int(redirections.enter(child) is None)))
        undo = redirections.enter(st)
        if undo is None:
            return _assigned(st, 1)
        leave(st, undo)
        return _assigned(st, st.status if st.substituted else 0)

    return carry_out


def _assigned(st: State, status: int) -> int:
    st.underscore = ""
    return _finished(st, status)


def _one_assignment(node: Simple, made: Assignment, compiler: Compiler) -> Run:
    """``name=value``: the body of most loops."""
    store = assignment(made, compiler)
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        st.line = line
        if st.hooks and not command_hooks.before(st, node):
            return st.status
        st.command = node
        st.substituted = False
        store(st)
        if st.substituted or st.hooks:
            return _assigned(st, st.status if st.substituted else 0)
        st.underscore = ""
        st.pipestatus = None
        st.status = 0
        return 0

    return run


# The general path


def general(node: Simple, compiler: Compiler) -> Run:
    """Compile a simple command that has a name."""
    expand = _argv(node, compiler)
    stores = tuple((made, _value(made, compiler)) for made in node.assignments)
    redirections = Redirections(node.redirections, compiler)
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        st.line = line
        if st.hooks:
            if not command_hooks.before(st, node):
                return st.status
            if st.options["keyword"] and _has_keywords(node):
                return general(_with_keywords(node), compiler)(st)
        st.command = node
        st.substituted = False
        mark = st.extra.get("substitutions")
        begun = len(mark) if mark else 0  # type: ignore[arg-type]
        argv = expand(st)
        if not argv:
            return _nameless(node, compiler)(st)
        status = _run_in_environment(st, argv, stores, redirections)
        if "substitutions" in st.extra:
            from runtime.bash.interp.fork import close_substitutions

            close_substitutions(st, begun)
        last = argv[-1]
        st.underscore = last if isinstance(last, str) else last.said()
        return _finished(st, status)

    return run


def _value(made: Assignment, compiler: Compiler) -> str | Callable[[State], str]:
    """The text of an assignment before a command; an array there is its source (an environment has no arrays)."""
    if isinstance(made.value, Word):
        return compiler.words.assigned(made.value)
    return f"({' '.join(element.value.source for element in made.value.elements)})"


def _finished(st: State, status: int) -> int:
    st.pipestatus = None
    st.status = status
    if status:
        failed(st, status)
    if st.hooks:
        command_hooks.after(st)
    return status


def _run_in_environment(
    st: State,
    argv: list[Any],
    stores: tuple[tuple[Assignment, str | Callable[[State], str]], ...],
    redirections: Redirections,
) -> int:
    frame = _environment(st, stores) if stores else None
    if st.hooks and st.options["xtrace"]:
        _trace_command(st, argv)
    try:
        return _run_redirected(st, argv, redirections)
    finally:
        if frame is not None:
            _leave_environment(st, frame, argv)


def _run_redirected(st: State, argv: list[Any], redirections: Redirections) -> int:
    undo = redirections.enter(st)
    if undo is None:
        if st.options["posix"]:
            leave_if_special(st, argv[0])
        return 1
    kept = False
    try:
        status = execute(st, argv)
        # `exec` without a command: its redirections are the shell's from now on.
        kept = status == 0 and _name_behind_prefixes(argv) == "exec"
    except (ExpansionError, ReadOnly) as error:
        say(st, error)
        raise
    finally:
        if kept:
            keep(undo)
            st.extra["first input"] = st.fds.get(0)
        else:
            leave(st, undo)
    return status


def _name_behind_prefixes(argv: list[Any]) -> str:
    for word in argv:
        if word not in _PREFIXES:
            return str(word)
    return ""


def _argv(node: Simple, compiler: Compiler) -> Fields:
    """How the words become an argv; a declaration builtin's assignments stay assignments."""
    if all(isinstance(word, Word) for word in node.words):
        fields = compiler.words.fields(tuple(word for word in node.words if isinstance(word, Word)))
        if isinstance(fields, tuple):
            return lambda _st: list(fields)
        return fields
    # Runs of words are expanded together, so that the cost of a declaration is that of its assignments.
    parts: list[tuple[tuple[Word, ...], Assignment | None]] = []
    run: list[Word] = []
    for given in node.words:
        word = spelled(given.name, given) or given if isinstance(given, Assignment) else given
        if isinstance(word, Assignment):
            parts.append((tuple(run), word))
            run = []
        else:
            run.append(word)
    parts.append((tuple(run), None))
    compiled = [
        (compiler.words.fields(words) if words else (), None if made is None else assigned(made, compiler))
        for words, made in parts
    ]

    def expand(st: State) -> list[Any]:
        argv: list[Any] = []
        associative = False
        for fields, made in compiled:
            found = fields if isinstance(fields, tuple) else fields(st)
            argv.extend(found)
            associative = associative or any(_declares_associative(word) for word in found)
            if made is not None:
                argv.append(made(st, associative))
        return argv

    return expand


def _declares_associative(word: str) -> bool:
    return word[:1] == "-" and "A" in word and word[:2] != "--"


# Assignments before a command


def _environment(st: State, stores: tuple[tuple[Assignment, str | Callable[[State], str]], ...]) -> Frame:
    """Bind each name for the time of the command, exported."""
    frame = Frame("environment", "", st.source, st.line, st.args)
    st.frames.append(frame)
    for made, value in stores:
        text = value if isinstance(value, str) else value(st)
        held = st.vars.get(made.name)
        if made.subscript is not None:
            st.complain(f"`{made.name}[{made.subscript.source}]': not a valid identifier")
            continue
        if st.hooks:
            command_hooks.assignment(st, made, text)
        if isinstance(held, Variable) and held.flags & READONLY:
            st.complain(f"{made.name}: readonly variable")
            continue
        if made.append:
            is_number = isinstance(held, Variable) and held.flags & INTEGER
            before = st.get(made.name) or ("0" if is_number else "")
            text = str(st.callbacks.evaluate(st, f"({before})+({text})")) if is_number else before + text
            st.meter.text(len(text))
        frame.saved.setdefault(made.name, held)
        st.hold(len(text))
        st.rebind(made.name, Variable(text, EXPORT))
    return frame


def _leave_environment(st: State, frame: Frame, argv: list[Any]) -> None:
    """The command is over: the names are what they were, but for those that it adopted."""
    if frame not in st.frames:
        return
    while st.frames[-1] is not frame:
        st.leave_frame()
    if st.options["posix"] and argv[0] in SPECIAL:
        frame.saved = {}
    elif argv[0] in _ADOPTING:
        named = {word.name if isinstance(word, Assigned) else word for word in argv[1:]}
        frame.saved = {name: held for name, held in frame.saved.items() if name not in named}
    st.leave_frame()


# Tracing, and set -k


def _trace_command(st: State, argv: list[Any]) -> None:
    """The command as ``set -x`` shows it; array literals of a declaration first."""
    words: list[str] = []
    for word in argv:
        if isinstance(word, str):
            words.append(word)
            continue
        words.append(word.said())
        if isinstance(word.value, str):
            continue
        sign = "+=" if word.append else "="
        elements = (
            _single_quoted(text) if key is None else f"[{_single_quoted(key)}]={_single_quoted(text)}"
            for key, _, text in word.value
        )
        command_hooks.trace(st, f"{word.name}{sign}({' '.join(elements)})")
    command_hooks.trace(st, command_hooks.traced_words(words))


def _single_quoted(text: str) -> str:
    from runtime.bash.expand.quote import single

    return single(text)


def _keyword(word: Word | Assignment) -> Assignment | None:
    """The assignment that a word is under ``set -k``."""
    if isinstance(word, Assignment) or not word.parts or not isinstance(word.parts[0], Literal):
        return None
    name, sign, rest = word.parts[0].text.partition("=")
    if not sign or not (name.isidentifier() and name.isascii()):
        return None
    parts = ((Literal(rest),) if rest else ()) + tuple(word.parts[1:])
    return Assignment(name, Word(parts, word.source.partition("=")[2]))


def _has_keywords(node: Simple) -> bool:
    return any(_keyword(word) is not None for word in node.words[1:])


def _with_keywords(node: Simple) -> Simple:
    """``command x=1 y``: under ``set -k`` an assignment anywhere is the command's environment."""
    found = tuple(made for made in map(_keyword, node.words[1:]) if made is not None)
    words = tuple(word for word in node.words if word is node.words[0] or _keyword(word) is None)
    return Simple(words, node.assignments + found, node.redirections, node.line)
