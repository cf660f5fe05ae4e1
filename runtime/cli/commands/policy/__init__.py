"""``runtime policy``: each command is a module of this package, found by its name."""

from __future__ import annotations

from runtime.cli.frame import CommandModules

command = CommandModules(
    package=__name__,
    help="The Rego policies that every call is put to.",
    short_help="Check, test and accept the policy bundle.",
    examples=(
        "runtime policy check",
        "runtime policy test",
        "runtime policy test my/policies --json",
        "runtime policy accept",
    ),
    exit_codes={
        0: "ok",
        1: "a finding: the bundle has a problem, a test failed",
        2: "usage or configuration",
    },
)
