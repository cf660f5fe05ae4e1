"""Archives: what is packed comes out again, and both tars list it alike."""

from __future__ import annotations

from random import Random

from drawing import Draw
from utility_oracle import Case

_NAMES = ("f", "d", "l", "a b", "d/s", "h", "empty")


def draw(r: Random) -> Case:
    """One case: packed, listed, unpacked in another folder, and compared there."""
    d = Draw(r)
    packing = d.pick("", "", "z", "j", "J")
    names = list(
        dict.fromkeys("missing" if d.wrong(0.05) else d.pick(*_NAMES) for _ in range(d.number(1, 3)))
    )
    options = d.some(
        (
            "--exclude=*.c",
            "--exclude=x",
            "--owner=0",
            "--numeric-owner",
            "--sort=name",
            "--no-recursion",
            "-h",
        ),
        2,
    )
    files = {"f": d.text(), "d/x": d.text(), "d/s/y.c": "deep\n", "a b": "blank", "empty": "", "out/": ""}
    listing = d.pick("tf", "tf", "tf", f"t{packing}f")
    after = f"; echo $?; tar {listing} p.tar | sort; tar x{packing}f p.tar -C out{d.pick('', ' d', ' --strip-components=1', ' --exclude=x')}; echo $?; rm p.tar"
    before = "ln -s f l; ln f h; chmod 750 d/s; touch -h -d @1000000000 f l d/x d/s/y.c"
    return Case(("tar", f"-c{packing}f", "p.tar", *options, *names), files, "", before, after)
