"""Functions written in jq itself, compiled at their first use. They hold no state and are shared by all programs."""

from __future__ import annotations

from runtime.bash.commands.jq.scope import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.jq.scope import Compiler, Defined

__all__ = ["find", "names"]

_SOURCE = r"""
def todate: strftime("%Y-%m-%dT%H:%M:%SZ");
def todateiso8601: todate;
def fromdateiso8601: strptime("%Y-%m-%dT%H:%M:%SZ") | mktime;
def fromdate: fromdateiso8601;
def date: todate;
def dateadd(unit; n): . + n;
def datesub(unit; n): . - n;
def with_entries(f): to_entries | map(f) | from_entries;
def leaf_paths: paths(scalars);
def in(object): . as $key | object | has($key);
def inside(whole): . as $part | whole | contains($part);
def index($it): indices($it) | .[0];
def rindex($it): indices($it) | .[-1:][0];
def first: .[0];
def last: .[-1];
def nth($n): .[$n];
def combinations: if length == 0 then [] else .[0][] as $head | (.[1:] | combinations) as $tail | [$head] + $tail end;
def combinations(n): . as $set | [range(n) | $set] | combinations;
def match($re): _pattern($re) as [$p, $f] | match($p; $f);
def test($re): _pattern($re) as [$p, $f] | test($p; $f);
def capture($re): _pattern($re) as [$p, $f] | capture($p; $f);
def match($re; $flags): _matches($re; $flags)[];
def capture($re; $flags): match($re; $flags) | [.captures[] | select(.name != null) | {key: .name, value: .string}] | from_entries;
def scan($re; $flags): match($re; "g" + $flags) | if .captures == [] then .string else [.captures[].string] end;
def scan($re): scan($re; null);
def splits($re; $flags): split($re; $flags)[];
def splits($re): splits($re; null);
def ascii: [.] | implode;
def INDEX(stream; key): reduce stream as $row ({}; .[$row | key | tostring] = $row);
def INDEX(key): INDEX(.[]; key);
def GROUP_BY(f): group_by(f);
def UNIQUE_BY(f): unique_by(f);
def JOIN($table; key): [.[] | [., $table[key]]];
def JOIN($table; stream; key): stream | [., $table[key]];
def JOIN($table; stream; key; made): stream | [., $table[key]] | made;
def INSIDE(whole): inside(whole);
def get_search_list: [];
def halt_error: halt_error(5);
"""
_found: dict[tuple[str, int], Defined] = {}


def _load() -> None:
    from runtime.bash.commands.jq.parser import parse

    scope = Scope()
    for function in parse(_SOURCE).functions:
        scope, defined = scope.defining(function)
        _found[(function.name, len(function.parameters))] = defined


def find(compiler: Compiler, name: str, arity: int) -> Defined | None:
    """The definition of that name."""
    del compiler
    if not _found:
        _load()
    return _found.get((name, arity))


def names() -> list[tuple[str, int]]:
    """Every name and its number of parameters."""
    if not _found:
        _load()
    return list(_found)
