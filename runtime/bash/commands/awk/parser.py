"""Rules, functions and statements of awk's grammar (POSIX awk, "Grammar"), by recursive descent."""

from __future__ import annotations

from runtime.bash.commands.awk.expressions import Expressions
from runtime.bash.commands.awk.lexer import tokens
from runtime.bash.commands.awk.tree import Function, Node, Program, Rule

__all__ = ["parse"]


def parse(text: str, depth: int) -> Program:
    """The program that ``text`` is; nesting beyond ``depth`` is refused. Raises AwkSyntaxError."""
    return _Parser(tokens(text), depth).program()


class _Parser(Expressions):
    """Statements; the expressions in them are inherited."""

    def program(self) -> Program:
        program = Program()
        self.skip()
        while self.kind != "eof":
            self._item(program)
            self.skip()
        for name, line in self.calls:
            if name not in program.functions:
                raise self.error(f"function '{name}' not defined", line)
        return program

    def skip(self) -> None:
        """Past newlines and semicolons."""
        while self.kind in ("newline", ";"):
            self.advance()

    def _item(self, program: Program) -> None:
        line = self.token.line
        if self.kind == "function":
            self._function(program)
        elif self.kind in program.special:
            name = self.kind
            self.advance()
            if self.kind != "{":
                raise self.error(f"{name} blocks must have an action part")
            program.special[name].append(self._block())
        else:
            program.rules.append(self._rule(line))

    def _rule(self, line: int) -> Rule:
        pattern = last = None
        if self.kind != "{":
            pattern = self.expression()
            if self.accept(","):
                self.newlines()
                last = self.expression()
        if self.kind == "{":
            return Rule(line, pattern, last, self._block())
        if self.kind not in (";", "newline", "eof"):
            raise self.unexpected()
        return Rule(line, pattern, last, None)

    def _function(self, program: Program) -> None:
        line = self.token.line
        self.advance()
        if self.kind != "name":
            raise self.unexpected()
        name = self.advance().value
        self.expect("(")
        params: list[str] = []
        while self.kind != ")":
            if params:
                self.expect(",")
                self.newlines()
            if self.kind != "name":
                raise self.unexpected()
            params.append(self.advance().value)
        self.advance()
        self.newlines()
        if name in program.functions:
            raise self.error(f"function name '{name}' previously defined", line)
        if len(set(params)) < len(params) or name in params:
            raise self.error(f"function '{name}': a parameter's name is taken", line)
        self.in_function = True
        program.functions[name] = Function(line, name, params, self._block())
        self.in_function = False

    def _block(self) -> Node:
        line = self.expect("{").line
        self.enter()
        statements = self._statements()
        self.leave()
        self.expect("}")
        return Node("block", line, statements)

    def _statements(self) -> list[Node]:
        statements = []
        self.skip()
        while self.kind not in ("}", "eof", "case", "default"):
            statements.append(self.statement())
            self.skip()
        return statements

    def statement(self) -> Node:
        """One statement with its end."""
        self.enter()
        node = self._statement()
        self.leave()
        return node

    def _statement(self) -> Node:
        line = self.token.line
        kind = self.kind
        if kind == "{":
            return self._block()
        if kind == ";":
            self.advance()
            return Node("block", line, [])
        compound = _COMPOUND.get(kind)
        if compound is not None:
            self.advance()
            statement: Node = getattr(self, compound)(line)
            return statement
        node = self._simple()
        self._end()
        return node

    def _end(self) -> None:
        """The end of a simple statement."""
        if self.kind in (";", "newline"):
            self.advance()
        elif self.kind not in ("}", "eof"):
            raise self.unexpected()

    def _body(self) -> Node:
        """The statement that ``if`` or a loop governs."""
        self.newlines()
        return self.statement()

    def _parenthesized(self) -> Node:
        self.expect("(")
        test = self.expression()
        self.expect(")")
        return test

    def _if(self, line: int) -> Node:
        test = self._parenthesized()
        then = self._body()
        mark = self.at
        self.skip()
        if self.kind != "else":
            self.back(mark)
            return Node("if", line, test, then, None)
        self.advance()
        return Node("if", line, test, then, self._body())

    def _while(self, line: int) -> Node:
        test = self._parenthesized()
        if self.kind == ";":
            self.advance()
            return Node("while", line, test, Node("block", line, []))
        return Node("while", line, test, self._loop())

    def _loop(self) -> Node:
        self.loops += 1
        body = self._body()
        self.loops -= 1
        return body

    def _do(self, line: int) -> Node:
        body = self._loop()
        self.skip()
        self.expect("while")
        test = self._parenthesized()
        self._end()
        return Node("do", line, body, test)

    def _for(self, line: int) -> Node:
        self.expect("(")
        if self.kind == "name" and self.peek(1).kind == "in" and self.peek(2).kind == "name":
            mark = self.at
            name = self.advance().value
            self.advance()
            array = self.array()
            if self.accept(")"):
                return Node("forin", line, Node("name", line, name), array, self._loop())
            self.back(mark)
        first = None if self.kind == ";" else self._simple()
        self.expect(";")
        self.newlines()
        test = None if self.kind == ";" else self.expression()
        self.expect(";")
        self.newlines()
        step = None if self.kind == ")" else self._simple()
        self.expect(")")
        if self.accept(";"):
            return Node("for", line, first, test, step, Node("block", line, []))
        return Node("for", line, first, test, step, self._loop())

    def _switch(self, line: int) -> Node:
        subject = self._parenthesized()
        self.newlines()
        self.expect("{")
        self.skip()
        cases: list[tuple[Node | None, list[Node]]] = []
        self.switches += 1
        while self.kind in ("case", "default"):
            label = None
            if self.advance().kind == "case":
                label = self.constant()
            self.expect(":")
            cases.append((label, self._statements()))
        self.switches -= 1
        self.expect("}")
        return Node("switch", line, subject, cases)

    def _simple(self) -> Node:
        """A statement that needs an end."""
        line = self.token.line
        simple = _SIMPLE.get(self.kind)
        if simple is None:
            return Node("expr", line, self.expression())
        kind = self.advance().kind
        statement: Node = getattr(self, simple)(line, kind)
        return statement

    def _print(self, line: int, kind: str) -> Node:
        args: list[Node] = []
        if self.kind not in _PRINT_ENDS:
            args = self.print_list()
        if kind == "printf" and not args:
            raise self.unexpected()
        how = ""
        target = None
        if self.kind in (">", ">>", "|"):
            how = self.advance().kind
            target = self.print_target()
        elif self.kind == "|&":
            raise self.error("two-way pipes are not supported")
        return Node(kind, line, args, how, target)

    def _jump(self, line: int, kind: str) -> Node:
        if not self.loops and not (self.switches and kind == "break"):
            raise self.error(f"'{kind}' is not allowed outside a loop", line)
        return Node(kind, line)

    def _next(self, line: int, kind: str) -> Node:
        return Node(kind, line)

    def _leave(self, line: int, kind: str) -> Node:
        if kind == "return" and not self.in_function:
            raise self.error("'return' used outside function context", line)
        value = None if self.kind in (";", "newline", "}", "eof") else self.expression()
        return Node(kind, line, value)

    def _delete(self, line: int, kind: str) -> Node:
        wrapped = self.accept("(")
        target = self.element()
        if wrapped:
            self.expect(")")
        return Node(kind, line, target)


_PRINT_ENDS = frozenset([";", "newline", "}", "eof", ">", ">>", "|", "|&"])
_COMPOUND = {"if": "_if", "while": "_while", "do": "_do", "for": "_for", "switch": "_switch"}
_SIMPLE = {
    "print": "_print",
    "printf": "_print",
    "break": "_jump",
    "continue": "_jump",
    "next": "_next",
    "nextfile": "_next",
    "exit": "_leave",
    "return": "_leave",
    "delete": "_delete",
}
