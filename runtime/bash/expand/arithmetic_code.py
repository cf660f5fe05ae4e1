"""Arithmetic trees to closures over the State. Numbers wrap in 64 bits, whatever a script does with them."""

from __future__ import annotations

from runtime.bash.errors import ExpansionError
from runtime.bash.expand import subscripts
from runtime.bash.expand.arithmetic_numbers import (
    BadExpression,
    Textual,
    known,
    name_value,
    number_text,
    plain_number,
    refused,
    shown,
    store,
    value_of,
)
from runtime.bash.expand.arithmetic_operators import BINARY, MAX, MIN, UNARY, combined
from runtime.bash.expand.arithmetic_parser import HOLE, Mistake, parse, wrap
from runtime.bash.expand.arithmetic_tree import (
    Assign,
    Binary,
    Comma,
    Condition,
    Element,
    Hole,
    Logical,
    Name,
    Number,
    Step,
    Unary,
)
from runtime.bash.expand.late_expansion import expanded
from runtime.bash.expand.reference import unbound
from runtime.bash.state import ReadOnly
from runtime.bash.variables import Indexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.arithmetic_tree import Tree
    from runtime.bash.state import State

    Code = int | Callable[[State], int]
    Run = Callable[[State], int]
    Text = Callable[[State], str]
    Held = Indexed | dict[str, str] | str | None

__all__ = ["Coder"]

# So many digits of any base up to 36 fit in 64 bits.
_SHORT = 10


class Coder:
    """Compiles one expression.

    Args:
        text: as messages show it.
        holes: what each hole of a template reads.
    """

    __slots__ = ("holes", "text")

    def __init__(self, text: str, holes: list[Text] | None = None) -> None:
        self.text = text
        self.holes = holes or []

    def code(self, tree: Tree) -> Code:
        """The closure of a tree, or its value where it is constant."""
        return _CODERS[type(tree)](self, tree)

    def _run(self, tree: Tree) -> Run:
        made = self.code(tree)
        return (lambda st: made) if isinstance(made, int) else made  # noqa: ARG005

    def _fail(self, message: str, at: int) -> ExpansionError | Textual:
        """The error to raise; a template has to be read again with the text in place for its words."""
        if self.holes:
            return Textual()
        shown_text, token = self.text.lstrip(), self.text[at:].lstrip()
        return BadExpression(f'{shown_text}: {message} (error token is "{token}")')

    # Operands

    def _number(self, tree: Number) -> Code:
        return tree.value

    def _name(self, tree: Name) -> Code:
        name = tree.name

        def read(st: State) -> int:
            number = known(st.vars.get(name))  # type: ignore[arg-type]
            return name_value(st, name) if number is None else number

        return read

    def _hole(self, tree: Hole) -> Code:
        text = self.holes[tree.number]
        if tree.base:
            return _digits(text, tree.base)
        unsigned = tree.unsigned

        def read(st: State) -> int:
            value = text(st)
            number = known(value)
            if number is None:
                number = plain_number(value)
            if number is None or (unsigned and number < 0):
                raise Textual
            return number

        return read

    def _subscript(self, tree: Element) -> tuple[Code, str | Text]:
        """The index and the key that a subscript is: which of them counts is known when it runs."""
        text = tree.subscript
        holes = self.holes[tree.first_hole : tree.first_hole + text.count(HOLE)]
        if not text.strip():
            return self._empty(tree), ""
        if not holes and ("$" in text or "`" in text):
            return _reread(text)
        key = _key(text, holes)
        try:
            index = Coder(text, holes).code(parse(text))
        except Mistake as wrong:
            index = _raiser(Textual() if holes else BadExpression(wrong.message))
        return index, key

    def _empty(self, tree: Element) -> Run:
        message = f"{tree.name}[]: bad array subscript"

        def complain(st: State) -> int:
            st.complain(message)
            st.complain(message)
            return 0

        return complain

    def _element(self, tree: Element) -> Code:
        index, key = self._subscript(tree)
        name = tree.name
        read = subscripts.reader(name, index, key)

        def value(st: State) -> int:
            text = read(st)
            if not text:
                if st.nounset and subscripts.array(st, name) is None:
                    unbound(st, name)
                return 0
            number = known(text)
            return value_of(st, text) if number is None else number

        return value

    # Operators

    def _unary(self, tree: Unary) -> Code:
        change = UNARY[tree.operator]
        operand = self.code(tree.operand)
        if isinstance(operand, int):
            return change(operand)
        if tree.operator == "!":
            return lambda st: 0 if operand(st) else 1
        return lambda st: change(operand(st))

    def _binary(self, tree: Binary) -> Code:
        # The left spine of a long sum is a loop, not a recursion.
        spine: list[Binary] = []
        left: Tree = tree
        while isinstance(left, Binary):
            spine.append(left)
            left = left.left
        made = self.code(left)
        if len(spine) > 8:
            return self._chain(made, spine[::-1])
        for one in reversed(spine):
            made = self._pair(one, made, self.code(one.right))
        return made

    def _chain(self, first: Code, spine: list[Binary]) -> Run:
        steps = [(BINARY[one.operator], self._run(one.right), self._guard(one)) for one in spine]
        start: Run = (lambda st: first) if isinstance(first, int) else first  # noqa: ARG005

        def chain(st: State) -> int:
            total = start(st)
            for change, right, guard in steps:
                operand = right(st)
                if guard is not None:
                    guard(operand)
                total = change(total, operand)
            return total

        return chain

    def _guard(self, tree: Binary) -> Callable[[int], None] | None:
        """Refuses a right operand that the operator cannot take."""
        operator, at = tree.operator, tree.at
        if operator in {"/", "%"}:

            def not_zero(right: int) -> None:
                if right == 0:
                    raise self._fail("division by 0", at)

            return not_zero
        if operator == "**":

            def not_negative(right: int) -> None:
                if right < 0:
                    raise self._fail("exponent less than 0", at)

            return not_negative
        return None

    def _pair(self, tree: Binary, left: Code, right: Code) -> Code:
        guard = self._guard(tree)
        if guard is not None:
            return _guarded(left, right, BINARY[tree.operator], guard)
        return combined(tree.operator, left, right)

    def _logical(self, tree: Logical) -> Code:
        operands = [self._run(one) for one in tree.operands]
        if tree.operator == "&&":
            if len(operands) == 2:
                first, second = operands
                return lambda st: 1 if first(st) and second(st) else 0
            return lambda st: 1 if all(one(st) for one in operands) else 0
        if len(operands) == 2:
            first, second = operands
            return lambda st: 1 if first(st) or second(st) else 0
        return lambda st: 1 if any(one(st) for one in operands) else 0

    def _condition(self, tree: Condition) -> Code:
        test, yes, no = self._run(tree.test), self._run(tree.yes), self._run(tree.no)
        return lambda st: yes(st) if test(st) else no(st)

    def _comma(self, tree: Comma) -> Code:
        *before, last = [self._run(part) for part in tree.parts]

        def run(st: State) -> int:
            for part in before:
                part(st)
            return last(st)

        return run

    # Assignments

    def _assign(self, tree: Assign) -> Code:
        change = BINARY[tree.operator] if tree.operator else None
        value = self._run(tree.value)
        guard = self._guard(Binary(tree.operator, tree.value, tree.value, tree.at))
        if isinstance(tree.target, Element):
            return self._assign_element(tree.target, value, change, guard)
        name = tree.target.name
        if change is None:

            def assign(st: State) -> int:
                number = value(st)
                store(st, name, number)
                return number

            return assign
        read = self._run(tree.target)

        def update(st: State) -> int:
            before = read(st)
            operand = value(st)
            if guard is not None:
                guard(operand)
            number = change(before, operand)
            store(st, name, number)
            return number

        return update

    def _step(self, tree: Step) -> Code:
        by, after = tree.by, tree.after
        if isinstance(tree.target, Element):
            return self._assign_element(tree.target, lambda st: by, BINARY["+"], None, after)  # noqa: ARG005
        name = tree.target.name

        def step(st: State) -> int:
            held = st.vars
            before = known(held.get(name))  # type: ignore[arg-type]
            if before is None:
                before = name_value(st, name)
                number = wrap(before + by)
                store(st, name, number)
            else:
                # Only a plain text is known: it may be replaced by one.
                number = before + by if before != MAX and before != MIN else wrap(before + by)
                held[name] = shown(number) or number_text(number)
            return before if after else number

        return step

    def _assign_element(
        self,
        target: Element,
        value: Run,
        change: Callable[[int, int], int] | None,
        guard: Callable[[int], None] | None,
        after: bool = False,
    ) -> Run:
        index, key = self._subscript(target)
        find = self._finder(target)
        name = target.name

        def assign(st: State) -> int:
            held = subscripts.array(st, name)
            at: int | str | None
            if isinstance(held, dict):
                at = key if isinstance(key, str) else key(st)
                text = held.get(at)
            else:
                try:
                    place = index if isinstance(index, int) else index(st)
                except BadExpression as error:
                    raise subscripts.abandoned(st, error) from None
                at, text = find(st, held, place)
            before = value_of(st, text) if change is not None and text else 0
            number = value(st)
            if guard is not None:
                guard(number)
            if change is not None:
                number = change(before, number)
            if at is not None:
                _store_at(st, name, at, number)
            return before if after else number

        return assign

    def _finder(self, target: Element) -> Callable[[State, Held, int], tuple[int | None, str | None]]:
        """Finds an element to assign to and its text; for an index that leads nowhere it complains, and gives None."""
        name, subscript = target.name, target.subscript

        def find(st: State, held: Held, index: int) -> tuple[int | None, str | None]:
            if isinstance(held, Indexed):
                place = index if index >= 0 else index + held.top + 1
                if place >= 0:
                    return place, held.items.get(place)
            elif index >= 0:
                return index, held if index == 0 and isinstance(held, str) else None
            shown_subscript = str(index) if HOLE in subscript else subscript
            st.complain(f"{name}[{shown_subscript}]: bad array subscript")
            return None, None

        return find


def _store_at(st: State, name: str, at: int | str, number: int) -> None:
    try:
        subscripts.store(st, name, at, number_text(number))
    except ReadOnly as error:
        raise refused(st, error) from None


_CODERS: dict[type, Callable[..., Code]] = {
    Number: Coder._number,  # noqa: SLF001
    Name: Coder._name,  # noqa: SLF001
    Element: Coder._element,  # noqa: SLF001
    Hole: Coder._hole,  # noqa: SLF001
    Unary: Coder._unary,  # noqa: SLF001
    Binary: Coder._binary,  # noqa: SLF001
    Logical: Coder._logical,  # noqa: SLF001
    Condition: Coder._condition,  # noqa: SLF001
    Comma: Coder._comma,  # noqa: SLF001
    Assign: Coder._assign,  # noqa: SLF001
    Step: Coder._step,  # noqa: SLF001
}


def _raiser(error: Exception) -> Run:
    # A new one each time: who has said what an error says takes its message away.
    kind, given = type(error), error.args

    def run(st: State) -> int:  # noqa: ARG001
        raise kind(*given)

    return run


def _digits(text: Text, base: int) -> Run:
    """``10#$x``, the way to keep zeros in front from making a number octal."""

    def read(st: State) -> int:
        digits = text(st)
        # A short run of letters and digits is a number for Python as for bash, and fits in 64 bits.
        if not (digits.isascii() and digits.isalnum() and len(digits) <= _SHORT):
            raise Textual
        try:
            return int(digits, base)
        except ValueError:
            raise Textual from None

    return read


def _key(text: str, holes: list[Text]) -> str | Text:
    """The key of an associative array: the subscript without its quotes, expansions in their places."""
    pieces = [_unquoted(piece) for piece in text.split(HOLE)]
    if not holes:
        return pieces[0]
    if pieces == ["", ""]:
        return holes[0]

    def key(st: State) -> str:
        made = [pieces[0]]
        for hole, piece in zip(holes, pieces[1:], strict=True):
            made += (hole(st), piece)
        return "".join(made)

    return key


def _reread(text: str) -> tuple[Run, Text]:
    """A subscript with expansions that the value of a variable brought along: bash expands it now."""

    def key(st: State) -> str:
        return expanded(st, text)

    def index(st: State) -> int:
        found = expanded(st, text)
        return value_of(st, found) if found else 0

    return index, key


def _unquoted(text: str) -> str:
    if not any(c in text for c in "'\"\\"):
        return text
    made = ""
    quote = ""
    at = 0
    while at < len(text):
        c = text[at]
        if c == quote:
            quote = ""
        elif not quote and c in "'\"":
            quote = c
        elif c == "\\" and quote != "'" and at + 1 < len(text):
            at += 1
            made += text[at]
        else:
            made += c
        at += 1
    return made


def _guarded(
    left: Code, right: Code, change: Callable[[int, int], int], guard: Callable[[int], None]
) -> Code:
    if isinstance(left, int) and isinstance(right, int):
        try:
            guard(right)
        except (ExpansionError, Textual) as wrong:
            return _raiser(wrong)
        return change(left, right)
    if isinstance(right, int) and right > 0 and not isinstance(left, int):
        return lambda st: change(left(st), right)

    def run(st: State) -> int:
        first = left if isinstance(left, int) else left(st)
        second = right if isinstance(right, int) else right(st)
        guard(second)
        return change(first, second)

    return run
