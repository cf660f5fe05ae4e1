"""Statements of awk as lines of Python."""

from __future__ import annotations

from runtime.bash.commands.awk.builtins import Builtins, formatted
from runtime.bash.commands.awk.errors import AwkSyntaxError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.awk.names import Names
    from runtime.bash.commands.awk.tree import Node

__all__ = ["Statements"]

# Python's compiler refuses more loops within one another than this, and more indentation than a hundred levels.
_MOST_LOOPS = 18
_MOST_LEVELS = 80


class _Loop:
    """A loop or switch around the present statement."""

    __slots__ = ("condition", "flag", "step")

    def __init__(self, step: Node | None = None, condition: Node | None = None, flag: str = "") -> None:
        self.step = step  # what `for` does before each further round
        self.condition = condition  # what `do` asks before each further round
        self.flag = flag  # set where `continue` leaves a switch


class Statements(Builtins):
    """The translator of statements; `lines` is the text, `origins` the program's line that each comes from.

    ``place`` is what the code is part of: ``rule``, ``function``, ``BEGIN`` and so on.
    """

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.lines: list[str] = []
        self.origins: list[int] = []
        self.level = 1
        self.line = 0
        self.place = ""
        self._loops: list[_Loop] = []

    def emit(self, code: str) -> None:
        """One line."""
        self.lines.append("    " * self.level + code)
        self.origins.append(self.line)

    def indented(self, head: str) -> None:
        """A line that further ones belong to, until `dedent`."""
        self.emit(head)
        self.level += 1
        if self.level > _MOST_LEVELS:
            raise AwkSyntaxError("program is nested too deeply", self.line)

    def dedent(self) -> None:
        """The end of those lines."""
        self.level -= 1

    def statement(self, node: Node) -> None:
        """The lines of one statement."""
        before, self.line = self.line, node.line
        getattr(self, f"_{node.kind}_lines")(node)
        self.line = before

    def body(self, node: Node) -> None:
        """The same as the body of the line before."""
        size = len(self.lines)
        self.statement(node)
        if len(self.lines) == size:
            self.emit("pass")

    def _block_lines(self, node: Node) -> None:
        for statement in node.parts[0]:
            self.statement(statement)

    # Expressions for their effect

    def _expr_lines(self, node: Node) -> None:
        self.effect(node.parts[0])

    def effect(self, node: Node) -> None:
        """Compute something and forget it."""
        while node.kind == "paren":
            node = node.parts[0]
        target = node.parts[0 if node.kind == "step" else 1] if node.kind in ("step", "assign") else None
        if target is not None and target.kind == "name" and not self.special(target):
            code = self.natural(node) if node.kind == "assign" else self._step_code(node)
            # `(x := value)` as a statement of its own
            name = self.variable(target.parts[0])
            prefix = f"({name} := "
            self.emit(f"{name} = {code[len(prefix) : -1]}" if code.startswith(prefix) else code)
        elif target is not None and target.kind == "elem":
            self._element(node, target)
        else:
            self.emit(self.natural(node) if node.kind != "field" else self.value(node))

    def _step_code(self, node: Node) -> str:
        target, delta, _ = node.parts
        return self.store(target, f"{self.num(target)} {'+' if delta > 0 else '-'} 1.0")

    def _element(self, node: Node, target: Node) -> None:
        """An element is assigned."""
        if node.kind == "assign" and not node.parts[0]:
            self.emit(self.natural(node))
            return
        array, key, old = self.temp(), self.temp(), self.temp()
        self.emit(f"{array} = {self.array(target.parts[0])}")
        self.emit(f"{key} = {self.key(target.parts[1])}")
        right = ""
        if node.kind == "assign" and not self.pure(node.parts[2]):
            right = self.temp()
            self.emit(f"{right} = {self.num(node.parts[2])}")
        self.emit(f"{old} = {array}[{key}]")
        self.emit(f"if {old}.__class__ is not float: {old} = number({old})")
        if node.kind == "step":
            self.emit(f"{array}[{key}] = {old} {'+' if node.parts[1] > 0 else '-'} 1.0")
        else:
            self.emit(f"{array}[{key}] = {self.arithmetic(node.parts[0], old, node.parts[2], code=right)}")

    # Branches and loops

    def _if_lines(self, node: Node) -> None:
        test, then, other = node.parts
        self.indented(f"if {self.cond(test)}:")
        self.body(then)
        self.dedent()
        while other is not None and other.kind == "if":
            self.line = other.line
            test, then, other = other.parts
            self.indented(f"elif {self.cond(test)}:")
            self.body(then)
            self.dedent()
        if other is not None:
            self.indented("else:")
            self.body(other)
            self.dedent()

    def _rounds(self, head: str, loop: _Loop, body: Node) -> None:
        """A loop, each round of which is counted."""
        if len(self._loops) >= _MOST_LOOPS:
            raise AwkSyntaxError("program is nested too deeply", self.line)
        self.indented(head)
        self.tick()
        self._loops.append(loop)
        self.statement(body)
        self._loops.pop()
        self._again(loop)
        self.dedent()

    def tick(self) -> None:
        """Count a round."""
        self.emit("tk -= 1")
        self.emit("if tk < 0: tk = rt.tick()")

    def _again(self, loop: _Loop) -> None:
        """What comes before a further round."""
        if loop.step is not None:
            self.statement(loop.step)
        if loop.condition is not None:
            self.emit(f"if not {self.cond(loop.condition)}: break")

    def _while_lines(self, node: Node) -> None:
        self._rounds(f"while {self.cond(node.parts[0])}:", _Loop(), node.parts[1])

    def _do_lines(self, node: Node) -> None:
        self._rounds("while True:", _Loop(condition=node.parts[1]), node.parts[0])

    def _for_lines(self, node: Node) -> None:
        first, test, step, body = node.parts
        if first is not None:
            self.statement(first)
        self._rounds(f"while {self.cond(test) if test is not None else 'True'}:", _Loop(step), body)

    def _forin_lines(self, node: Node) -> None:
        name, array, body = node.parts
        key = self.temp()
        if len(self._loops) >= _MOST_LOOPS:
            raise AwkSyntaxError("program is nested too deeply", self.line)
        self.indented(f"for {key} in keys(rt, {self.array(array)}):")
        self.tick()
        self.emit(self.store(name, key))
        self._loops.append(_Loop())
        self.statement(body)
        self._loops.pop()
        self.dedent()

    def _switch_lines(self, node: Node) -> None:
        """The cases from the one that fits on; a loop of one round is what ``break`` leaves."""
        subject, cases = node.parts
        value, start, flag = self.temp(), self.temp(), self.temp()
        self.emit(f"{value} = {self.value(subject)}")
        self.emit(f"{flag} = False")
        head = "if"
        default = len(cases)
        for number, (label, _) in enumerate(cases):
            if label is None:
                default = number
                continue
            self.emit(f"{head} {self._fits(value, label)}: {start} = {number}")
            head = "elif"
        self.emit(f"{start} = {default}" if head == "if" else f"else: {start} = {default}")
        self.indented("for _ in ONCE:")
        self._loops.append(_Loop(flag=flag))
        for number, (_, statements) in enumerate(cases):
            self.indented(f"if {start} <= {number}:")
            for statement in statements:
                self.statement(statement)
            self.emit("pass")
            self.dedent()
        self._loops.pop()
        self.dedent()
        if any(not loop.flag for loop in self._loops):
            self.indented(f"if {flag}:")
            self._continue_lines(node)
            self.dedent()

    def _fits(self, value: str, label: Node) -> str:
        if label.kind == "regex":
            return f"{self.tester(label)}(text({value})) is not None"
        return f"equal({value}, {self.natural(label)}, rt.convfmt)"

    def _break_lines(self, node: Node) -> None:  # noqa: ARG002
        self.emit("break")

    def _continue_lines(self, node: Node) -> None:  # noqa: ARG002
        loop = self._loops[-1]
        if loop.flag:
            self.emit(f"{loop.flag} = True")
            self.emit("break")
            return
        self._again(loop)
        self.emit("continue")

    # Leaving

    def _next_lines(self, node: Node) -> None:
        if self.place == "rule":
            self.emit("return")
        elif self.place == "function":
            self.emit("raise Next")
        else:
            raise AwkSyntaxError(f"'next' used in {self.place} action", node.line)

    def _nextfile_lines(self, node: Node) -> None:
        if self.place in ("BEGIN", "END"):
            raise AwkSyntaxError(f"'nextfile' used in {self.place} action", node.line)
        self.emit("raise NextFile")

    def _exit_lines(self, node: Node) -> None:
        value = node.parts[0]
        self.emit(f"raise Exit({'None' if value is None else f'exit_status({self.num(value)})'})")

    def _return_lines(self, node: Node) -> None:
        value = node.parts[0]
        self.emit("return None" if value is None else f"return {self.value(value)}")

    # Elements and output

    def _delete_lines(self, node: Node) -> None:
        target = node.parts[0]
        if target.kind == "name":
            self.emit(f"{self.array(target)}.clear()")
        else:
            self.emit(f"{self.array(target.parts[0])}.pop({self.key(target.parts[1])}, None)")

    def _print_lines(self, node: Node) -> None:
        args, how, target = node.parts
        shown = [self._shown(arg) for arg in args] or [self.record]
        fixed = "OFS" in self.fixed
        ending = repr("\n") if "ORS" in self.fixed else "rt.ors"
        if len(shown) == 1:
            code = f"{shown[0]} + {ending}"
        elif fixed and ending[0] != "r":
            code = f"{' '.join(['%s'] * len(shown)) + chr(10)!r} % ({', '.join(shown)})"
        else:
            code = f"rt.separator.join(({', '.join(shown)})) + {ending}"
        self._output(code, how, target)

    def _shown(self, node: Node) -> str:
        """An argument of print: numbers go by OFMT."""
        while node.kind == "paren":
            node = node.parts[0]
        if node.kind in ("field", "num", "str") or self.kind(node) == "str":
            return (
                self.text(node)
                if node.kind != "num" or node.parts[0] % 1 == 0
                else f"show({self.natural(node)})"
            )
        code = self.natural(node)
        if code.isidentifier():
            return f"({code} if {code}.__class__ is str else show({code}))"
        return f"show({code})"

    def _printf_lines(self, node: Node) -> None:
        args, how, target = node.parts
        self._output(formatted(self, args), how, target)

    def _output(self, code: str, how: str, target: Node | None) -> None:
        if target is None:
            self.emit(f"out({code})")
        else:
            self.emit(f"channels.put({how!r}, {self.text(target)}, {code})")
