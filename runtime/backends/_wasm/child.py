"""The worker's program: compiles modules, and runs commands and components, one at a time, for whoever is at the other end of stdin.

Run by `runtime.backends._wasm.worker` as ``python -I -S``, confined. It ends when its stdin does.
"""

from __future__ import annotations

import json
import resource
import sys

if __name__ == "__main__":
    _libraries, _memory_bytes = json.loads(sys.argv[1])
    sys.path += _libraries
    resource.setrlimit(resource.RLIMIT_DATA, (_memory_bytes, _memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from runtime.backends._wasm.serve import serve

    serve(0)
