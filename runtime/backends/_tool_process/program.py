"""The program of a tool's process: ``python -I -S program.py LIBRARIES SERVER``, confined by the launcher.

The module SERVER takes one call on stdin, and answers on stdout.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

if __name__ == "__main__":
    sys.path += json.loads(sys.argv[1])
    import_module(sys.argv[2]).serve()
