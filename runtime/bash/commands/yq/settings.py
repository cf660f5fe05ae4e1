"""How yq reads and prints."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.jq.budget import Budget
    from runtime.bash.commands.yq.yaml_read import Looks

__all__ = ["Settings"]


class Settings:
    """What the command line asks of the formats."""

    __slots__ = ("attribute", "budget", "content", "indent", "looks", "plainly", "separator", "unwrap")

    def __init__(
        self,
        budget: Budget,
        looks: Looks,
        *,
        plainly: bool,
        indent: int,
        unwrap: bool,
        attribute: str,
        content: str,
        separator: str,
    ) -> None:
        self.budget = budget
        self.looks = looks
        self.plainly = plainly
        self.indent = indent
        self.unwrap = unwrap
        self.attribute = attribute
        self.content = content
        self.separator = separator
