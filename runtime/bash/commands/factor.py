"""factor: the prime factors of numbers."""

from __future__ import annotations

from itertools import count
from math import gcd, isqrt

from runtime.bash.commands._shared.input import Lines, text_of
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[NUMBER]...\nOPTION",
    "Print the prime factors of each NUMBER, or of those on standard input.",
    ("h", "exponents", "", "print repeated factors as p^e"),
    origin="GNU coreutils 9.1",
)
_SMALL = 10_000
# Pollard's rho takes about the fourth root of a number in steps; beyond this many digits a script would only wait.
_MOST_DIGITS = 60
# Deterministic for numbers below 3.3e24 (Sorenson and Webster, 2015), far beyond any known failure above.
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.operands:
        statuses = [_line(cx, word, "h" in given) for word in given.operands]
        return max(statuses)
    status = 0
    for line in Lines(cx, cx.stdin):
        for word in text_of(line).split():
            status |= _line(cx, word, "h" in given)
    return status


def _line(cx: Context, word: str, powers: bool) -> int:
    digits = word.strip().removeprefix("+")
    if not (digits.isascii() and digits.isdigit()):
        return cx.fail(f"{quote(word)} is not a valid positive integer")
    if len(digits) > _MOST_DIGITS:
        return cx.fail(f"{quote(word)} is too large")
    factors = sorted(_factors(cx, int(digits)))
    if powers:
        shown = [
            str(prime) + (f"^{factors.count(prime)}" if factors.count(prime) > 1 else "")
            for prime in dict.fromkeys(factors)
        ]
    else:
        shown = [str(prime) for prime in factors]
    cx.write(f"{int(digits)}:{''.join(' ' + text for text in shown)}\n")
    return 0


def _factors(cx: Context, number: int) -> list[int]:
    factors = []
    divisor = 2
    while divisor < _SMALL and divisor * divisor <= number:
        while number % divisor == 0:
            factors.append(divisor)
            number //= divisor
        divisor += 1 + (divisor > 2)
    rest = [number] if number > 1 else []
    while rest:
        value = rest.pop()
        if value < _SMALL * _SMALL or _prime(value):
            factors.append(value)
            continue
        divisor = _divisor(cx, value)
        rest += (divisor, value // divisor)
    return factors


def _prime(number: int) -> bool:
    """Miller and Rabin's test of an odd number above 41."""
    odd = number - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for witness in _WITNESSES:
        power = pow(witness, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def _divisor(cx: Context, number: int) -> int:
    """A divisor of a composite number: Pollard's rho, with Brent's cycles and products."""
    root = isqrt(number)
    if root * root == number:
        return root
    for constant in count(1):
        slow = fast = 2
        length = 1
        common = 1
        while common == 1:
            slow = fast
            product = 1
            for step in range(length):
                fast = (fast * fast + constant) % number
                product = product * abs(slow - fast) % number
                if step % 128 == 127 or step == length - 1:
                    cx.meter.check()
                    common = gcd(product, number)
                    if common != 1:
                        break
            length *= 2
        if common != number:
            return common
        found = _walk(number, constant)
        if found != number:
            return found
    raise AssertionError


def _walk(number: int, constant: int) -> int:
    """The same, a step at a time: the products hid the divisor."""
    slow = fast = 2
    common = 1
    while common == 1:
        slow = (slow * slow + constant) % number
        fast = (fast * fast + constant) % number
        fast = (fast * fast + constant) % number
        common = gcd(abs(slow - fast), number)
    return common
