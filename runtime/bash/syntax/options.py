"""What of a shell's state changes how its text is read."""

from __future__ import annotations

__all__ = ["ParseOptions"]


class ParseOptions:
    """Owned by the interpreter, which changes it between two commands: the parser looks at each use.

    Attributes:
        extglob: ``shopt extglob``; inside ``[[ ]]`` extended patterns are always read.
        posix: ``set -o posix``.
        expand_aliases: ``shopt expand_aliases``, on in interactive shells.
        aliases: name to text.
    """

    __slots__ = ("aliases", "expand_aliases", "extglob", "posix")

    def __init__(
        self,
        *,
        extglob: bool = False,
        posix: bool = False,
        expand_aliases: bool = False,
        aliases: dict[str, str] | None = None,
    ) -> None:
        self.extglob = extglob
        self.posix = posix
        self.expand_aliases = expand_aliases
        self.aliases: dict[str, str] = {} if aliases is None else aliases
