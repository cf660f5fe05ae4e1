"""The utilities of the virtual shell beside GNU's and bashkit's, on files of 100,000 lines.

What is measured is processor time: of this process for ours and bashkit's, of all its children for GNU's, which run in a
process each and side by side in a pipeline. Files are made outside of it. The rows of one script take turns, the least of
each counts, and what matters is the ratio within a row. An output that differs from GNU's is marked ✗.

Run: ``python benchmarks/utilities.py [NAME...]`` (``pip install -e '.[bench]'`` brings the peer; the tools are this machine's)
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROUNDS = 5
LINES = 100_000
LEVELS = ("INFO", "INFO", "INFO", "WARN", "ERROR", "DEBUG")
Measured = tuple[float, str]
Run = Callable[[str], Measured]

# In the scripts {log}, {table}, {numbers} and {runs} are files of LINES lines.
SCRIPTS = {
    "wc -l": "wc -l < {log}",
    "wc": "cat {log} | wc",
    "grep -c": "grep -c ERROR {log}",
    "grep -ci": "grep -ci error {log}",
    "grep -cE": "grep -cE 'user=(1|2)[0-9]+ .*ms=[0-9]{{3}}$' {log}",
    "grep -cE a|b": "grep -cE 'ERROR|WARN' {log}",
    "grep -v": "grep -v INFO {log} | tail -n 1",
    "grep -n": "grep -n ERROR {log} | tail -n 1",
    "grep -o": "grep -o 'user=[0-9]*' {log} | tail -n 1",
    "sort": "sort {log} | tail -n 1",
    "sort -n": "sort -n {numbers} | tail -n 1",
    "sort -t, -k2,2n": "sort -t, -k2,2n {table} | tail -n 1",
    "sort -k3,3 -k1,1r": "sort -k3,3 -k1,1r {log} | tail -n 1",
    "uniq": "uniq {runs} | tail -n 1",
    "uniq -c": "uniq -c {runs} | tail -n 1",
    "cut -f": "cut -d' ' -f3 {log} | tail -n 1",
    "cut -f1,3": "cut -d, -f1,3 {table} | tail -n 1",
    "cut -c": "cut -c1-4,12-20 {log} | tail -n 1",
    "cut|sort|uniq|sort": "cut -d' ' -f3 {log} | sort | uniq -c | sort -rn | head -n 3",
    "tr a-z A-Z": "tr a-z A-Z < {log} | tail -n 1",
    "tr -cs": "tr -cs a-zA-Z '\\n' < {log} | tail -n 1",
    "head": "head -n 50000 {log} | tail -n 1",
    "tac": "tac {log} | tail -n 1",
    "sed s g": "sed 's/ERROR/ERR/g; s/user=\\([0-9]*\\)/u:\\1/' {log} | tail -n 1",
    "sed -n /x/p": "sed -n '/ERROR/p' {log} | tail -n 1",
    "sed /x/d": "sed '/INFO/d' {log} | tail -n 1",
    "sed -n N,Mp": "sed -n '5000,6000p' {log} | tail -n 1",
    "sed N": "sed 'N;s/\\n/ /' {log} | tail -n 1",
    "awk sums": 'awk \'{{split($5,a,"="); s[$3]+=a[2]; n++}} END {{print n, s["ERROR"], s["INFO"]}}\' {log}',
    "awk print": "awk '{{print $3, $1}}' {log} | tail -n 1",
    "awk /x/": "awk '/ERROR/ {{n++}} END {{print n}}' {log}",
    "awk >": "awk -F, '$2 > 50000 {{n++}} END {{print n}}' {table}",
    "md5sum": "md5sum < {log}",
}


def contents() -> dict[str, str]:
    """The files, the same in each run."""
    chance = random.Random(7)
    log, table, numbers = [], [], []
    for at in range(LINES):
        when = f"2026-01-{at % 28 + 1:02d} {at % 24:02d}:{at % 60:02d}:{at * 7 % 60:02d}"
        log.append(
            f"{when} {chance.choice(LEVELS)} user={chance.randrange(5000)} ms={chance.randrange(2000)}\n"
        )
        table.append(f"{at},{chance.randrange(100_000)},name{chance.randrange(500)},{chance.random():.4f}\n")
        numbers.append(f"{chance.randrange(10**6)}\n")
    runs = [f"line {at // 3}\n" for at in range(LINES)]
    return {
        name: "".join(lines)
        for name, lines in zip(("log", "table", "numbers", "runs"), (log, table, numbers, runs), strict=True)
    }


def ours(files: dict[str, str]) -> Run:
    """A fresh shell for each script."""
    from runtime.bash import Bash, Limits

    limits = Limits(timeout_s=60)

    def run(script: str) -> Measured:
        shell = Bash(files={f"/data/{name}": text for name, text in files.items()}, limits=limits)
        begun = time.process_time()
        done = shell.exec_sync(script.format_map({name: f"/data/{name}" for name in files}))
        return time.process_time() - begun, done.stdout

    return run


def gnu(files: dict[str, str], folder: Path) -> Run:
    """GNU bash, and the tools of this machine."""
    for name, text in files.items():
        (folder / name).write_text(text)

    def run(script: str) -> Measured:
        command = ["bash", "-c", script.format_map({name: folder / name for name in files})]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
            check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout

    return run


def bashkit(files: dict[str, str]) -> Run | None:
    """A fresh bashkit shell for each script, None where it is not installed."""
    try:
        import bashkit as peer
    except ImportError:
        return None

    def run(script: str) -> Measured:
        shell = peer.Bash(files={f"/data/{name}": text for name, text in files.items()}, timeout_seconds=60.0)
        begun = time.process_time()
        done = shell.execute_sync(script.format_map({name: f"/data/{name}" for name in files}))
        return time.process_time() - begun, str(done.stdout)

    return run


def main() -> None:
    """Print one row a script."""
    files = contents()
    with tempfile.TemporaryDirectory() as folder:
        runs = {"ours": ours(files), "GNU": gnu(files, Path(folder))}
        if (peer := bashkit(files)) is not None:
            runs["bashkit"] = peer
        else:
            print("bashkit: absent")
        others = [name for name in runs if name != "ours"]
        print(
            f"{'script':20}"
            + "".join(f"{name + ' ms':>12}" for name in runs)
            + "".join(f"{'/ ' + name:>11}" for name in others)
        )
        for name in sys.argv[1:] or SCRIPTS:
            print(row(name, SCRIPTS[name], runs), flush=True)


def row(name: str, script: str, runs: dict[str, Run]) -> str:
    """One script in each of them by turns."""
    best = dict.fromkeys(runs, float("inf"))
    outputs = {}
    for _ in range(ROUNDS):
        for runner, run in runs.items():
            taken, outputs[runner] = run(script)
            best[runner] = min(best[runner], taken)
    cells = "".join(
        f"{taken * 1e3:>11.1f}{' ' if outputs[runner] == outputs['GNU'] else '✗'}"
        for runner, taken in best.items()
    )
    return f"{name:20}{cells}" + "".join(
        f"{best['ours'] / best[other]:>11.2f}" for other in runs if other != "ours"
    )


if __name__ == "__main__":
    main()
