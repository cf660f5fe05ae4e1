"""Where OPA's own trace says that rules failed, and where `explain` does, for generated denials."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import generated_bundles

from runtime.contracts.errors import BundleInvalid
from runtime.policy.bench.explanation import Explainer
from runtime.policy.bundle import bundle_of

ENTRY = "data.runtime.authz.decision"
Reached = dict[int, list[int]]
"""By the line of each clause that was evaluated: the lines of the conditions that failed in it, each evaluation's furthest."""


def denials(random: Random, count: int) -> Iterator[tuple[str, dict[str, Any], dict[str, Any], Reached]]:
    """Text, data, question and what we explain, of so many generated bundles that deny. One condition a line."""
    while count:
        (drawn,) = generated_bundles.bundles(random, 1, 4)
        text = "\n".join(map(_one_a_line, drawn.text.split("\n")))
        try:
            explainer = Explainer(bundle_of(files(text, drawn.data)))
        except BundleInvalid:
            continue
        with explainer:
            for question in map(generated_bundles.question, drawn.inputs):
                reached = explained(explainer, question)
                if reached and count:
                    count -= 1
                    yield text, drawn.data, question, reached


def explained(explainer: Explainer, question: dict[str, Any]) -> Reached:
    """What `explain` says of a denial; nothing where the answer is another one."""
    found = explainer.explain(json.dumps(question).encode(), with_values=False)
    if found.outcome != "deny" or found.detail:
        return {}
    reached: Reached = {rule.line: [] for rule in (*found.held, *found.failed)}
    for rule in found.failed:
        reached[rule.line].append(rule.condition_line or 0)
    return {line: sorted(set(failed)) for line, failed in reached.items()}


def _one_a_line(line: str) -> str:
    """Conditions and alternatives of a line, each on its own; those in brackets stay."""
    depth, parts = 0, [""]
    for part in re.split(r"(; |[\[\](){}])", line.replace(" else :=", "\nelse :=")):
        depth += (part in "[({") - (part in "])}") if part else 0
        if part == "; " and depth == 0:
            parts.append("")
        else:
            parts[-1] += part
    return "\n".join(parts)


def files(text: str, data: dict[str, Any]) -> dict[str, bytes]:
    return {"a.rego": text.encode(), "data.json": json.dumps(data).encode()}


def opa_reached(program: str, folder: Path, text: str, data: dict[str, Any], question: Any) -> Reached | None:
    """The same as OPA's trace tells it; None where it ends in an error or does not deny."""
    for name, content in files(text, data).items():
        (folder / name).write_bytes(content)
    (folder / "question").write_text(json.dumps(question))
    ran = subprocess.run(
        [program, "eval", "--explain=full", "--format=json", "--disable-indexing", "--disable-early-exit",
         "--strict-builtin-errors", "--data", str(folder / "a.rego"), "--data", str(folder / "data.json"),
         "--input", str(folder / "question"), ENTRY],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    answer = json.loads(ran.stdout)
    if "result" not in answer or answer["result"][0]["expressions"][0]["value"] != {"allow": False}:
        return None
    return _reached(answer["explanation"])


def _reached(events: list[dict[str, Any]]) -> Reached:
    entered: dict[int, int] = {}
    furthest: dict[int, int] = {}
    done = set()
    for event in events:
        query, line = event["QueryID"], event["Location"].get("row", 0)
        if event["Op"] == "Enter" and isinstance(event["Node"], dict) and "head" in event["Node"]:
            entered[query] = line
        elif event["Op"] == "Exit":
            done.add(query)
        elif event["Op"] == "Fail" and query in entered:
            furthest[query] = max(furthest.get(query, 0), line)
    reached: Reached = {line: [] for line in entered.values()}
    for query, line in furthest.items():
        if query not in done:
            reached[entered[query]].append(line)
    return {line: sorted(set(failed)) for line, failed in reached.items()}


def differences(text: str, ours: Reached, theirs: Reached) -> dict[int, tuple[list[int], list[int]]]:
    """By clause what the two say, where that differs.

    Of the operands of one condition OPA evaluates another one first, so either may look at a rule that the other leaves. It
    looks a key up in a partial rule by evaluating that for the key alone.
    """
    partial = {
        n for n, line in enumerate(text.split("\n"), 1) if line.startswith(("closed contains", "by_name["))
    }
    both = ours.keys() & theirs.keys() - partial
    assert any(text.split("\n")[line - 1].startswith("decision :=") for line in both)
    return {line: (ours[line], theirs[line]) for line in both if ours[line] != theirs[line]}
