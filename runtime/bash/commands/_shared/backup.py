"""Backups of what cp, mv and ln replace (--backup, --suffix, $VERSION_CONTROL)."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.argmatch import choose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given, Options
    from runtime.bash.utility_context import Context

__all__ = ["Backup"]

_CONTROLS = (("none", "off"), ("simple", "never"), ("existing", "nil"), ("numbered", "t"))


class Backup:
    """How backups are named; ``wanted`` says whether there are any."""

    def __init__(self, cx: Context, options: Options, given: Given) -> None:
        self.cx = cx
        self.suffix = given.get("S") or cx.env.get("SIMPLE_BACKUP_SUFFIX") or "~"
        self.control = "none"
        if given.any(("b", "backup", "S")):
            word = given.get("backup") or cx.env.get("VERSION_CONTROL") or "existing"
            self.control = choose(cx, options, "backup type", word, _CONTROLS)
        self.wanted = self.control != "none"

    def exclude(self, options: Options, given: Given) -> None:
        """Refuse -n beside a backup. Raises Done."""
        if self.wanted and given.last("fin") == "n":
            raise options.refuse(self.cx, "options --backup and --no-clobber are mutually exclusive")

    def keep(self, name: str) -> str:
        """Rename ``name`` to its backup; the backup's name, "" when none is wanted. Raises OSError."""
        if not self.wanted:
            return ""
        kept = self._name(name)
        self.cx.fs.rename(self.cx.path(name), self.cx.path(kept))
        return kept

    def _name(self, name: str) -> str:
        folder, slash, base = name.rpartition("/")
        if self.control != "simple":
            pattern = re.compile(re.escape(base) + r"\.~([0-9]{1,9})~")
            names = self.cx.fs.listdir(self.cx.path(folder + slash if slash else "."))
            numbers = [int(found[1]) for entry in names if (found := pattern.fullmatch(entry))]
            if numbers or self.control == "numbered":
                return f"{name}.~{max(numbers, default=0) + 1}~"
        return name + self.suffix
