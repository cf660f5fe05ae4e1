"""How much work a schema can make of a value, known before any value is seen.

Validators walk a schema once for each way that leads to it: twenty definitions, each naming the next one twice, cost a
million evaluations, and a recursive schema multiplies with the depth of the value. So a schema has a profile: the most
evaluations that one item of a value can cause at each depth. A profile that stays low needs no further thought; otherwise
each value is weighed first. An evaluation takes some 20 ns, so the allowance is about a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.contracts.canonical import MAX_DEPTH
from runtime.validation.strict_json import NotPlain
from runtime.validation.structure import Subschema

ALLOWANCE = 50_000_000
"""Evaluations for one value."""
_WORST_ITEM = 100_000
"""A schema that costs more than this for a single item is refused outright."""
_CAP = 1 << 40

# Weighing an item costs something too, whatever its schema does; this also ends values that hold themselves.
_LOOK = 4
# Comparing with one composite member of an enumeration takes as long as this many evaluations (measured: 140 ns).
_MEMBER = 8
# The validator looks twice at what `unevaluated...` stands beside: once to judge, once to see what was evaluated.
_LOOKED_AT_AGAIN = 3

Profile = tuple[int, ...]


def profile(places: Mapping[str, Subschema], patterns: Mapping[str, int]) -> Profile:
    """Evaluations per item at depth 0, 1, ...; the last value holds from there on.

    Args:
        places: From `survey`: inner schemas come first.
        patterns: What each regular expression costs per character.

    Raises:
        NotPlain: a single item can cost more than any schema needs.
    """
    here = dict.fromkeys(places, 0)
    found: list[int] = []
    for depth in range(MAX_DEPTH + 1):
        below, here = here, {}
        for pointer, place in places.items():
            own = _beneath(place, below, patterns) if depth else _own(place, patterns)
            again = (
                _LOOKED_AT_AGAIN
                if "unevaluatedProperties" in place.schema or "unevaluatedItems" in place.schema
                else 1
            )
            here[pointer] = min(_CAP, own + again * sum(here[inner] for inner in place.same))
        found.append(here[""])
        worst = max(here, key=here.__getitem__)
        if not depth and here[worst] > _WORST_ITEM:
            raise NotPlain(
                "one value would be checked more than 100,000 times over; references fan out", worst
            )
        if here == below or here[""] == _CAP:
            break
    return tuple(found)


def _own(place: Subschema, patterns: Mapping[str, int]) -> int:
    """Evaluations that the schema's own keywords make of the value itself."""
    schema = place.schema
    names = sum(
        len(schema[k]) for k in ("properties", "required", "dependentRequired") if _sized(schema.get(k))
    )
    members = schema["enum"] if isinstance(schema.get("enum"), list) else []
    composite = sum(_count(member) for member in members if isinstance(member, (dict, list)))
    compared = composite + _count(schema.get("const"))
    return 1 + names // 4 + _MEMBER * compared + patterns.get(str(schema.get("pattern")), 0)


def _sized(found: Any) -> bool:
    return isinstance(found, (dict, list))


def _count(value: Any) -> int:
    """Items of a composite value; a scalar costs nothing to compare."""
    if isinstance(value, dict):
        return 1 + sum(1 + _count(item) for item in value.values())
    if isinstance(value, list):
        return 1 + sum(1 + _count(item) for item in value)
    return 0


def _beneath(place: Subschema, below: Mapping[str, int], patterns: Mapping[str, int]) -> int:
    """The most evaluations one level down: of one property, or of one item of an array."""
    if not place.children:  # as most are; profiles are made for every tool, each time a runtime opens
        return 0
    costs = {
        keyword: [below[where] for where in children.values()] for keyword, children in place.children.items()
    }
    return max(_of_property(place, costs, patterns), _of_item(costs))


def _of_property(place: Subschema, costs: Mapping[str, Sequence[int]], patterns: Mapping[str, int]) -> int:
    named = max(costs.get("properties", ()), default=0)
    matched = costs.get("patternProperties", ())
    keys = sum(patterns.get(str(key), 0) for key in place.children.get("patternProperties", ()))
    others = sum(sum(costs.get(k, ())) for k in ("propertyNames", "unevaluatedProperties"))
    return max(named, sum(costs.get("additionalProperties", ()))) + sum(matched) + keys + others


def _of_item(costs: Mapping[str, Sequence[int]]) -> int:
    placed = max(costs.get("prefixItems", ()), default=0)
    others = sum(sum(costs.get(k, ())) for k in ("contains", "unevaluatedItems"))
    return max(placed, sum(costs.get("items", ()))) + others


def needs_weighing(costs: Profile, largest: int) -> bool:
    """Whether a value of so many bytes could exceed the allowance."""
    return max(costs) * largest > ALLOWANCE


def work(costs: Profile, value: Any, *, most: int = ALLOWANCE, texts: bool = True) -> int:
    """The evaluations that the value can cause; counting stops once they exceed ``most``.

    Args:
        costs: The schema's profile.
        value: JSON data, or what a tool wants to pass for it.
        most: Where to stop.
        texts: Count each character, since a pattern may look at all of them; otherwise items only.
    """
    total = 0
    level: list[Any] = [value]
    for depth in range(MAX_DEPTH + 1):
        size = len(level) + (sum(len(item) for item in level if isinstance(item, str)) if texts else 0)
        total += max(costs[min(depth, len(costs) - 1)], _LOOK) * size
        if total > most:
            return total
        level = [item for held in level for item in _items(held)]
        if not level:
            return total
    return most + 1


def _items(value: Any) -> Sequence[Any]:
    if isinstance(value, dict):
        return [*value.values(), *value.keys()]
    return value if isinstance(value, (list, tuple)) else ()
