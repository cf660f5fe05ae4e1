"""The machine that bc's closures run on: variables, arrays, functions, the three registers and the output's columns."""

from __future__ import annotations

from runtime.bash.commands.bc import math as library
from runtime.bash.commands.bc import number as numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.bc.number import Number
    from runtime.bash.utility_context import Context

    Value = Callable[["Machine"], Number]
    Act = Callable[["Machine"], str]

    Saved = dict[str, Number | None] | dict[str, dict[int, Number] | None]

__all__ = ["Failed", "Function", "Machine"]

# Digits of one number: a product of two such takes some tens of milliseconds, within which nothing can be interrupted.
_MOST_DIGITS = 200_000
_DEEPEST_CALL = 1_000
_MOST_INDEX = 16_777_215
_ORDER: dict[str, Callable[[int], bool]] = {
    "==": lambda sign: sign == 0,
    "!=": lambda sign: sign != 0,
    "<": lambda sign: sign < 0,
    "<=": lambda sign: sign <= 0,
    ">": lambda sign: sign > 0,
    ">=": lambda sign: sign >= 0,
}


class Failed(Exception):
    """A run-time error: the rest of the line is given up."""


class Function:
    """One that a script defined."""

    def __init__(self, name: str, parameters: list[str], local_names: list[str], void: bool) -> None:
        self.name = name
        self.parameters = parameters
        self.local_names = local_names
        self.void = void
        self.body: Act


class Machine:
    """All state of one run."""

    def __init__(self, cx: Context, with_library: bool) -> None:
        self.cx = cx
        self.check = cx.meter.check
        self.with_library = with_library
        self.scale = 20 if with_library else 0
        self.ibase = 10
        self.obase = 10
        self.last: Number = (0, 0)
        self.variables: dict[str, Number] = {}
        self.arrays: dict[str, dict[int, Number]] = {}
        self.functions: dict[str, Function] = {}
        self.calls: list[str] = ["(main)"]
        self.result: Number = (0, 0)
        self.held = 0
        self.column = 0
        self.width = _line_length(cx.env.get("BC_LINE_LENGTH", ""))
        self.next_line: Callable[[], str] = lambda: ""

    # Output

    def put(self, text: str) -> str:
        """Print text, broken as GNU breaks what is longer than a line."""
        if not self.width:
            self.cx.write(text)
            return ""
        out = []
        most = self.width - 1
        for number, full in enumerate(text.split("\n")):
            line = full
            if number:
                out.append("\n")
                self.column = 0
            while self.column + len(line) >= most:
                room = most - 1 - self.column
                out.append(line[:room] + "\\\n")
                line = line[room:]
                self.column = 0
            out.append(line)
            self.column += len(line)
        self.cx.write("".join(out))
        return ""

    def put_number(self, number: Number) -> str:
        """Print a number without a line's end."""
        self.last = number
        return self.put(numbers.shown(number, self.obase, self.check))

    def show(self, number: Number) -> str:
        """Print a number as a statement does."""
        self.put_number(number)
        return self.put("\n")

    def give(self, number: Number) -> str:
        """The value of a function's call."""
        self.result = number
        return "return"

    def fail(self, message: str, address: int) -> Failed:
        """Complain of a run-time error."""
        self.say(f"Runtime error (func={self.calls[-1]}, adr={address}): {message}")
        return Failed()

    def warn(self, message: str, address: int) -> None:
        """Complain and go on."""
        self.say(f"Runtime warning (func={self.calls[-1]}, adr={address}): {message}")

    def say(self, message: str) -> None:
        """Write a message, which GNU's bc does without its name."""
        self.cx.stderr.write(f"{message}\n".encode("utf-8", "surrogateescape"))

    # Values

    def charge(self, digits: int) -> None:
        """Refuse a number of so many digits before it is made."""
        if digits > _MOST_DIGITS:
            self.cx.meter.exceeded("variable_bytes", f"bc: a number of more than {_MOST_DIGITS} digits")

    def binary(self, operator: str, a: Number, b: Number, address: int) -> Number:
        """``a operator b``."""
        if operator == "+":
            return numbers.add(a, b)
        if operator == "-":
            return numbers.subtract(a, b)
        if operator == "*":
            self.charge((a[0].bit_length() + b[0].bit_length()) * 3 // 10)
            return numbers.multiply(a, b, self.scale)
        if operator == "^":
            return self._power(a, b, address)
        if not b[0]:
            raise self.fail("Divide by zero" if operator == "/" else "Modulo by zero", address)
        self.charge(self.scale + a[0].bit_length() * 3 // 10 + b[1])
        operation = numbers.divide if operator == "/" else numbers.remainder
        return operation(a, b, self.scale)

    def _power(self, base: Number, exponent: Number, address: int) -> Number:
        count = numbers.rescaled(exponent, 0)[0]
        if exponent[1] and exponent[0] % 10 ** exponent[1]:
            self.warn("non-zero scale in exponent", address)
        if count < 0 and not base[0]:
            raise self.fail("Divide by zero", address)
        if abs(base[0]) > 1 or base[1]:
            # Zeros at the end of a fraction make a power long; a base of one digit still doubles with each step.
            self.charge(numbers.power_cost(base, count) + (base[1] * abs(count) if base[1] else 0))
        elif count and base[0] in {0, 1, -1} and not base[1]:
            value = base[0] if abs(count) % 2 else base[0] ** 2
            return numbers.rescaled((value, 0), self.scale if count < 0 else 0)
        return numbers.raised(base, count, self.scale)

    def compare(self, operator: str, a: Number, b: Number) -> Number:
        """1 or 0."""
        scale = max(a[1], b[1])
        left, right = numbers.rescaled(a, scale)[0], numbers.rescaled(b, scale)[0]
        return int(_ORDER[operator]((left > right) - (left < right))), 0

    def built_in(self, name: str, number: Number, address: int) -> Number:
        """``length``, ``scale`` and ``sqrt``."""
        if name == "length":
            return numbers.length(number), 0
        if name == "scale":
            return number[1], 0
        if number[0] < 0:
            raise self.fail("Square root of a negative number", address)
        self.charge(2 * self.scale)
        return numbers.root(number, self.scale)

    def read(self) -> Number:
        """The next line of the input, as a number."""
        text = self.next_line().strip()
        sign = -1 if text.startswith("-") else 1
        text = text.lstrip("-+")
        if not text.replace(".", "", 1).isalnum() or text.upper() != text:
            return 0, 0
        value, scale = numbers.parsed(text, self.ibase)
        return sign * value, scale

    # Variables

    def index(self, name: str, number: Number, address: int) -> int:
        """An array's index."""
        value = numbers.rescaled(number, 0)[0]
        if not 0 <= value <= _MOST_INDEX:
            raise self.fail(f"Array {name} subscript out of bounds.", address)
        return value

    def array(self, name: str) -> dict[int, Number]:
        """An array, made when it is first met."""
        return self.arrays.setdefault(name, {})

    def load(self, name: str, index: int | None) -> Number:
        """A variable's or an element's value."""
        if index is not None:
            return self.array(name).get(index, (0, 0))
        if name in _REGISTERS:
            return self.last if name == "last" else (getattr(self, name), 0)
        return self.variables.get(name, (0, 0))

    def store(self, name: str, index: int | None, number: Number) -> Number:
        """Set it."""
        if index is not None:
            array = self.array(name)
            if index not in array:
                self.held += 100
                self.cx.meter.text(self.held)
            array[index] = number
        elif name not in _REGISTERS:
            self.variables[name] = number
        elif name == "last":
            self.last = number
        else:
            self._register(name, numbers.rescaled(number, 0)[0])
        return number

    def _register(self, name: str, value: int) -> None:
        low, high = {"scale": (0, 2147483647), "ibase": (2, 36), "obase": (2, 2147483647)}[name]
        if value < low:
            self.warn(f"{'negative scale' if name == 'scale' else f'{name} too small'}, set to {low}", 0)
        elif value > high:
            self.warn(f"{name} too large, set to {high}", 0)
        setattr(self, name, min(max(value, low), high))

    # Calls

    def call(self, name: str, arguments: list[Value | str], address: int) -> Number:
        """Call a function of the script or of the library."""
        function = self.functions.get(name)
        if function is None:
            return self._library(name, arguments, address)
        if len(arguments) != len(function.parameters):
            raise self.fail("Parameter number mismatch", address)
        if len(self.calls) > _DEEPEST_CALL:
            self.cx.meter.exceeded("function_depth", f"bc: functions nested more than {_DEEPEST_CALL} deep")
        values = [
            self._argument(parameter, given, address)
            for parameter, given in zip(function.parameters, arguments, strict=True)
        ]
        names = [parameter.lstrip("*") for parameter in function.parameters]
        scope = list(zip(names, values, strict=True)) + [
            (local, {} if local.endswith("[]") else (0, 0)) for local in function.local_names
        ]
        saved = self._enter(scope)
        self.calls.append(name)
        self.result = (0, 0)
        try:
            self.check()
            function.body(self)
        finally:
            del self.calls[-1]
            self._leave(saved)
        return self.result

    def _argument(self, parameter: str, given: Value | str, address: int) -> Number | dict[int, Number]:
        if parameter.endswith("[]") != isinstance(given, str):
            raise self.fail("Parameter type mismatch", address)
        if isinstance(given, str):
            array = self.array(given)
            if parameter.startswith("*"):
                return array
            self.cx.meter.text(100 * len(array))
            return dict(array)
        return given(self)

    def _enter(self, scope: list[tuple[str, Number | dict[int, Number]]]) -> list[tuple[str, object]]:
        saved: list[tuple[str, object]] = []
        for name, value in scope:
            if isinstance(value, dict):
                saved.append((name, self.arrays.get(name[:-2])))
                self.arrays[name[:-2]] = value
            else:
                saved.append((name, self.variables.get(name)))
                self.variables[name] = value
        return saved

    def _leave(self, saved: list[tuple[str, object]]) -> None:
        for name, value in reversed(saved):
            where: dict[str, object] = self.arrays if name.endswith("[]") else self.variables  # type: ignore[assignment]
            key = name.removesuffix("[]")
            if value is None:
                where.pop(key, None)
            else:
                where[key] = value

    def _library(self, name: str, arguments: list[Value | str], address: int) -> Number:
        if not self.with_library or name not in {*_LIBRARY, "j"}:
            raise self.fail(f"Function {name} not defined.", address)
        values = [argument(self) for argument in arguments if not isinstance(argument, str)]
        if len(values) != (2 if name == "j" else 1) or len(arguments) != len(values):
            raise self.fail("Parameter number mismatch", address)
        x = values[-1]
        whole = abs(x[0]) // 10 ** x[1]
        self.charge(self.scale * 2 + (min(whole, 1 << 40) if name in "ej" else x[0].bit_length()) + x[1])
        if name == "j":
            order = numbers.rescaled(values[0], 0)[0]
            self.charge(abs(order))
            return library.bessel(order, x, self.scale, self.check)
        return _LIBRARY[name](x, self.scale, self.check)


_REGISTERS = frozenset({"scale", "ibase", "obase", "last"})
_LIBRARY = {
    "e": library.exponential,
    "l": library.logarithm,
    "a": library.arctangent,
    "s": library.sine,
    "c": library.cosine,
}


def _line_length(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        return 70
    return int(text) if int(text) >= 3 or int(text) == 0 else 70
