"""A program text as a function of Python that a machine runs; compiled once and remembered by its text.

The function makes the program's variables, as variables of its own that the functions inside share, and gives what
`run` calls: BEGIN, the rules on one record, END. All that goes into its text are names with a prefix, numbers and
quoted strings: nothing of an awk program is ever Python by itself.
"""

from __future__ import annotations

import builtins
from functools import partial

from runtime.bash.commands.awk import numeric, order, text, times, values
from runtime.bash.commands.awk.errors import AwkSyntaxError, Exit, Next, NextFile
from runtime.bash.commands.awk.field_splitting import apart
from runtime.bash.commands.awk.formats import sprintf
from runtime.bash.commands.awk.names import SPECIAL_ARRAYS, Names
from runtime.bash.commands.awk.parser import parse
from runtime.bash.commands.awk.statements import Statements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any

    from runtime.bash.commands.awk.machine import Machine
    from runtime.bash.commands.awk.tree import Function, Rule

__all__ = ["Compiled", "compiled"]

_FILE = "<awk>"
_MOST_KEPT = 200
_LONGEST_KEPT = 20_000
_kept: dict[tuple[str, frozenset[str]], Compiled] = {}
_SOURCES = {"ENVIRON": "rt.environment()", "ARGV": "rt.argv", "PROCINFO": "rt.procinfo"}
# The builtins that the text uses. Nothing else of Python can be named in it, whatever a program makes of the translation.
_PURE = ("abs", "bool", "dict", "float", "int", "isinstance", "len", "list", "max", "min", "str", "tuple")
_NAMESPACE: dict[str, Any] = {
    "__builtins__": {name: getattr(builtins, name) for name in _PURE},
    **{name: getattr(values, name) for name in values.__all__},
    **{name: getattr(text, name) for name in text.__all__},
    **{name: getattr(times, name) for name in times.__all__},
    **{name: getattr(numeric, name) for name in numeric.__all__},
    **{name: getattr(order, name) for name in order.__all__},
    **{f"fn_{name}": function for name, function in numeric.FUNCTIONS.items()},
    "K": values.SUBSCRIPTS.get,
    "ONCE": (None,),
    "Exit": Exit,
    "Next": Next,
    "NextFile": NextFile,
    "apart": apart,
    "partial": partial,
    "sprintf": sprintf,
}


class Compiled:
    """A program ready to run.

    Attributes:
        make: given a machine, its parts: ``(begin, rules, end, begin_file, end_file)``, None for those it lacks.
        most: how many fields it can look at, -1 for all.
        careful: whether records must be taken one by one, because a rule may change what comes next.
        counting: whether the program looks at the number of a record.
    """

    __slots__ = ("careful", "counting", "make", "most", "origins")

    def __init__(self, make: Callable[[Machine], tuple[Any, ...]], names: Names, origins: list[int]) -> None:
        self.make = make
        self.most = -1 if names.rebuilt else names.most
        self.careful = bool(names.assigned & {"RS", "IGNORECASE"}) or any(
            node.kind == "getline" and node.parts[0] != "<" for node, _ in names.nodes
        )
        self.counting = bool(names.all & {"NR", "FNR"})
        self.origins = origins

    def line(self, trace: TracebackType | None) -> int:
        """The program's line that an exception comes from, 0 where it cannot be told."""
        line = 0
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == _FILE and trace.tb_lineno <= len(self.origins):
                line = self.origins[trace.tb_lineno - 1] or line
            trace = trace.tb_next
        return line


def compiled(source: str, depth: int, outside: frozenset[str]) -> Compiled:
    """The program of that text; ``outside`` are the variables that its command line assigns. Raises AwkSyntaxError."""
    known = source, outside
    made = _kept.get(known)
    if made is None:
        made = _compiled(source, depth, outside)
        if len(source) <= _LONGEST_KEPT:
            if len(_kept) >= _MOST_KEPT:
                _kept.clear()
            _kept[known] = made
    return made


def _compiled(source: str, depth: int, outside: frozenset[str]) -> Compiled:
    try:
        names = Names(parse(source, depth), outside)
        writer = _Writer(names)
        writer.program()
        namespace = dict(_NAMESPACE)
        exec(compile("\n".join(writer.lines), _FILE, "exec", dont_inherit=True), namespace)  # noqa: S102
    except (RecursionError, MemoryError, SyntaxError, OverflowError) as error:
        raise AwkSyntaxError("program is too complex", 1) from error
    return Compiled(namespace["program"], names, writer.origins)


class _Writer(Statements):
    """The text of the function."""

    def program(self) -> None:
        """All of it."""
        program = self.names.program
        special = program.special
        self.level = 0
        self.indented("def program(rt):")
        self._variables()
        at = len(self.lines)
        for function in program.functions.values():
            self._function(function)
        parts = {}
        for name in ("BEGIN", "END", "BEGINFILE", "ENDFILE"):
            parts[name] = self._actions(name) if special[name] else "None"
        rules = self._rules(program.rules) if program.rules else "None"
        self._setters()
        self.emit(
            f"return {parts['BEGIN']}, {rules}, {parts['END']}, {parts['BEGINFILE']}, {parts['ENDFILE']}"
        )
        # Constants are known only now; they come before the functions that use them.
        made = [f"    {code}" for code in self.constants]
        self.lines[at:at] = made
        self.origins[at:at] = [0] * len(made)

    def _variables(self) -> None:
        names = self.names
        self.emit("row, channels, text, show, charged = rt.row, rt.channels, rt.text, rt.show, rt.charged")
        self.emit("out, chance = channels.output.put, rt.chance")
        self.emit("tk = dp = 0")
        self.emit("deepest = rt.deepest")
        for name in names.globals:
            self.emit(f"g_{name} = None")
        for name in names.arrays:
            made = _SOURCES[name] if name in SPECIAL_ARRAYS else "Array()"
            self.emit(f"g_{name} = {made}")
        for number, rule in enumerate(names.program.rules):
            if rule.last is not None:
                self.emit(f"r{number} = False")

    def _shared(self) -> str:
        """Variables that a function assigns which are not its own."""
        ranges = [f"r{at}" for at, rule in enumerate(self.names.program.rules) if rule.last is not None]
        return ", ".join(["tk", "dp", *ranges, *(f"g_{name}" for name in self.names.globals)])

    def _function(self, function: Function) -> None:
        self.function, self.place = function, "function"
        self.line = function.line
        self.indented(f"def f_{function.name}({', '.join(f'l_{param}=None' for param in function.params)}):")
        self.emit(f"nonlocal {self._shared()}")
        self.tick()
        self.emit("dp += 1")
        self.emit("if dp > deepest: rt.too_deep()")
        arrays = [param for param in function.params if (function.name, param) in self.names.array_names]
        if arrays:
            self.emit("held = len(rt.local_arrays)")
        self.indented("try:")
        for param in arrays:
            self.emit(f"if l_{param} is None: l_{param} = rt.local()")
        self.body(function.body)
        self.dedent()
        self.indented("finally:")
        self.emit("dp -= 1")
        if arrays:
            self.emit("del rt.local_arrays[held:]")
        self.dedent()
        self.dedent()
        self.function = None

    def _actions(self, name: str) -> str:
        self.place = name
        self.indented(f"def {name.lower()}():")
        self.emit(f"nonlocal {self._shared()}")
        for action in self.names.program.special[name]:
            self.statement(action)
        self.dedent()
        return name.lower()

    def _rules(self, rules: list[Rule]) -> str:
        self.place = "rule"
        self.indented("def rules():")
        self.emit(f"nonlocal {self._shared()}")
        for number, rule in enumerate(rules):
            self._rule(number, rule)
        self.dedent()
        return "rules"

    def _rule(self, number: int, rule: Rule) -> None:
        self.line = rule.line
        if rule.pattern is None:
            self._action(rule)
            return
        if rule.last is None:
            self.indented(f"if {self.cond(rule.pattern)}:")
        else:
            flag = f"r{number}"
            held = self.temp()
            self.emit(f"{held} = {flag}")
            self.emit(f"if not {held} and {self.cond(rule.pattern)}: {held} = {flag} = True")
            self.indented(f"if {held}:")
            self.emit(f"if {self.cond(rule.last)}: {flag} = False")
        self._action(rule)
        self.dedent()

    def _action(self, rule: Rule) -> None:
        if rule.body is not None:
            self.body(rule.body)
        else:
            ending = repr("\n") if "ORS" in self.fixed else "rt.ors"
            self.emit(f"out({self.record} + {ending})")

    def _setters(self) -> None:
        """How an assignment on the command line reaches a variable."""
        self.line = 0
        for name in self.names.globals:
            kind = self.names.variable(name, None)
            self.indented(f"def set_{name}(value):")
            self.emit(f"nonlocal g_{name}")
            # What the command line was not known to assign stays a number where the program takes it for one.
            self.emit(f"g_{name} = {'value' if kind == 'any' else 'number(value)'}")
            self.dedent()
        pairs = ", ".join(f"{name!r}: set_{name}" for name in self.names.globals)
        self.emit(f"rt.setters = {{{pairs}}}")
        functions = ", ".join(f"{name!r}: f_{name}" for name in self.names.program.functions)
        self.emit(f"rt.functions = {{{functions}}}")
        held = "".join(f"g_{name}, " for name in [*self.names.globals, *self.names.arrays])
        self.emit(f"rt.held = lambda: ({held})")
