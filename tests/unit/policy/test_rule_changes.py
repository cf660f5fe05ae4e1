"""The difference between two bundles, told in rules and values: nothing that decides is left out, and nothing else is told."""

from __future__ import annotations

from runtime.policy.bench.rule_changes import PolicyChange, compare, value_changes
from runtime.policy.bundle import bundle_of

HEAD = "package runtime.authz\n\n"
RULES = (
    HEAD + 'default decision := {"allow": false}\n\n'
    'decision := {"allow": true} if {\n\tinput.tool.name == "a"\n\tcount(input.arguments) <= 10\n}\n'
)


def changes(old: dict[str, str], new: dict[str, str]) -> PolicyChange:
    return compare(
        *(bundle_of({path: text.encode() for path, text in files.items()}) for files in (old, new))
    )


def told(old: str, new: str) -> list[tuple[str, str]]:
    found = changes({"a.rego": old}, {"a.rego": new})
    return [(one.rule.removeprefix("data.runtime.authz"), one.change) for one in found.rules]


def test_layout_comments_and_order_change_no_rule() -> None:
    first, _, second = RULES.removeprefix(HEAD).partition("\n\n")
    spaced = second.replace("\n\t", " # c\n\n  ")
    other = f"# about\n{HEAD}{spaced}\n{first.replace(' := ', ':=')}\n"
    assert changes({"a.rego": RULES}, {"b.rego": other}) == PolicyChange((), ())


def test_every_way_to_change_a_rule_is_told_with_its_place() -> None:
    for old, new in (
        ('"a"', '"b"'),
        ("10", "11"),
        ("<=", "<"),
        ('"a"', "`a`"),
        ("input.tool.name", "not input.tool.name"),
        ("input.arguments", "input.principal"),
        ('{"allow": true}', '{"allow": true, "ask": true}'),
    ):
        assert told(RULES, RULES.replace(old, new)) == [(".decision", "changed")], (old, new)
    (changed,) = changes({"a.rego": RULES}, {"a.rego": RULES.replace("10", "11")}).rules
    assert [(one.file, one.line) for one in changed.after] == [("a.rego", 5)]
    assert "<= 11" in changed.after[0].text


def test_added_and_removed_rules_are_told_by_their_names() -> None:
    more = RULES + '\ndeny contains "x" if input.tool.name == "x"\n\nn(x) := y if { some y in x }\n'
    assert told(RULES, more) == [(".deny", "added"), (".n", "added")]
    assert told(more, RULES) == [(".deny", "removed"), (".n", "removed")]


def test_a_rule_that_means_something_else_in_its_new_file_is_changed() -> None:
    """T-POL-33"""
    rule = "\nallow if { names.a == 1 }\n"
    good, bad = HEAD + "import data.good as names\n", HEAD + "import data.bad as names\n"
    decides = {"c.rego": RULES}
    moved = changes(
        decides | {"a.rego": good + rule, "b.rego": bad}, decides | {"a.rego": good, "b.rego": bad + rule}
    )
    assert [(one.rule, one.change) for one in moved.rules] == [("data.runtime.authz.allow", "changed")]


def test_an_import_that_changes_is_told_with_the_rules_that_read_it() -> None:
    rule = "\nallow if { names.a == 1 }\n"
    old, new = (HEAD + f"import data.{one} as names\n" + rule for one in ("good", "bad"))
    assert told(old, new) == [(".allow", "changed"), (": import", "changed")]
    wide = HEAD + "import future.keywords.not\n\nallow if { not input.arguments.a.b }\n"
    assert (".allow", "changed") in told(wide.replace("import future.keywords.not\n", ""), wide)


def test_values_are_told_by_their_place_and_lists_by_their_items() -> None:
    old = {"a": {"b": ["x", "y", "y"], "c": 1, "d": {}}, "gone": 0}
    new = {"a": {"b": ["y", "z"], "c": 1.0, "d": {"e f": None}}}
    found = [(one.place, one.change, one.before, one.after) for one in value_changes(old, new)]
    assert found == [
        ("data.a.b", "changed", ["x", "y"], ["z"]),
        ("data.a.c", "changed", 1, 1.0),
        ('data.a.d["e f"]', "added", None, None),
        ("data.gone", "removed", 0, None),
    ]
    assert [one.change for one in value_changes([1, 2], [2, 1])] == ["changed"]
    assert list(value_changes(old, old)) == []
