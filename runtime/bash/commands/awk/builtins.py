"""awk's own functions as code: how many arguments each takes and in which form it wants them."""

from __future__ import annotations

from runtime.bash.commands.awk.code import Code
from runtime.bash.commands.awk.errors import AwkSyntaxError
from runtime.bash.commands.awk.formats import quick
from runtime.bash.commands.awk.numeric import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.awk.tree import Node

__all__ = ["Builtins", "formatted"]

_MANY = 1000
# Least and most arguments; in a form: n a number, t text, v any value, a an array, r an expression. The code's name.
_PLAIN: dict[str, tuple[int, str, str]] = {
    "index": (2, "tt", "float({0}.find({1}) + 1)"),
    "substr": (2, "tnn", "substr({})"),
    "tolower": (1, "t", "lowered({})"),
    "toupper": (1, "t", "raised({})"),
    "close": (1, "tt", "channels.close({0})"),
    "fflush": (0, "t", "channels.flush({})"),
    "system": (1, "t", "channels.run({})"),
    "rand": (0, "", "chance.draw()"),
    "srand": (0, "n", "chance.sow({})"),
    "systime": (0, "", "systime(rt)"),
    "strftime": (0, "tnc", "strftime(rt, {})"),
    "mktime": (1, "tc", "mktime(rt, {})"),
    "strtonum": (1, "v", "strtonum(text({}))"),
    "typeof": (1, "v", "type_of({})"),
    "isarray": (1, "v", "float(is_array({}))"),
    "mkbool": (1, "c", "float(bool({}))"),
    "asort": (1, "aat", "asort(rt, {})"),
    "asorti": (1, "aat", "asorti(rt, {})"),
    "match": (2, "tra", "match(rt, {})"),
    "gensub": (3, "rtvt", ""),
    "sub": (2, "rtv", ""),
    "gsub": (2, "rtv", ""),
    "split": (2, "tara", ""),
    "patsplit": (2, "tara", ""),
    "length": (0, "v", ""),
    "sprintf": (1, "", ""),
}
_ARITIES = {"atan2": 2, "lshift": 2, "rshift": 2}
_BITS = ("and", "or", "xor")


def _builtin(code: Code, node: Node) -> str:
    """The call of a function of awk's own."""
    name, args = node.parts
    if name in FUNCTIONS:
        least = _ARITIES.get(name, 2 if name in _BITS else 1)
        _counted(node, least, _MANY if name in _BITS else least)
        return f"fn_{name}({', '.join(map(code.num, args))})"
    least, forms, plain = _PLAIN[name]
    _counted(node, least, len(forms) if name != "sprintf" else _MANY)
    special = _SPECIAL.get(name)
    if special is not None:
        return special(code, node)
    given = [_formed(code, form, arg) for form, arg in zip(forms, args, strict=False)]
    return plain.format(", ".join(given)) if "{}" in plain else plain.format(*given)


def _counted(node: Node, least: int, most: int) -> None:
    name, args = node.parts
    if not least <= len(args) <= most:
        number = "few" if len(args) < least else "many"
        raise AwkSyntaxError(f"syntax error: too {number} arguments for {name}", node.line)


def _formed(code: Code, form: str, arg: Node) -> str:
    forms: dict[str, Callable[[Node], str]] = {
        "n": code.num,
        "t": code.text,
        "c": code.cond,
        "a": code.array,
        "r": code.regex,
    }
    return forms.get(form, code.value)(arg)


def _length(code: Code, node: Node) -> str:
    args = node.parts[1]
    if not args:
        return f"float(len({code.record}))"
    (arg,) = args
    if code.names.is_array(arg, code.function):
        return f"float(len({code.array(arg)}))"
    if arg.kind in ("name", "elem") and code.kind(arg) == "any":
        # A parameter or an element may turn out to be an array.
        held = code.temp()
        return f"length({held} if isinstance({held} := {code.value(arg)}, dict) else text({held}))"
    return f"float(len({code.text(arg)}))"


def _substitution(code: Code, node: Node) -> str:
    name, args = node.parts
    pattern, replacement = code.regex(args[0]), code.text(args[1])
    every = name == "gsub"
    if len(args) < 3:
        reads, stores = code.record, "(row.replace(rt.got), {})"
    else:
        target = args[2]
        while target.kind == "paren":
            target = target.parts[0]
        if target.kind not in ("name", "elem", "field"):
            return f"substitute(rt, {pattern}, {replacement}, {code.text(target)}, {every})"
        value, assigns = code.once(target)
        reads = value if code.kind(target) == "str" else f"text({value})"
        stores = f"({assigns.replace('{}', 'rt.got', 1)}, {{}})"
    count = code.temp()
    return f"({stores.format(count)}[1] if ({count} := substitute(rt, {pattern}, {replacement}, {reads}, {every})) else 0.0)"


def _gensub(code: Code, node: Node) -> str:
    args = node.parts[1]
    subject = code.text(args[3]) if len(args) > 3 else code.record
    return f"gensub(rt, {code.regex(args[0])}, {code.text(args[1])}, {code.value(args[2])}, {subject})"


def _split(code: Code, node: Node) -> str:
    args = node.parts[1]
    text, array = code.text(args[0]), code.array(args[1])
    if len(args) > 3:
        separator = code.regex(args[2]) if args[2].kind == "regex" else code.text(args[2])
        return f"split_by(rt, {array}, {text}, {separator}, {code.array(args[3])})"
    if len(args) < 3:
        return f"split(rt, {array}, {text}, row.divide)"
    separator = args[2]
    if separator.kind == "regex":
        return f"split(rt, {array}, {text}, partial(apart, {code.regex(separator)}))"
    divider = f"rt.divider({code.text(separator)})"
    if separator.kind == "str" and "IGNORECASE" in code.fixed:
        divider = code.constant(divider)
    return f"split(rt, {array}, {text}, {divider})"


def _patsplit(code: Code, node: Node) -> str:
    args = node.parts[1]
    pattern = code.regex(args[2]) if len(args) > 2 else "rt.regex(text(rt.fpat))"
    seps = code.array(args[3]) if len(args) > 3 else "None"
    return f"patsplit(rt, {code.text(args[0])}, {code.array(args[1])}, {pattern}, {seps})"


def _sprintf(code: Code, node: Node) -> str:
    return formatted(code, node.parts[1])


def formatted(code: Code, args: list[Node]) -> str:
    """``sprintf``, also printf's."""
    form, rest = args[0], args[1:]
    if form.kind == "str":
        made = quick(form.parts[0])
        if made is not None and len(made[1]) == len(rest):
            given = [_quickly(code, letter, arg) for letter, arg in zip(made[1], rest, strict=True)]
            return f"charged({made[0]!r} % ({', '.join(given)},))" if given else repr(made[0] % ())
    values = "".join(f"{code.value(arg)}, " for arg in rest)
    return f"charged(sprintf({code.text(form)}, ({values}), text))"


def _quickly(code: Code, letter: str, arg: Node) -> str:
    if letter == "s":
        return code.text(arg)
    return f"decimal({code.num(arg)})" if letter == "d" else code.num(arg)


_SPECIAL: dict[str, Callable[[Code, Node], str]] = {
    "length": _length,
    "sub": _substitution,
    "gsub": _substitution,
    "gensub": _gensub,
    "split": _split,
    "patsplit": _patsplit,
    "sprintf": _sprintf,
}


class Builtins(Code):
    """The translator of expressions, awk's own functions included."""

    def _builtin(self, node: Node) -> str:
        return _builtin(self, node)
