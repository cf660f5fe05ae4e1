"""gawk: awk by the name of GNU's."""

from runtime.bash.commands.awk import main

__all__ = ["main"]
