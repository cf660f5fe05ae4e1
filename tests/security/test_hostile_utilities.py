"""Scripts that turn utilities against their host: each ends by a budget or by itself, in time and in bounded memory.

The scripts lie in chapters beside this file: `### name`, and `[limit]` behind it where nothing but a budget may end it.
Endless input goes into every utility that reads. The default run takes a part of them and a short timeout, the soak all.
"""

from __future__ import annotations

import getpass
import json
import os
import platform
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from runtime.bash import Bash

FOLDER = Path(__file__).with_name("hostile_utilities")
CHILD = Path(__file__).with_name("hostile_utilities_child.py")
# A limit must bite within 50 ms; what is more is a machine that other tests keep busy, on which a search of a quarter of
# a second by the processor's clock takes longer by the wall's.
LATE_S = 0.05
GRACE_S = 0.25
MEMORY_MB = 300
ADDRESS_SPACE = 2 << 30
LIMITED = " [limit]"
LEAKS = (
    "Traceback",
    "RecursionError",
    "MemoryError",
    'File "',
    "<class",
    "object at 0x",
    "recursion depth",
    "do not leak",
)

PRODUCERS = {
    "yes": "yes",
    "zeros": "cat /dev/zero",
    "noise": "cat /dev/urandom",
    "numbers": "seq inf",
    "long lines": 'yes "$(rep 90000 "x ")"',
    "one line": "while :; do printf x; done",
}
CONSUMERS = """
awk 1 | awk 'END { print NR }' | awk '{ a[NR] = $0 }' | awk 'BEGIN { RS = "z" } { n++ }' | awk 'BEGIN { RS = "" } { n++ }'
awk 'BEGIN { RS = "[z]+" } { n++ }' | awk '{ s = s $0 }' | awk -F x '{ n += NF }' | awk -f - /dev/null
b2sum | b3sum | base32 | base32 -d | base64 | base64 -d | bc | bunzip2 | bzcat | bzip2 | bzip2 -d | cat -A | cat -n | cat -s
cat - - | cat > f | cksum | cksum -c | cmp - /dev/zero | cmp -l - /dev/urandom | column | column -t | column -t -s x
comm - /dev/null | comm -13 - /dev/null | cp /dev/stdin f | curl -d @- x | cut -c 1 | cut -d x -f 2- | cut -f 1 | csplit - 1 {*}
csplit - /x/ {*} | date -f - | dd bs=1M | dd conv=block cbs=80 | dd of=/dev/null | dd of=f bs=1 | diff - - | diff - /dev/null
diff -u - /dev/zero | env cat | expand | factor | file - | find -files0-from - | fmt | fmt -w 1 | fold | fold -s | fold -w 1
grep -P x | grep -c z | grep -f - /dev/null | grep -n -A 3 -B 3 z | grep -o x | grep -v z | grep -z z | grep x | gunzip | gzip | gzip -d
gzip -t | head -c -1 | head -c 99999999999 | head -n -10 | head -n 99999999999 | hexdump -C | hexdump -v | join - /dev/null
join -a 1 - /dev/null | jq . | jq --seq . | jq -R . | jq -Rs length | jq -c --stream . | jq -f /dev/stdin -n | jq -n '[inputs]' | jq -s .
make -f - | md5sum | md5sum -c | mv -i /dev/stdin f | nl | nl -b a | nohup cat | numfmt | numfmt --to=iec | od | od -c | od -v -t x8 | paste - -
paste -d x - /dev/null | paste -s | patch | pr | rev | rg -U z | rg -c z | rg x | rg z | rm -i f | sed $!d | sed ':a;N;ba' | sed -f - /dev/null
sed -n '$p' | sed -n 'H;${x;p}' | sed -z p | sed 1~3d | sed G | sed p | sha1sum | sha256sum | sha256sum -c | sha512sum | shuf | shuf -n 3
shuf -r | sort | sort --files0-from=- | sort -R | sort -c | sort -k 2 | sort -n | sort -u | split | split -b 99 | split -n 3 | split -n r/3
sqlite3 | strings | strings -n 1 | sum | tac | tac -s x | tail | tail -c +5 | tail -c 5 | tail -f | tail -n +1 | tail -n 99999999
tar cf - /dev/stdin | tar cf f -T - | tar tf - | tar xf - | tar xzf - | tee >(cat > /dev/null) | tee a b c | time cat | timeout 99 cat
tr -cd z | tr -d x | tr -s x | tr a b | unexpand -a | uniq | uniq -D | uniq -c | uniq -d | uniq -f 1 | uniq -w 3 | unxz | unzip /dev/stdin
wc | wc --files0-from=- | wc -L | wc -m | xargs | xargs -0 | xargs -I x echo x | xargs -L 1 true | xargs -P 9 -n 1 true | xargs -d x
xargs -n 1 true | xxd | xxd -b | xxd -i | xxd -p | xxd -r | xz | xz -d | xzcat | yq . | zcat | zip - - | zip x.zip -
{ read x; } | { while read x; do :; done; } | { while read -r -n 1 x; do :; done; } | { mapfile a; } | { mapfile -d x a; } | { x=$(cat); }
{ mapfile -c 1 -C : a; } | { select x in a b; do :; done; } | { . /dev/stdin; } | { eval "$(cat)"; } | bash
"""


def _chapters() -> dict[str, str]:
    scripts: dict[str, str] = {}
    for chapter in sorted(FOLDER.glob("*.sh")):
        parts = re.split(r"^### (.*)\n", chapter.read_text("utf-8"), flags=re.MULTILINE)
        scripts |= dict(zip(parts[1::2], parts[2::2], strict=True))
    return scripts


def _crossed() -> dict[str, str]:
    consumers = [consumer for line in CONSUMERS.split("\n") for consumer in line.split(" | ") if consumer]
    return {
        f"{name} into {consumer}": f"{producer} | {consumer}"
        for consumer in consumers
        for name, producer in PRODUCERS.items()
    }


CHAPTERS, CROSSED = _chapters(), _crossed()


def _ended(scripts: dict[str, str], timeout_s: float) -> Iterator[dict[str, Any]]:
    with subprocess.Popen(
        [sys.executable, str(CHILD), str(timeout_s), str(ADDRESS_SPACE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SECRET_OF_THE_HOST": "do not leak"},
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(json.dumps(scripts))
        child.stdin.close()
        for line in child.stdout:
            yield json.loads(line)
    assert child.returncode == 0


def _faults(ended: dict[str, Any]) -> list[str]:
    """What must not be of the way in which a script ended."""
    if "died" in ended:
        return [f"the process died: {ended['died']}"]
    talk = ended["stdout"] + ended["stderr"]
    error = ended["error"] or ""
    checks = {
        "the shell is dead": ended["after"] != "alive\n",
        "late": ended["late_s"] > LATE_S + GRACE_S,
        "fat": ended["resident_mb"] > MEMORY_MB,
        "a defect": bool(ended["failures"]) or error in ("internal", "limit.memory", "limit.depth"),
        "no limit": ended["name"].endswith(LIMITED) and not error.startswith("limit."),
        "a limit with status 0": bool(error) and ended["status"] == 0,
        "a word of the host": any(leak in talk for leak in LEAKS),
    }
    return [fault for fault, found in checks.items() if found]


def _all_faults(scripts: dict[str, str], timeout_s: float) -> dict[str, tuple[list[str], dict[str, Any]]]:
    seen = 0
    found = {}
    for ended in _ended(scripts, timeout_s):
        seen += 1
        faults = _faults(ended)
        if faults:
            found[ended["name"]] = (faults, ended)
    assert seen == len(scripts)
    return found


@pytest.mark.parametrize("part", range(2))
def test_a_part_of_the_hostile_scripts_ends_in_time_and_in_bounded_memory(part: int) -> None:
    """T-SH-01 T-SH-02 T-SH-04 T-SH-07 T-SH-11 T-SH-12"""
    scripts = dict(islice(CHAPTERS.items(), 3 + part, None, 40))
    scripts |= dict(islice(CROSSED.items(), 7 + part, None, 130))
    assert _all_faults(scripts, 0.15) == {}


@pytest.mark.soak
@pytest.mark.parametrize("chapter", sorted(path.name for path in FOLDER.glob("*.sh")))
def test_every_hostile_script_ends_in_time_and_in_bounded_memory(chapter: str) -> None:
    """T-SH-01 T-SH-02 T-SH-03 T-SH-04 T-SH-07 T-SH-11 T-SH-12"""
    names = re.findall(r"^### (.*)$", (FOLDER / chapter).read_text("utf-8"), flags=re.MULTILINE)
    assert _all_faults({name: CHAPTERS[name] for name in names}, 2.0) == {}


@pytest.mark.soak
@pytest.mark.parametrize("producer", PRODUCERS)
def test_endless_input_into_every_utility_ends_in_time_and_in_bounded_memory(producer: str) -> None:
    """T-SH-01 T-SH-02 T-SH-06 T-SH-12"""
    scripts = {name: script for name, script in CROSSED.items() if name.startswith(f"{producer} into ")}
    assert _all_faults(scripts, 1.0) == {}


# Whatever says something about a machine, a user, a process or a time.
TELLING = r"""
id; id -un; id -G; groups; whoami; logname; hostname; hostname -f; hostname -I; uname -a; arch; nproc; tty; uptime; who; users; ps; ps aux
date; date -R; date +%s.%N; date -r /etc/passwd; cal; printf '%(%c)T\n'; echo $SECONDS $EPOCHSECONDS $RANDOM $SRANDOM; time true; times
env; printenv; export; set; declare -p; echo $$ $PPID $BASHPID $! $UID $EUID $HOSTNAME $HOSTTYPE $MACHTYPE $OSTYPE $SHELL $HOME $PWD $USER
pwd -P; realpath .; readlink -f .; ls -la / /tmp /home ~ /dev /proc /etc; stat / /etc/passwd /dev/null .; df; df -h; du -s /; mount; tree -pug /
find / -printf '%p %u %g %U %G %i %D %T@ %A@ %C@ %M %n\n'; cat /etc/* /proc/* /proc/self/*; cat /proc/1/environ; file /bin/*; type -a ls; which -a ls
jq -nc 'env, $ENV, now, input_filename, $__prog_args'; jq -n 'now | todate, localtime, mktime'; jq -n '$ENV.SECRET_OF_THE_HOST, env.PATH'
awk 'BEGIN { for (k in ENVIRON) print k, ENVIRON[k]; for (k in PROCINFO) print k, PROCINFO[k]; print systime(), strftime(), ARGV[0], rand(); srand(); print srand() }'
awk 'BEGIN { print ENVIRON["SECRET_OF_THE_HOST"]; while (("env" | getline x) > 0) print x; getline y < "/proc/self/environ"; print y }'
sqlite3 :memory: "select sqlite_version() > '3', datetime('now'), random(), current_timestamp"; sqlite3 x.db "create table t (a); select * from pragma_database_list"
echo x > f; tar cf - f | tar tvf -; tar cf - f | od -c | head -n 40; zip -q z.zip f; unzip -lv z.zip; unzip -Z1 z.zip; od -c z.zip; gzip -k f; od -c f.gz; gzip -lv f.gz
mktemp; mktemp -d; mktemp -u; shuf -i 1-1000 -n 5; sort -R <<< $'a\nb\nc'; head -c 8 /dev/urandom | xxd; ls -li f; touch g; stat g; ls -l --full-time g
ulimit -a; umask; bash --version; awk --version; jq --version; kill -l; trap; jobs -l; history; hash; help | head -n 5; bind -l | head -n 3; enable | head -n 3
echo 'bad' | sed 's/b/\n/;e env'; find . -exec env \;; xargs env < /dev/null; env -i env; timeout 5 env; nohup env; (env); $(echo env); bash -c 'env; echo $PPID'
curl http://localhost/; wget -q http://localhost/; cat < /dev/tcp/localhost/22; nosuch; ./nosuch; cd /nosuch; . /nosuch; sed x; awk '{'; jq '.['; grep '('; bc <<< '1/0'
"""


def _host_words() -> set[str]:
    """What the machine that runs the tests is called, and where."""
    words = {
        socket.gethostname(),
        platform.node(),
        platform.release(),
        platform.version(),
        sys.prefix,
        sys.executable,
    }
    words |= {str(Path.cwd()), str(Path.home()), str(Path(__file__).parent), "do not leak", "site-packages"}
    words |= {getpass.getuser()} - {"root", "user"}
    return {word for word in words if len(word) > 3 and word not in ("localhost", "/root", "/home/user")}


def test_no_utility_says_what_the_host_is_called_who_runs_it_or_when(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-SH-05"""
    monkeypatch.setenv("SECRET_OF_THE_HOST", "do not leak")
    told: list[list[str]] = []
    for _ in range(2):
        lines = []
        for script in filter(None, TELLING.split("\n")):
            shell = Bash(clock=1_700_000_000, seed=7)
            done = shell.exec_sync(script)
            assert done.failures == (), script
            lines += [script, done.stdout, done.stderr]
        told.append(lines)
    # The same clock and the same seed: what differs would come from the host.
    assert told[0] == told[1]
    everything = "\n".join(told[0])
    assert [word for word in _host_words() if word in everything] == []
    pids = {str(os.getpid()), str(os.getppid())}
    assert [pid for pid in pids if len(pid) > 4 and re.search(rf"\b{pid}\b", everything)] == []


def test_names_of_files_and_words_do_not_act_on_a_terminal_that_shows_a_message() -> None:
    """T-SH-13"""
    script = CHAPTERS["names of files that speak to terminals"]
    shell = Bash()
    assert shell.exec_sync("ls", stdin="").error is None
    done = shell.exec_sync(script)
    assert done.failures == ()
    # Prompts of rm, mv and find quote the name as GNU's do; only bash itself repeats a word as it came.
    prompts = [line for line in done.stderr.split("\n") if "remove" in line or "overwrite" in line]
    assert prompts
    assert not any("\x1b" in line or "\a" in line for line in prompts)
