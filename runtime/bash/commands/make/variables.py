"""Variables of make: where each comes from, who may change it, and what of them recipes see."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.commands.make.budget import Bounds

__all__ = ["Scope", "Variable", "Variables"]

# The later outranks the earlier.
_RANKS = ("default", "environment", "file", "environment override", "command line", "override", "automatic")
RANK = {name: number for number, name in enumerate(_RANKS)}
_EXPORTABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DEFAULTS = {
    "AR": "ar",
    "ARFLAGS": "rv",
    "AS": "as",
    "CC": "cc",
    "CXX": "g++",
    "CPP": "$(CC) -E",
    "FC": "f77",
    "LD": "ld",
    "LEX": "lex",
    "RM": "rm -f",
    "YACC": "yacc",
    "OUTPUT_OPTION": "-o $@",
    "COMPILE.c": "$(CC) $(CFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c",
    "COMPILE.cc": "$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c",
    "COMPILE.cpp": "$(COMPILE.cc)",
    "LINK.c": "$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)",
    "LINK.cc": "$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)",
    "LINK.cpp": "$(LINK.cc)",
    "LINK.o": "$(CC) $(LDFLAGS) $(TARGET_ARCH)",
}
_SUFFIXES = (
    ".out .a .ln .o .c .cc .C .cpp .p .f .F .m .r .y .l .ym .yl .s .S .mod .sym .def .h .info .dvi .tex"
    " .texinfo .texi .txinfo .w .ch .web .sh .elc .el"
)


class Variable:
    """One value. ``recursive``: expanded at each use. ``export``: None where nothing was said."""

    __slots__ = ("appends", "expanding", "export", "origin", "private", "recursive", "value", "where")

    def __init__(self, value: str, origin: str, *, recursive: bool = True, where: str = "") -> None:
        self.value = value
        self.origin = origin
        self.recursive = recursive
        self.where = where
        self.export: bool | None = None
        self.expanding = False
        # Of a target: += to what the scope around has, which is known at its use.
        self.appends = False
        self.private = False


class Scope:
    """Variables of one target, of a call or a loop; what is not here is looked up in ``parent``."""

    __slots__ = ("names", "parent")

    def __init__(self, parent: Scope | None = None) -> None:
        self.names: dict[str, Variable] = {}
        self.parent = parent

    def find(self, name: str) -> Variable | None:
        """The nearest of that name."""
        scope: Scope | None = self
        while scope is not None:
            held = scope.names.get(name)
            if held is not None:
                return held
            scope = scope.parent
        return None

    def chain(self) -> Iterator[Scope]:
        """From the outermost inwards."""
        scopes: list[Scope] = []
        scope: Scope | None = self
        while scope is not None:
            scopes.append(scope)
            scope = scope.parent
        return reversed(scopes)

    def set(self, name: str, value: str, origin: str = "automatic") -> None:
        """A plain value that nothing expands again."""
        self.names[name] = Variable(value, origin, recursive=False)


class Variables:
    """The global scope, and the rules of definition."""

    __slots__ = ("bounds", "export_all", "top")

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.top = Scope()
        self.export_all = False

    def preset(self, name: str, value: str, origin: str, *, recursive: bool = False) -> None:
        """A value from outside the makefiles."""
        self.bounds.keep(len(name) + len(value))
        self.top.names[name] = Variable(value, origin, recursive=recursive)

    def defaults(self, builtin: bool) -> None:
        """What make itself defines; with -R only what it works with."""
        for name, value in _DEFAULTS.items() if builtin else ():
            if name not in self.top.names:
                self.preset(name, value, "default", recursive=True)
        self.preset("SUFFIXES", _SUFFIXES if builtin else "", "default")
        self.preset(".SHELLFLAGS", "-c", "default")
        self.preset(".RECIPEPREFIX", "", "default")
        self.preset(".INCLUDE_DIRS", "/usr/local/include /usr/include", "default")
        self.preset(
            ".FEATURES",
            "target-specific order-only second-expansion else-if shortest-stem undefine oneshell",
            "default",
        )

    def define(
        self,
        name: str,
        operator: str,
        value: str,
        origin: str,
        *,
        expand: Callable[[str], str],
        scope: Scope | None = None,
        where: str = "",
    ) -> Variable:
        """One definition; the variable that there is then, changed or not."""
        target = scope or self.top
        held = target.names.get(name)
        outside = held or target.find(name)
        if outside is not None and _stands(outside, origin, held is None and scope is not None):
            return outside
        if operator == "?=":
            if outside is not None:
                return outside
            operator = "="
        recursive = operator == "="
        appends = False
        if operator == "+=":
            value, recursive, appends = self._appended(held, scope, value, expand)
        elif not recursive:
            value = expand(value)
        self.bounds.keep(len(name) + len(value))
        made = Variable(value, origin, recursive=recursive, where=where)
        made.appends = appends
        if held is not None:
            made.export = held.export
        target.names[name] = made
        return made

    def _appended(
        self, held: Variable | None, scope: Scope | None, value: str, expand: Callable[[str], str]
    ) -> tuple[str, bool, bool]:
        """The value, whether it is recursive, and whether more stands around it."""
        if held is None:
            return value, True, scope is not None
        more = value if held.recursive else expand(value)
        self.bounds.text(len(held.value) + len(more))
        return (f"{held.value} {more}" if held.value else more), held.recursive, held.appends

    def undefine(self, name: str, origin: str) -> None:
        """Forget one, unless it outranks who asks."""
        held = self.top.names.get(name)
        if held is not None and RANK[held.origin] <= RANK[origin]:
            del self.top.names[name]

    def mark(self, name: str, export: bool) -> None:
        """``export NAME`` or ``unexport NAME``."""
        held = self.top.names.get(name)
        if held is None:
            held = self.top.names[name] = Variable("", "file", recursive=False)
        held.export = export

    def exported(self, scope: Scope) -> dict[str, Variable]:
        """What the environment of a recipe is made of."""
        seen: dict[str, Variable] = {}
        for level in scope.chain():
            seen |= {
                name: held for name, held in level.names.items() if held.origin != "automatic" or held.export
            }
        return {name: held for name, held in seen.items() if self._leaves(name, held)}

    def _leaves(self, name: str, held: Variable) -> bool:
        if held.export is not None:
            return held.export
        if not _EXPORTABLE.fullmatch(name) or held.origin in ("default", "automatic"):
            return False
        if self.export_all:
            return True
        if held.origin in ("command line", "environment", "environment override"):
            return True
        outer = self.top.names.get(name)
        return outer is not None and outer is not held and self._leaves(name, outer)


def _stands(held: Variable, origin: str, elsewhere: bool) -> bool:
    """Whether a variable outranks a definition; one from ``elsewhere`` (around a target) only by who called make."""
    if elsewhere:
        return origin != "override" and held.origin in ("command line", "environment override")
    return RANK[held.origin] > RANK[origin] and held.origin != "automatic"
