"""One command: the first process of its namespaces, which stays, and the process that becomes the command.

The first process builds the tree, starts the command, watches over what everything in the namespace uses, and ends it all: when the
command has ended, when a bound is exceeded, when what governs the runtime was replaced meanwhile, and when the launcher's end of the
socket closes. Each protection that the kernel lacks is missing from what is said, for the launcher to judge.
"""

from __future__ import annotations

import _socket
import errno
import marshal
import os
import select
import signal

from runtime.backends._confinement import kernel
from runtime.backends._confinement.becoming import become
from runtime.backends._confinement.bounds import Bounds
from runtime.backends._confinement.keeping import GO, STOP, Keeping
from runtime.backends._confinement.loopback import offer_listener
from runtime.backends._confinement.messages import read_all, read_specification, receive, send
from runtime.backends._confinement.tree import CommandTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from runtime.backends._confinement.system_tree import SystemTree

_ENDING_S = 0.05
# sys/inotify.h: moved to, created, deleted, moved from.
_IN_NAMES = 0x80 | 0x100 | 0x200 | 0x40


class Waiting:
    """A process with namespaces and all of the tree that is the same for every command, and one that is to become the command."""

    def __init__(
        self, starter: _socket.socket, system: SystemTree, held: set[str], *, namespaces: bool
    ) -> None:
        """Prepare what no command changes.

        Args:
            starter: Where the command comes from.
            system: The system's part of the tree, with its template.
            held: What holds already.
            namespaces: Whether this is the first process of namespaces of its own.

        Raises:
            OSError: the kernel refused a step: nothing must be run.
        """
        self._starter = starter
        self._system = system
        self._held = held
        self._namespaces = namespaces
        self._said: bytes | None = None
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        kernel.join_own_keyring()
        ours, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        self._to_command = ours
        self._command = os.fork()
        if not self._command:
            starter.close()
            ours.close()
            become(theirs, own_tree=namespaces)
        theirs.close()
        # After the fork: the pages that this writes to are this process's own then, before there is a command to wait for them.
        if namespaces:
            system.make_root()
            held |= system.held
        else:
            kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)

    def _heard(self) -> bytes:
        """What the process that became the command had said, once: it says nothing more from there on."""
        said, self._said = read_all(self._to_command) if self._said is None else b"", b""
        return said

    def run(self) -> NoReturn:
        """Take a command, run it to its end, and end."""
        message, descriptors = receive(self._starter)
        if not message:
            os._exit(0)
        spec = read_specification(descriptors[0])
        changes = descriptors.pop() if spec["review"] else -1
        status, given = descriptors[1], [descriptors[0], *descriptors[2:]]
        gate = given.pop() if spec["network"] else -1
        tree = CommandTree(spec)
        held = self._held
        try:
            if self._namespaces:
                tree.build(self._system)
                held |= tree.held
            if spec["network"]:
                if self._namespaces:
                    offer_listener(gate)
                os.close(gate)
            bounded = "proc" in held
            if bounded:
                held |= {"cpu_s", "memory_bytes"}
            root = os.stat("/")
            send(self._to_command, marshal.dumps((held, root.st_dev, root.st_ino)), given)
            # This process keeps its capabilities, which hold in these namespaces only: it unmounts what stands for places that
            # are not there, when nothing else runs any more. The command, without any, can neither look into it nor signal it.
            for descriptor in given:
                os.close(descriptor)
            ended = _watch_over(spec, status, self._command, tree, heard=self._heard, bounded=bounded)
            # Said at once, when all is over: a launcher that is woken before the command runs takes its processor.
            _say(status, self._heard() + ended)
        except OSError as error:
            _say(status, _line("failed", error.errno or errno.EIO))
        finally:
            _end_all(self._command)
            for held_place in tree.placeholders:
                held_place.release(f"{spec['root']}/{held_place.path}")
            if tree.overlay is not None:
                tree.overlay.hand_over(changes)
            # Before this process goes itself, which takes a while: nothing is left that could do anything.
            os.close(status)
            os._exit(0)


def _watch_over(
    spec: dict[str, Any],
    status: int,
    command: int,
    tree: CommandTree,
    *,
    heard: Callable[[], bytes],
    bounded: bool,
) -> bytes:
    """How the command ended, in a line: of itself, or because a bound or the launcher ended it."""
    ended = os.pidfd_open(command)
    changed = _watch_names(tree.watched)
    waiting = select.poll()
    waiting.register(ended, select.POLLIN)
    waiting.register(status, select.POLLIN)
    if changed >= 0:
        waiting.register(changed, select.POLLIN)
    bounds = Bounds(spec)
    kept = Keeping(spec, command, bounds) if spec["kept_s"] and bounded else None
    reason, rest_s = "", _ENDING_S
    code: int | None = None
    while code is None and not reason:
        ready = {descriptor for descriptor, _ in waiting.poll(rest_s * 1000)}
        if status in ready:
            reason = "unwanted" if kept is None else _obey(kept, status, tree, heard)
        code = _reap(command)
        if code is not None or reason:
            break
        if changed in ready and _named(os.read(changed, 65_536), tree.watched):
            reason = "governing"
        elif kept is not None and kept.stopped:
            reason, rest_s = "" if ready else "idle", kept.idle_s
        elif bounded:
            reason, rest_s = bounds.look()
    _end_all(command)
    return _line("ended", 137 if code is None else code, reason)


def _obey(kept: Keeping, status: int, tree: CommandTree, heard: Callable[[], bytes]) -> str:
    """Do what the launcher asks; why the command has to end, if it has."""
    asked = os.read(status, 1)
    if asked == STOP and not kept.stopped:
        reason, left, memory_bytes = kept.stop()
        if not reason:
            _say(status, heard() + _line("stopped", left, len(tree.placeholders), memory_bytes))
        return reason
    if asked == GO and kept.stopped:
        _say(status, _line("going"))
        kept.go_on()
        return ""
    return "unwanted"


def _watch_names(watched: dict[str, set[str]]) -> int:
    """A mount on a file goes when somebody outside puts another file in its place: the command must not go on then."""
    if not watched:
        return -1
    changed = kernel.checked(kernel.libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK))
    for folder in watched:
        kernel.checked(kernel.libc.inotify_add_watch(changed, os.fsencode(folder), _IN_NAMES))
    return changed


def _named(events: bytes, watched: dict[str, set[str]]) -> bool:
    """Whether one of these names was replaced, or so many that nobody knows."""
    names = {os.fsencode(name) for each in watched.values() for name in each}
    at = 0
    while at < len(events):
        mask = int.from_bytes(events[at + 4 : at + 8], "little")
        length = int.from_bytes(events[at + 12 : at + 16], "little")
        if mask & 0x4000 or events[at + 16 : at + 16 + length].rstrip(b"\0") in names:
            return True
        at += 16 + length
    return False


def _reap(command: int) -> int | None:
    """Bury who ended; the status of the command where it is among them."""
    while True:
        try:
            ended, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None
        if not ended:
            return None
        if ended == command:
            return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def _end_all(command: int) -> None:
    """Kill every process but this, and wait until none is left."""
    while True:
        try:
            if os.getpid() == 1:
                os.kill(-1, signal.SIGKILL)
            else:
                _kill_children(command)
            if os.waitpid(-1, 0)[0] == 0:
                return
        except (ChildProcessError, ProcessLookupError):
            if not _children_left():
                return


def _children_left() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _kill_children(command: int) -> None:
    """Without a namespace: the command's session, and whoever left it and fell to this process."""
    if command:
        try:
            os.killpg(command, signal.SIGKILL)
        except OSError:
            pass
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            children = [int(word) for word in file.read().split()]
    except (OSError, ValueError):
        return
    for child in children:
        try:
            os.kill(child, signal.SIGKILL)
        except OSError:
            continue


def _line(what: str, *words: object) -> bytes:
    return " ".join([what, *map(str, words)]).encode() + b"\n"


def _say(descriptor: int, said: bytes) -> None:
    try:
        os.write(descriptor, said)
    except OSError:
        pass  # nobody is there any more
