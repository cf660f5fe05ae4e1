"""flock: run a command while a file is locked, or lock an open descriptor."""

from __future__ import annotations

from runtime.bash.commands._shared.durations import duration
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

    Holders = list[tuple[Stream, bool]]

OPTIONS = Options(
    "[options] <file>|<directory> <command> [<argument>...]\n[options] <file>|<directory> -c <command>\n[options] <descriptor>",
    "Hold a lock on a file while a command runs, or from now on for an open descriptor.",
    ("s", "shared", "", "share the lock with others that do"),
    ("xe", "exclusive", "", "hold the lock alone, as without an option"),
    ("u", "unlock", "", "give up the lock"),
    ("n", "nonblock nb", "", "fail instead of waiting"),
    ("w", "timeout wait", "SECS", "wait for at most so long"),
    ("E", "conflict-exit-code", "NUMBER", "exit status where the lock cannot be had (1)"),
    ("o", "close", "", "ignored"),
    ("F", "no-fork", "", "ignored"),
    ("c", "command", "COMMAND", "run COMMAND by the shell"),
    ("", "verbose", "", "ignored"),
    status=64,
    permute=False,
    origin="util-linux 2.38.1",
)
_USAGE, _NO_INPUT = 64, 66
_TURN_S = 0.01


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    words = given.operands
    if not words:
        raise OPTIONS.refuse(cx, "not enough arguments")
    text = given.get("c")
    if words[1:2] in (["-c"], ["--command"]):
        text, words = (words[2] if words[2:] else ""), words[:1]
    if not text and len(words) == 1:
        return _descriptor(cx, given, words[0])
    try:
        stream = cx.open(words[0], 0o102, 0o666)  # O_RDWR | O_CREAT
    except OSError as error:
        return cx.fail(f"cannot open lock file {words[0]}: {reason(error)}", _NO_INPUT)
    try:
        status = _lock(cx, given, stream)
        if status:
            return status
        return cx.launch.script(text) if text else cx.launch.run(words[1:])
    finally:
        _unlock(cx, stream)
        stream.release()


def _descriptor(cx: Context, given: Given, word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        return cx.fail(f"bad file descriptor: '{word}'", _USAGE)
    stream = cx.fds.get(int(word[:9]))
    if stream is None:
        return cx.fail(f"{word}: Bad file descriptor", 1)
    if "u" in given:
        _unlock(cx, stream)
        return 0
    return _lock(cx, given, stream)


def _key(stream: Stream) -> tuple[int, int]:
    stat = stream.stat()
    return (0, id(stream)) if stat is None else (stat.dev, stat.ino)


def _lock(cx: Context, given: Given, stream: Stream) -> int:
    """Wait for the lock and take it; 0, or the status where it cannot be had."""
    alone = given.last(("s", "x")) != "s"
    patience = 0.0 if "n" in given else duration(given["w"]) if "w" in given else None
    refused = int(given.get("E", "1")[:9]) & 255 if given.get("E", "1").isdigit() else 1
    key, passed = _key(stream), 0.0
    while True:
        others = _others(cx, key, stream)
        if not others or not (alone or any(holds_alone for _, holds_alone in others)):
            cx.launch.locks()[key] = [*others, (stream, alone)]
            return 0
        if patience is not None and passed >= patience:
            return refused
        cx.meter.check()
        cx.clock.sleep(_TURN_S)
        passed += _TURN_S


def _others(cx: Context, key: tuple[int, int], stream: Stream) -> Holders:
    """Who else holds the lock: what was closed has let go."""
    return [held for held in cx.launch.locks().get(key, ()) if held[0] is not stream and held[0].count > 0]


def _unlock(cx: Context, stream: Stream) -> None:
    key = _key(stream)
    others = _others(cx, key, stream)
    if others:
        cx.launch.locks()[key] = others
    else:
        cx.launch.locks().pop(key, None)
