"""The laws of capabilities: whatever is combined, authority never grows.

Targets are sampled from what can be asked of each kind; `allows` is written here on its own, from the words of the
documentation, so that the laws compare the module with its meaning and not with itself.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.capability import hosts
from runtime.capability.gate import check_gate
from runtime.capability.match import CapabilitySet, intersect
from runtime.contracts.capability import (
    Capability,
    ClockRead,
    DbRead,
    DbWrite,
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    NetWrite,
    ProcessSpawn,
    RandomRead,
    ToolCall,
    WasmExec,
    from_data,
    to_data,
)
from runtime.executor.nested_calls import inherited

PATHS = [".", "a", "a/b", "a/b/c", "ab", "a-b", "b", "b/a", "a/bc", "a b/c"]
NAMES = ["*", "x", "y", "xy", "X"]
TABLES = ["*", "x", "y", "*:*", "a:*", "a:x", "a:y", "ab:x", "ab:*", "a:s.x"]
ENTRIES = [
    "*", "*:443", "https://*", "example.com", "example.com:443", "https://example.com", "http://example.com:80",
    "*.example.com", "https://*.example.com:8443", "a.example.com", "*.a.example.com", "b.a.example.com", "localhost",
    "127.0.0.1", "127.0.0.1:80", "[::1]", "10.0.0.1", "8.8.8.8", "db", "*.internal", "no entry at all", "EXAMPLE.com",
]  # fmt: skip
SERVERS = [
    (scheme, host, port)
    for scheme in ("http", "https")
    for host in (
        "example.com", "a.example.com", "b.a.example.com", "badexample.com", "localhost", "127.0.0.1", "[::1]",
        "10.0.0.1", "8.8.8.8", "db", "x.internal",
    )
    for port in (80, 443, 8443)
]  # fmt: skip
LOCAL = {"localhost", "127.0.0.1", "[::1]", "10.0.0.1", "db", "x.internal"}
BOUNDS = [None, 0, 1, 2]


def some(values: list[str]) -> st.SearchStrategy[list[str]]:
    named = st.lists(st.sampled_from(values), min_size=1, max_size=4)
    return st.one_of(named, named, named, st.just([]))


bounds = st.sampled_from(BOUNDS)
EACH_KIND: list[st.SearchStrategy[Capability]] = [
    st.builds(FsRead, some(PATHS)),
    st.builds(FsWrite, some(PATHS)),
    st.builds(NetRead, some(ENTRIES)),
    st.builds(NetWrite, some(ENTRIES)),
    st.builds(DbRead, some(TABLES)),
    st.builds(DbWrite, some(TABLES)),
    st.builds(EnvRead, some(NAMES)),
    st.builds(ToolCall, some(NAMES)),
    st.builds(ProcessSpawn, some(NAMES), bounds, bounds),
    st.builds(WasmExec, bounds, bounds),
    st.just(ClockRead()),
    st.just(RandomRead()),
]
capabilities = st.one_of(EACH_KIND)
# Laws about one kind are empty where the sides differ in kind, so three of a kind are drawn together.
one_kind = st.sampled_from(EACH_KIND[:10]).flatmap(lambda kind: st.tuples(kind, kind, kind))
sets = st.lists(capabilities, min_size=3, max_size=12).map(CapabilitySet)
thorough = settings(max_examples=2 * settings.default.max_examples)


def targets(capability: Capability) -> list[Any]:
    match capability:
        case FsRead() | FsWrite():
            return PATHS[1:]
        case NetRead() | NetWrite():
            return SERVERS
        case ProcessSpawn():
            return [(name, cpu, memory) for name in NAMES[1:] for cpu in BOUNDS for memory in BOUNDS]
        case WasmExec():
            return [(fuel, memory) for fuel in BOUNDS for memory in BOUNDS]
        case ClockRead() | RandomRead():
            return [None]
        case DbRead() | DbWrite():
            return ["x", "y", "z", "a:x", "a:y", "ab:x", "a:s.x", "b:x"]
        case _:
            return NAMES[1:]


def within(bound: float | None, used: float | None) -> bool:
    return bound is None or (used is not None and used <= bound)


def allows(capability: Capability | None, target: Any) -> bool:
    match capability:
        case None:
            return False
        case FsRead() | FsWrite():
            return any(p == "." or f"{target}/".startswith(f"{p}/") for p in capability.prefixes)
        case NetRead() | NetWrite():
            return any(names_server(entry, *target) for entry in capability.allowlist)
        case ProcessSpawn():
            name, cpu, memory = target
            listed = not {name, "*"}.isdisjoint(capability.commands)
            return listed and within(capability.cpu_s, cpu) and within(capability.memory_bytes, memory)
        case WasmExec():
            return within(capability.fuel, target[0]) and within(capability.memory_bytes, target[1])
        case ClockRead() | RandomRead():
            return True
        case DbRead() | DbWrite():
            of = target.partition(":")[0]
            wider = {f"{of}:*", "*:*"} if ":" in target else {"*"}
            return not ({target} | wider).isdisjoint(capability.tables)
        case EnvRead():
            return not {target, "*"}.isdisjoint(capability.vars)
        case ToolCall():
            return not {target, "*"}.isdisjoint(capability.tools)


def names_server(entry: str, scheme: str, host: str, port: int) -> bool:
    entry = entry.lower()
    if " " in entry:
        return False
    if "://" in entry:
        wanted, _, entry = entry.partition("://")
        if wanted != scheme:
            return False
    name, _, wanted_port = entry.rpartition(":") if entry.rpartition(":")[2].isdigit() else (entry, "", "")
    if wanted_port and int(wanted_port) != port:
        return False
    if name == "*":
        return host not in LOCAL
    return host.endswith(name[1:]) if name.startswith("*.") else host == name


def covers(grant: Capability, required: Capability) -> bool:
    """The order of the lattice: what the grant and the required have in common is all of the required."""
    (wanted,) = CapabilitySet([required])
    without_targets = () in [getattr(wanted, name) for name in wanted.__struct_fields__]
    return type(grant) is type(required) and (without_targets or intersect(grant, required) == wanted)


def attenuate(held: CapabilitySet, by: CapabilitySet) -> CapabilitySet:
    """What is left of a set within another, kind by kind."""
    shared = (intersect(mine, limit) for mine in held if (limit := by.get(mine.kind)) is not None)
    return CapabilitySet(capability for capability in shared if capability is not None)


@thorough
@given(sets, sets)
def test_attenuation_allows_only_what_both_sides_allow(held: CapabilitySet, by: CapabilitySet) -> None:
    """T-CAP-01"""
    for capability in attenuate(held, by):
        for target in targets(capability):
            if allows(capability, target):
                assert allows(held.get(capability.kind), target)
                assert allows(by.get(capability.kind), target)


@thorough
@given(sets, sets)
def test_attenuation_loses_nothing_that_both_sides_allow(held: CapabilitySet, by: CapabilitySet) -> None:
    left = attenuate(held, by)
    for capability in held:
        for target in targets(capability):
            if allows(capability, target) and allows(by.get(capability.kind), target):
                assert allows(left.get(capability.kind), target)


@thorough
@given(sets, sets)
def test_attenuation_does_not_depend_on_the_side(held: CapabilitySet, by: CapabilitySet) -> None:
    assert attenuate(held, by) == attenuate(by, held)


@thorough
@given(sets, sets, sets)
def test_attenuation_does_not_depend_on_the_order(
    a: CapabilitySet, b: CapabilitySet, c: CapabilitySet
) -> None:
    assert attenuate(attenuate(a, b), c) == attenuate(a, attenuate(b, c))


@thorough
@given(sets, sets)
def test_attenuating_twice_changes_nothing_more(held: CapabilitySet, by: CapabilitySet) -> None:
    once = attenuate(held, by)
    assert attenuate(once, by) == once
    assert attenuate(once, once) == once


@thorough
@given(capabilities)
def test_a_capability_covers_itself(capability: Capability) -> None:
    assert covers(capability, capability)


@thorough
@given(one_kind)
def test_covering_is_a_transitive_relation(three: tuple[Capability, Capability, Capability]) -> None:
    a, b, c = three
    if covers(a, b) and covers(b, c):
        assert covers(a, c)


@thorough
@given(one_kind)
def test_covering_means_allowing_every_target(three: tuple[Capability, Capability, Capability]) -> None:
    a, b, _ = three
    if covers(a, b):
        for target in targets(b):
            assert allows(a, target) or not allows(b, target)


@thorough
@given(one_kind)
def test_the_intersection_is_the_greatest_that_both_cover(
    three: tuple[Capability, Capability, Capability],
) -> None:
    """T-CAP-01"""
    a, b, other = three
    shared = intersect(a, b)
    if shared is not None:
        assert covers(a, shared)
        assert covers(b, shared)
        if covers(a, other) and covers(b, other):
            assert covers(shared, other)
    for target in targets(a):
        assert allows(shared, target) == (allows(a, target) and allows(b, target))


@thorough
@given(capabilities, capabilities)
def test_kinds_of_capabilities_never_mix(a: Capability, b: Capability) -> None:
    if a.kind != b.kind:
        assert intersect(a, b) is None
        assert not covers(a, b)


@thorough
@given(st.lists(capabilities, max_size=6))
def test_a_set_allows_only_what_one_of_its_members_does(members: list[Capability]) -> None:
    """T-CAP-02"""
    for capability in CapabilitySet(members):
        for target in targets(capability):
            if allows(capability, target):
                assert any(allows(m, target) for m in members if m.kind == capability.kind)


@thorough
@given(st.lists(capabilities, max_size=6))
def test_a_set_survives_its_data(members: list[Capability]) -> None:
    held = CapabilitySet(members)
    again = CapabilitySet(from_data(data) for data in held.to_data())
    assert again == held
    assert hash(again) == hash(held)
    assert held.to_data() == [to_data(c) for c in held]


@thorough
@given(
    st.lists(capabilities, max_size=5),
    st.lists(capabilities, max_size=5),
    st.none() | st.lists(capabilities, max_size=5),
)
def test_the_gate_passes_only_what_is_declared_granted_and_allowed(
    declared: list[Capability], granted: list[Capability], policy: list[Capability] | None
) -> None:
    """T-CAP-01"""
    wanted, given_, left = CapabilitySet(declared), CapabilitySet(granted), CapabilitySet(policy or ())
    result = check_gate(declared, granted)
    assert {c.kind for c in result.effective} | {c.kind for c in result.missing} == {c.kind for c in wanted}
    assert len(result.effective) + len(result.missing) == len(wanted) == len(result.checks)
    effective = result.effective if policy is None else check_gate(result.effective, policy).effective
    for capability in effective:
        own = wanted.get(capability.kind)
        for target in targets(capability):
            if allows(capability, target):
                assert allows(given_.get(capability.kind), target)
                assert policy is None or allows(left.get(capability.kind), target)
                assert allows(own, target) or () in [getattr(own, f) for f in own.__struct_fields__]


@thorough
@given(
    sets,
    st.lists(st.none() | st.lists(capabilities, max_size=5), min_size=1, max_size=3),
    st.lists(st.lists(capabilities, max_size=8), min_size=3, max_size=3),
)
def test_a_call_inside_never_has_more_than_any_call_around_it(
    own: CapabilitySet, grants: list[list[Capability] | None], declared: list[list[Capability]]
) -> None:
    """T-CALL-01: at every depth, whatever tools declare and whatever their callers pass on."""
    around = [own]
    for passed, wanted in zip(grants, declared, strict=False):
        effective = check_gate(wanted, inherited(around[-1], passed)).effective
        for capability in effective:
            for target in targets(capability):
                if allows(capability, target):
                    assert all(allows(outer.get(capability.kind), target) for outer in around)
        around.append(effective)


@thorough
@given(st.lists(st.sampled_from(ENTRIES), max_size=4).map(tuple), st.sampled_from(SERVERS))
def test_an_allowlist_names_the_servers_that_its_words_say(
    allowlist: tuple[str, ...], server: tuple[str, str, int]
) -> None:
    assert hosts.allows(allowlist, *server) == any(names_server(entry, *server) for entry in allowlist)


@thorough
@given(st.text(max_size=40) | st.from_regex(r"[a-z0-9:/.*\[\]-]{0,30}", fullmatch=True))
def test_any_text_is_an_entry_or_a_value_error(text: str) -> None:
    """T-CAP-05"""
    try:
        pattern = hosts.parse(text)
    except ValueError:
        assert not hosts.allows((text,), "https", "example.com", 443)
    else:
        assert hosts.parse(str(pattern)) == pattern
