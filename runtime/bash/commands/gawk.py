"""gawk: awk by the name of GNU's."""

from runtime.bash.commands.awk import OPTIONS, main

__all__ = ["OPTIONS", "main"]
