"""The functions of make."""

from __future__ import annotations

import posixpath

from runtime.bash.commands.make.budget import Stop
from runtime.bash.commands.make.expand import Function
from runtime.bash.commands.make.variables import Scope
from runtime.bash.commands.make.words import Pattern, folder_of, found, globbed, joined, name_of, stripped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.make.expand import Expander, Run

__all__ = ["FUNCTIONS"]


def _subst(ex: Expander, args: list[str], _: Scope) -> str:
    old, new, text = args
    if not old:
        return text + new
    ex.bounds.text(len(text) + text.count(old) * len(new))
    return text.replace(old, new)


def _patsubst(ex: Expander, args: list[str], _: Scope) -> str:
    return ex.replaced(Pattern(args[0]), Pattern(args[1]), args[2].split())


def _chosen(ex: Expander, patterns: str, text: str, wanted: bool) -> str:
    every = [Pattern(word) for word in patterns.split()]
    plain = {pattern.head for pattern in every if pattern.whole}
    others = [pattern for pattern in every if not pattern.whole]
    kept = []
    for word in text.split():
        for _ in range(0, len(others) + 1, 64):
            ex.bounds.step()
        fits = word in plain or any(pattern.stem(word) is not None for pattern in others)
        if fits == wanted:
            kept.append(word)
    return joined(kept)


def _position(ex: Expander, text: str, which: str, name: str) -> int:
    """A number, as the functions that take one say what is none."""
    text = stripped(text)
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise Stop(f"non-numeric {which} argument to '{name}' function: '{text}'", ex.where)
    return int(text)


def _word(ex: Expander, args: list[str], _: Scope) -> str:
    number = _position(ex, args[0], "first", "word")
    if not number:
        raise Stop("first argument to 'word' function must be greater than 0", ex.where)
    words = args[1].split()
    return words[number - 1] if number <= len(words) else ""


def _wordlist(ex: Expander, args: list[str], _: Scope) -> str:
    first = _position(ex, args[0], "first", "wordlist")
    last = _position(ex, args[1], "second", "wordlist")
    if not first:
        raise Stop(f"invalid first argument to 'wordlist' function: '{first}'", ex.where)
    return joined(args[2].split()[first - 1 : last])


def _suffix(word: str) -> str:
    name = name_of(word)
    return name[name.rfind(".") :] if "." in name else ""


def _affixed(ex: Expander, args: list[str], before: bool) -> str:
    affix, words = args[0], args[1].split()
    ex.bounds.text(len(args[1]) + len(affix) * len(words))
    return joined(affix + word if before else word + affix for word in words)


def _join(_: Expander, args: list[str], __: Scope) -> str:
    first, second = args[0].split(), args[1].split()
    most = max(len(first), len(second))
    first += [""] * (most - len(first))
    second += [""] * (most - len(second))
    return joined(one + other for one, other in zip(first, second, strict=True))


def _absolute(ex: Expander, word: str) -> str:
    return posixpath.normpath(posixpath.join(ex.cx.cwd, word)).replace("//", "/")


def _real(ex: Expander, word: str) -> str:
    try:
        return ex.cx.fs.realpath(ex.cx.path(word))
    except OSError:
        return ""


def _realpath(ex: Expander, args: list[str], _: Scope) -> str:
    there = (_real(ex, word) for word in args[0].split() if found(ex.cx, word))
    return joined(name for name in there if name)


def _wildcard(ex: Expander, args: list[str], _: Scope) -> str:
    return joined(name for word in args[0].split() for name in globbed(ex.cx, word))


def _if(ex: Expander, args: list[str], scope: Scope) -> str:
    if ex.expand(stripped(args[0]), scope):
        return ex.expand(args[1], scope)
    return ex.expand(args[2], scope) if len(args) > 2 else ""


def _or(ex: Expander, args: list[str], scope: Scope) -> str:
    for arg in args:
        value = ex.expand(stripped(arg), scope)
        if value:
            return value
    return ""


def _and(ex: Expander, args: list[str], scope: Scope) -> str:
    value = ""
    for arg in args:
        value = ex.expand(stripped(arg), scope)
        if not value:
            return ""
    return value


def _foreach(ex: Expander, args: list[str], scope: Scope) -> str:
    name = ex.expand(args[0], scope).strip()
    words = ex.expand(args[1], scope).split()
    inner = Scope(scope)
    out: list[str] = []
    size = 0
    for word in words:
        ex.bounds.meter.loop()
        inner.set(name, word)
        out.append(ex.expand(args[2], inner))
        size += len(out[-1]) + 1
        ex.bounds.text(size)
    return joined(out)


def _call(ex: Expander, args: list[str], scope: Scope) -> str:
    name = stripped(args[0])
    function = ex.functions.get(name)
    given = args[1:]
    if function is not None:
        if len(given) < function.least:
            raise Stop(f"insufficient number of arguments ({len(given)}) to function '{name}'", ex.where)
        if function.most:
            given = given[: function.most - 1] + (
                [",".join(given[function.most - 1 :])] if given[function.most - 1 :] else []
            )
        return function.run(ex, given, scope)
    held = scope.find(name)
    if held is None:
        return ""
    inner = Scope(scope)
    for number in range(1, 10):
        inner.set(str(number), "")
    for number, value in enumerate([name, *given]):
        inner.set(str(number), value)
    # A function may call itself.
    expanding, held.expanding = held.expanding, False
    try:
        return ex.expand(held.value, inner) if held.recursive else held.value
    finally:
        held.expanding = expanding


def _value(_: Expander, args: list[str], scope: Scope) -> str:
    held = scope.find(args[0])
    return held.value if held is not None else ""


def _eval(ex: Expander, args: list[str], _: Scope) -> str:
    ex.evaluate(args[0])
    return ""


def _origin(_: Expander, args: list[str], scope: Scope) -> str:
    held = scope.find(args[0])
    if held is None:
        return "automatic" if args[0] in {"@D", "@F", "<D", "<F"} else "undefined"
    return held.origin


def _flavor(_: Expander, args: list[str], scope: Scope) -> str:
    held = scope.find(args[0])
    if held is None:
        return "undefined"
    return "recursive" if held.recursive else "simple"


def _shell(ex: Expander, args: list[str], scope: Scope) -> str:
    from runtime.bash.commands.make.shell import captured

    return captured(ex, args[0], scope)


def _error(ex: Expander, args: list[str], _: Scope) -> str:
    raise Stop(args[0], ex.where)


def _warning(ex: Expander, args: list[str], _: Scope) -> str:
    ex.warn(args[0])
    return ""


def _info(ex: Expander, args: list[str], _: Scope) -> str:
    ex.cx.write(f"{args[0]}\n")
    return ""


def _each(change: Callable[[str], str]) -> Run:
    return lambda _, args, __: joined(filter(None, map(change, args[0].split())))


FUNCTIONS = {
    "subst": Function(_subst, 3, 3),
    "patsubst": Function(_patsubst, 3, 3),
    "strip": Function(lambda _, args, __: joined(args[0].split()), 0, 1),
    "findstring": Function(lambda _, args, __: args[0] if args[0] in args[1] else "", 2, 2),
    "filter": Function(lambda ex, args, _: _chosen(ex, args[0], args[1], True), 2, 2),
    "filter-out": Function(lambda ex, args, _: _chosen(ex, args[0], args[1], False), 2, 2),
    "sort": Function(
        lambda _, args, __: joined(
            sorted(set(args[0].split()), key=lambda word: word.encode("utf-8", "surrogateescape"))
        ),
        0,
        1,
    ),
    "word": Function(_word, 2, 2),
    "wordlist": Function(_wordlist, 3, 3),
    "words": Function(lambda _, args, __: str(len(args[0].split())), 0, 1),
    "firstword": Function(lambda _, args, __: joined(args[0].split()[:1]), 0, 1),
    "lastword": Function(lambda _, args, __: joined(args[0].split()[-1:]), 0, 1),
    "dir": Function(_each(folder_of), 0, 1),
    "notdir": Function(lambda _, args, __: joined(map(name_of, args[0].split())), 0, 1),
    "suffix": Function(_each(_suffix), 0, 1),
    "basename": Function(_each(lambda word: word[: len(word) - len(_suffix(word))]), 0, 1),
    "addsuffix": Function(lambda ex, args, _: _affixed(ex, args, False), 2, 2),
    "addprefix": Function(lambda ex, args, _: _affixed(ex, args, True), 2, 2),
    "join": Function(_join, 2, 2),
    "wildcard": Function(_wildcard, 0, 1),
    "realpath": Function(_realpath, 0, 1),
    "abspath": Function(lambda ex, args, _: joined(_absolute(ex, word) for word in args[0].split()), 0, 1),
    "if": Function(_if, 2, 3, expanded=False),
    "or": Function(_or, 1, 0, expanded=False),
    "and": Function(_and, 1, 0, expanded=False),
    "foreach": Function(_foreach, 3, 3, expanded=False),
    "call": Function(_call, 1, 0),
    "value": Function(_value, 0, 1),
    "eval": Function(_eval, 0, 1),
    "origin": Function(_origin, 0, 1),
    "flavor": Function(_flavor, 0, 1),
    "shell": Function(_shell, 0, 1),
    "error": Function(_error, 0, 1),
    "warning": Function(_warning, 0, 1),
    "info": Function(_info, 0, 1),
}
