"""Functions of numbers: the C library's, under its names."""

from __future__ import annotations

import math

from runtime.bash.commands.jq.numbers import whole
from runtime.bash.commands.jq.values import NUMBERS, JqError, brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.commands.jq.run import Run

__all__ = ["FUNCTIONS"]

_INFINITY = math.inf
_NAN = math.nan


def _number(value: Any) -> float:
    if type(value) not in NUMBERS:
        raise JqError(f"{brief(value)} number required")
    return float(value)


def _lenient(function: Callable[..., float]) -> Callable[..., float]:
    """C has no exceptions: what is undefined is nan, what is too large infinite."""

    def lenient(*values: float) -> float:
        try:
            return function(*values)
        except ValueError:
            return _NAN
        except OverflowError:
            return _INFINITY

    return lenient


def _function(function: Callable[..., float]) -> Callable[..., Any]:
    safe = _lenient(function)

    def call(run: Run, value: Any, *arguments: Any) -> Any:
        del run
        if arguments:
            return whole(safe(*map(_number, arguments)))
        return value if type(value) is int and function in _WHOLE else whole(safe(_number(value)))

    return call


def _floor(value: float) -> float:
    return float(math.floor(value)) if math.isfinite(value) else value


def _ceil(value: float) -> float:
    return math.copysign(math.ceil(value), value) if math.isfinite(value) else value


def _trunc(value: float) -> float:
    return math.copysign(math.trunc(value), value) if math.isfinite(value) else value


def _round(value: float) -> float:
    """Halves away from zero."""
    return math.copysign(_floor(abs(value) + 0.5), value) if abs(value) < 2**52 else value


def _rint(value: float) -> float:
    """Halves to even."""
    return math.copysign(round(value), value) if math.isfinite(value) else value


def _log(value: float) -> float:
    return -_INFINITY if value == 0 else math.log(value)


def _log2(value: float) -> float:
    return -_INFINITY if value == 0 else math.log2(value)


def _log10(value: float) -> float:
    return -_INFINITY if value == 0 else math.log10(value)


def _log1p(value: float) -> float:
    return -_INFINITY if value == -1 else math.log1p(value)


def _logb(value: float) -> float:
    if value == 0 or not math.isfinite(value):
        return -_INFINITY if value == 0 else abs(value)
    return float(math.frexp(value)[1] - 1)


def _significand(value: float) -> float:
    if value == 0 or not math.isfinite(value):
        return value
    return math.frexp(value)[0] * 2


def _gamma(value: float) -> float:
    return _INFINITY if value <= 0 and value == math.floor(value) else math.lgamma(value)


def _tgamma(value: float) -> float:
    return math.copysign(_INFINITY, value) if value == 0 else math.gamma(value)


def _exp10(value: float) -> float:
    return math.pow(10.0, value)


def _pow(base: float, power: float) -> float:
    try:
        return math.pow(base, power)
    except ValueError:
        return _INFINITY if base == 0 else _NAN
    except OverflowError:
        return -_INFINITY if base < 0 and power % 2 == 1 else _INFINITY


def _sinh(value: float) -> float:
    return math.copysign(_INFINITY, value) if abs(value) > 710.5 else math.sinh(value)


def _cbrt(value: float) -> float:
    return math.cbrt(value)


def _drem(left: float, right: float) -> float:
    return math.remainder(left, right)


def _ldexp(value: float, power: float) -> float:
    return (
        math.ldexp(value, int(max(min(power, 1e5), -1e5))) if math.isfinite(power) else value * _pow(2, power)
    )


def _fma(one: float, two: float, three: float) -> float:
    from fractions import Fraction

    if not all(map(math.isfinite, (one, two, three))):
        return one * two + three
    return float(Fraction(one) * Fraction(two) + Fraction(three))


def _atanh(value: float) -> float:
    return math.copysign(_INFINITY, value) if abs(value) == 1 else math.atanh(value)


_ONE: dict[str, Callable[[float], float]] = {
    "floor": _floor,
    "ceil": _ceil,
    "trunc": _trunc,
    "round": _round,
    "rint": _rint,
    "nearbyint": _rint,
    "sqrt": math.sqrt,
    "cbrt": _cbrt,
    "fabs": abs,
    "exp": math.exp,
    "exp2": lambda value: _pow(2.0, value),
    "exp10": _exp10,
    "pow10": _exp10,
    "expm1": math.expm1,
    "log": _log,
    "log2": _log2,
    "log10": _log10,
    "log1p": _log1p,
    "logb": _logb,
    "significand": _significand,
    "gamma": _gamma,
    "lgamma": _gamma,
    "lgamma_r": _gamma,
    "tgamma": _tgamma,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sinh": _sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": _atanh,
    "erf": math.erf,
    "erfc": math.erfc,
}
_TWO: dict[str, Callable[[float, float], float]] = {
    "pow": _pow,
    "atan2": math.atan2,
    "fmod": math.fmod,
    "fmin": lambda one, two: two if one != one else one if two != two else min(one, two),
    "fmax": lambda one, two: two if one != one else one if two != two else max(one, two),
    "fdim": lambda one, two: max(one - two, 0.0),
    "hypot": math.hypot,
    "copysign": math.copysign,
    "drem": _drem,
    "remainder": _drem,
    "ldexp": _ldexp,
    "scalb": _ldexp,
    "scalbln": _ldexp,
    "nextafter": math.nextafter,
    "nexttoward": math.nextafter,
}
# Of a whole number it is the number.
_WHOLE = frozenset((_floor, _ceil, _trunc, _round, _rint))


def _frexp(run: Run, value: Any) -> list[Any]:
    del run
    given = _number(value)
    if not math.isfinite(given):
        return [given, 0]
    fraction, power = math.frexp(given)
    return [whole(fraction), power]


def _modf(run: Run, value: Any) -> list[Any]:
    del run
    given = _number(value)
    if math.isinf(given):
        return [math.copysign(0.0, given), given]
    fraction, integer = math.modf(given)
    return [whole(fraction), whole(integer)]


def _isinfinite(run: Run, value: Any) -> bool:
    del run
    return math.isinf(_number(value))


def _isnan(run: Run, value: Any) -> bool:
    del run
    return math.isnan(_number(value))


def _isnormal(run: Run, value: Any) -> bool:
    del run
    return 2.2250738585072014e-308 <= abs(_number(value)) < _INFINITY


def _isfinite(run: Run, value: Any) -> bool:
    del run
    return type(value) in NUMBERS and not math.isinf(value)


FUNCTIONS: dict[tuple[str, int], Callable[..., Any]] = {
    **{(name, 0): _function(function) for name, function in _ONE.items()},
    **{(name, 2): _function(function) for name, function in _TWO.items()},
    ("fma", 3): _function(_fma),
    ("frexp", 0): _frexp,
    ("modf", 0): _modf,
    ("infinite", 0): lambda run, value: _INFINITY,  # noqa: ARG005
    ("nan", 0): lambda run, value: _NAN,  # noqa: ARG005
    ("isinfinite", 0): _isinfinite,
    ("isnan", 0): _isnan,
    ("isnormal", 0): _isnormal,
    ("isfinite", 0): _isfinite,
}
