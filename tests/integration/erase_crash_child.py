"""Erases a call and kills itself with SIGKILL at a named moment.

Usage: erase_crash_child.py FOLDER KEY CALL MOMENT. The moments: ``said`` (the intent is durable), ``begun`` (one row is overwritten),
``synced`` (all rows are), ``recorded`` (the record is durable, the intent not yet taken back).
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from runtime.audit.keys.key_files import load_signer
from runtime.audit.maintain.erase import erase
from runtime.audit.vault.file_vault import FileVault


def die_at(moment: str) -> None:
    """Have the process killed at a moment, by what it has done with the vault."""
    done: Counter[str] = Counter()

    def watch(name: str) -> None:
        method = getattr(FileVault, name)

        def watched(vault: FileVault, *given: Any) -> Any:
            if name == "save_intent" and done[name] == 1 and moment == "recorded":
                os.kill(os.getpid(), signal.SIGKILL)
            result = method(vault, *given)
            done[name] += 1
            reached = {
                "said": name == "save_intent",
                "begun": done["erase"] == 1,
                "synced": name == "sync" and done["erase"] == 2,
            }
            if reached.get(moment):
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        setattr(FileVault, name, watched)

    for name in ("save_intent", "erase", "sync"):
        watch(name)


if __name__ == "__main__":
    folder, key, call, moment = sys.argv[1:]
    die_at(moment)
    signer = load_signer(Path(key), "erase")
    erase(folder, signer=signer, origin="erase", runtime_version="1", call=call, reason="asked for")
    print("survived")
