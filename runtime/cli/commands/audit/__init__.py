"""``runtime audit``: each command is a module of this package, found by its name."""

from __future__ import annotations

from runtime.cli.frame import CommandModules

command = CommandModules(
    package=__name__,
    help="The audit log: what happened, in a form that nobody can change unseen.",
    short_help="Verify, search and prove the audit log.",
    examples=(
        "runtime audit verify",
        "runtime audit verify copy/of/audit --key KEY --json",
        "runtime audit query --outcome denied --since 7d",
    ),
    exit_codes={
        0: "ok",
        1: "tampered: records or checkpoints are not what was signed",
        2: "usage, or the log is missing or cannot be read",
        3: "unproven: unsigned, torn or incomplete",
        4: "untrusted: signed with a key that is not the pinned one",
        130: "interrupted",
    },
)
