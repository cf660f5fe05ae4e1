"""``runtime policy bundle``: each command is a module of this package, found by its name."""

from __future__ import annotations

from runtime.cli.frame import CommandModules

command = CommandModules(
    package=__name__,
    help="Bundles as signed files, for other machines.",
    short_help="Build and verify signed bundles.",
    examples=(
        "runtime policy bundle build -o policies.bundle",
        "runtime policy bundle verify policies.bundle",
    ),
)
