"""The shipped tools: the files of the folder `tools`, as modules of this package."""

from runtime.host.resources import folder

__path__ = [str(folder("tools"))]
