"""Names while a program is compiled, and what a compiled filter is.

At run time the environment of a filter is one flat tuple: the run, the depth of calls, then every variable and every
parameter in scope in the order in which they came. What is inside extends it, so the environment of a definition is a
prefix of that of every call, and nothing is ever changed in place: generators that are left and resumed keep theirs.
"""

from __future__ import annotations

from runtime.bash.commands.jq.lexer import SyntaxFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from runtime.bash.commands.jq.tree import Function, Node

    Env = tuple[Any, ...]
    One = Callable[[Env, Any], Any]
    Many = Callable[[Env, Any], Iterable[Any]]
    # In path mode: (environment, path, value) to (path, value) pairs; no path is None.
    Paths = Callable[[Env, Any, Any], Iterable[tuple[Any, Any]]]

__all__ = [
    "FIRST",
    "Argument",
    "Code",
    "Compiler",
    "Defined",
    "Parameter",
    "Scope",
    "Valued",
    "by_identity",
    "constant",
]

# The run and the depth come first.
FIRST = 2
# Constructs that one program may be compiled to; a function inside functions that call themselves is compiled again.
_MOST = 300_000


class Code:
    """A compiled filter.

    Attributes:
        one: value to value, where there is exactly one output; else None.
        many: value to an iterable of outputs; always there.
        constant: whether ``one`` gives ``value`` whatever it is given.
    """

    __slots__ = ("constant", "many", "one", "value")

    def __init__(self, one: One | None = None, many: Many | None = None) -> None:
        self.one = one
        self.constant = False
        self.value: Any = None
        if many is None:
            assert one is not None  # noqa: S101  # one of the two makes a filter
            single = one

            def many(env: Env, value: Any) -> Iterable[Any]:
                return (single(env, value),)

        self.many = many


def constant(value: Any) -> Code:
    """The filter that gives ``value``."""
    made = Code(lambda env, given: value)  # noqa: ARG005
    made.constant = True
    made.value = value
    return made


class Compiler:
    """Compiles the nodes of one program, by tables of what compiles each construct.

    Attributes:
        globals: names of the variables that come from outside.
    """

    __slots__ = ("_codes", "_count", "_paths", "globals")

    def __init__(
        self,
        globals_: frozenset[str],
        codes: dict[type[Node], Callable[[Compiler, Any, Scope], Code]],
        paths: dict[type[Node], Callable[[Compiler, Any, Scope], Paths]],
    ) -> None:
        self.globals = globals_
        self._codes = codes
        self._paths = paths
        self._count = 0

    def _another(self) -> None:
        self._count += 1
        if self._count > _MOST:
            raise SyntaxFault("program too large", 0)

    def code(self, node: Node, scope: Scope) -> Code:
        """``node`` to values."""
        self._another()
        return self._codes[type(node)](self, node, scope)

    def paths(self, node: Node, scope: Scope) -> Paths:
        """``node`` to paths; what only computes has no place but where it gives its very input."""
        self._another()
        made = self._paths.get(type(node))
        if made is not None:
            return made(self, node, scope)
        return by_identity(self.code(node, scope))


def by_identity(code: Code) -> Paths:
    """A filter that computes: its outputs have no place, unless one is the input itself."""
    source = code.many
    return lambda env, path, value: ((path if item is value else None, item) for item in source(env, value))


class Parameter:
    """A parameter that is a filter: the place of its (code, paths, environment) in the environment."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class Valued:
    """A parameter that is a value, called like a function."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class Defined:
    """A function of the program: compiled at its first use, called through this so that it may call itself.

    Attributes:
        code: the compiled body, None until it is.
        provisional: what stands for the body while it is compiled; ``recursive``: whether that was needed.
        paths: the body in path mode.
    """

    __slots__ = ("code", "compiling_paths", "function", "paths", "provisional", "recursive", "scope")

    def __init__(self, function: Function, scope: Scope) -> None:
        self.function = function
        self.scope = scope
        self.code: Code | None = None
        self.provisional: Code | None = None
        self.recursive = False
        self.paths: Paths | None = None
        self.compiling_paths = False

    def single(self, env: Env, value: Any) -> Any:
        """The one output of the compiled body."""
        return self.code.one(env, value)  # type: ignore[union-attr,misc]

    def several(self, env: Env, value: Any) -> Iterable[Any]:
        """The outputs of the compiled body."""
        return self.code.many(env, value)  # type: ignore[union-attr]


class Argument:
    """A filter that is passed on: in path mode compiled only where somebody asks for paths."""

    __slots__ = ("_paths", "code", "compiler", "node", "scope")

    def __init__(self, compiler: Compiler, node: Node, scope: Scope) -> None:
        self.compiler = compiler
        self.node = node
        self.scope = scope
        self.code = compiler.code(node, scope)
        self._paths: Paths | None = None

    @property
    def paths(self) -> Paths:
        """In path mode."""
        if self._paths is None:
            self._paths = self.compiler.paths(self.node, self.scope)
        return self._paths


class Scope:
    """What names mean at one point of a program; immutable, inner scopes refer to outer ones."""

    __slots__ = ("functions", "labels", "size", "variables")

    def __init__(
        self,
        size: int = FIRST,
        variables: dict[str, int] | None = None,
        functions: dict[tuple[str, int], Defined | Parameter | Valued] | None = None,
        labels: dict[str, int] | None = None,
    ) -> None:
        self.size = size
        self.variables = variables or {}
        self.functions = functions or {}
        self.labels = labels or {}

    def variable(self, *names: str) -> Scope:
        """With variables, in that order."""
        added = {name: self.size + number for number, name in enumerate(names)}
        return Scope(self.size + len(names), {**self.variables, **added}, self.functions, self.labels)

    def parameter(self, name: str) -> Scope:
        """With a parameter that is a filter."""
        added = {**self.functions, (name, 0): Parameter(self.size)}
        return Scope(self.size + 1, self.variables, added, self.labels)

    def value(self, name: str) -> Scope:
        """With a parameter that is a value: a variable, and a function too."""
        made = self.variable(name)
        made.functions = {**made.functions, (name, 0): Valued(self.size)}
        return made

    def label(self, name: str) -> Scope:
        """With a label."""
        return Scope(self.size + 1, self.variables, self.functions, {**self.labels, name: self.size})

    def defining(self, function: Function) -> tuple[Scope, Defined]:
        """With a function, which sees itself."""
        made = Scope(self.size, self.variables, dict(self.functions), self.labels)
        defined = Defined(function, made)
        made.functions[(function.name, len(function.parameters))] = defined
        return made, defined
