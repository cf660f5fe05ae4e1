"""Working starting points of tools, and their tests, for whoever writes one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from runtime.contracts.errors import ConfigurationError
from runtime.contracts.manifest import NAME
from runtime.host.settings import PROJECT_FILE, load_settings

TEST_SUFFIX = ".test.json"
_PARAMETERS = {
    "type": "object",
    "properties": {"text": {"type": "string", "description": "What to greet"}},
    "required": ["text"],
    "additionalProperties": False,
}


def start_tool(
    folder: str | Path, name: str, kind: str, into: str = "tools", *, serves_many: bool = False
) -> list[str]:
    """Write a tool and its test into a tools folder of the workspace, and have the settings name the folder.

    Args:
        folder: The workspace, or a folder in it.
        name: The tool's.
        kind: ``shell``, ``python``, ``node``, ``toml`` or ``wasm``.
        into: The tools folder, relative to the workspace.
        serves_many: Whether one process of it serves many calls; for ``python`` and ``node``.

    Returns:
        The paths that were written, relative to the workspace.

    Raises:
        ConfigurationError: there are no settings, a file of that name is there, or the name is none.
    """
    if not NAME.fullmatch(name):
        raise ConfigurationError(
            f"{name[:64]!r} is no name of a tool",
            suggestion="Use letters, digits, _ and -, at most 64, not starting with a digit.",
            field="name",
        )
    loaded = load_settings(Path(folder))
    if loaded.project_file is None or loaded.project_file.name != PROJECT_FILE:
        raise ConfigurationError("there is no runtime.toml here", suggestion="Make one: runtime init")
    starts = _SERVERS if serves_many else _STARTS
    if kind not in starts:
        raise ConfigurationError(
            f"a tool of kind {kind} cannot serve many calls",
            suggestion=f"Use --kind {' or --kind '.join(_SERVERS)}, or leave --serves-many out.",
            field="serves_many",
        )
    files = starts[kind](name)
    files[f"{name}{TEST_SUFFIX}"] = (_test_of(kind), 0o644)
    place = loaded.workspace / into
    for path in files:
        if (place / path).exists():
            raise ConfigurationError(f"{into}/{path} is there already", suggestion="Take another name.")
    if into not in loaded.settings.tools.folders:
        _name_folder(loaded.project_file, into, has_folders=bool(loaded.settings.tools.folders))
    for path, (content, mode) in files.items():
        target = place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        target.chmod(mode)
    return [f"{into}/{path}" for path in files]


def _name_folder(settings: Path, into: str, *, has_folders: bool) -> None:
    """Add the folder to the settings, where that is a line at the end; else their author has to."""
    text = settings.read_text("utf-8")
    if has_folders or any(
        line.strip().startswith(("[tools", "tools.", "tools =")) for line in text.split("\n")
    ):
        raise ConfigurationError(
            f"the settings name other tools folders, and not {into!r}",
            suggestion=f"Add {into!r} to tools.folders in {PROJECT_FILE}, or name one of those with --into.",
            field="tools.folders",
        )
    settings.write_text(f"{text.rstrip()}\n\n[tools]\nfolders = [{json.dumps(into)}]\n", "utf-8")


def _described(name: str, **more: str) -> str:
    described = more | {
        "name": name,
        "description": "Greet a text; say here what the tool does, for a model",
        "parameters": _PARAMETERS,
        "stub": True,
    }
    return json.dumps(described, indent=2)


def _python_server(name: str) -> dict[str, tuple[bytes, int]]:
    text = f'''#!/usr/bin/env -S python3 -I
"""One process serves many calls: a line for each. It is granted what "capabilities" in its description names; nothing for now."""

import json
import os
import sys

DESCRIPTION = r"""
{_described(name, serves="json-lines")}
"""

if sys.argv[1] == "--describe":
    print(DESCRIPTION)
    sys.exit()
for line in sys.stdin:
    call = json.loads(line)
    if os.environ.get("RUNTIME_STUB") == "1":  # in tests: no effects, always the same
        answer = {{"output": "Hello, stub\\n"}}
    else:
        answer = {{"output": f"Hello, {{call['arguments']['text']}}\\n"}}  # or {{"error": "what went wrong"}}
    print(json.dumps({{"id": call["id"], **answer}}), flush=True)
'''
    return {f"{name}.py": (text.encode(), 0o755)}


def _node_server(name: str) -> dict[str, tuple[bytes, int]]:
    text = f"""#!/usr/bin/env node
// One process serves many calls: a line for each. It is granted what "capabilities" in its description names; nothing for now.
import {{ createInterface }} from "node:readline";

const description = {_described(name, serves="json-lines")};

if (process.argv[2] === "--describe") console.log(JSON.stringify(description));
else
  for await (const line of createInterface({{ input: process.stdin }})) {{
    const call = JSON.parse(line);
    // In tests: no effects, always the same.
    const output = process.env.RUNTIME_STUB === "1" ? "Hello, stub\\n" : `Hello, ${{call.arguments.text}}\\n`;
    console.log(JSON.stringify({{ id: call.id, output }})); // or {{ id, error: "what went wrong" }}
  }}
"""
    return {f"{name}.mjs": (text.encode(), 0o755)}


def _shell(name: str) -> dict[str, tuple[bytes, int]]:
    text = f"""#!/usr/bin/env bash
# It is granted what "capabilities" in its description names, for example {{"type": "fs_read", "prefixes": ["."]}}; nothing for now.

if [[ "${{1:-}}" == "--describe" ]]; then
    cat <<'JSON'
{_described(name)}
JSON
    exit 0
fi

[[ "$1" == - ]] && set -- "$(cat)" # arguments of more than 100,000 bytes come on standard input
text=$(jq -r '.text' <<<"$1") || exit 1

if [[ "${{RUNTIME_STUB:-}}" == 1 ]]; then # in tests: no effects, always the same
    echo "Hello, stub"
    exit 0
fi

echo "Hello, $text"
"""
    return {f"{name}.sh": (text.encode(), 0o755)}


def _python(name: str) -> dict[str, tuple[bytes, int]]:
    text = f'''#!/usr/bin/env -S python3 -I
"""It is granted what "capabilities" in its description names; nothing for now."""

import json
import os
import sys

DESCRIPTION = r"""
{_described(name)}
"""

if sys.argv[1] == "--describe":
    print(DESCRIPTION)
    sys.exit()
# Arguments of more than 100,000 bytes come on standard input.
arguments = json.loads(sys.stdin.read() if sys.argv[1] == "-" else sys.argv[1])
if os.environ.get("RUNTIME_STUB") == "1":  # in tests: no effects, always the same
    print("Hello, stub")
    sys.exit()
print("Hello,", arguments["text"])
'''
    return {f"{name}.py": (text.encode(), 0o755)}


def _node(name: str) -> dict[str, tuple[bytes, int]]:
    text = f"""#!/usr/bin/env node
// It is granted what "capabilities" in its description names; nothing for now.
import {{ readFileSync }} from "node:fs";

const description = {_described(name)};

const [first] = process.argv.slice(2);
if (first === "--describe") console.log(JSON.stringify(description));
else {{
  // Arguments of more than 100,000 bytes come on standard input.
  const given = JSON.parse(first === "-" ? readFileSync(0, "utf8") : first);
  // In tests: no effects, always the same.
  console.log(process.env.RUNTIME_STUB === "1" ? "Hello, stub" : `Hello, ${{given.text}}`);
}}
"""
    return {f"{name}.mjs": (text.encode(), 0o755)}


def _toml(name: str) -> dict[str, tuple[bytes, int]]:
    text = """# The words of a command, and where arguments go into them; no shell reads them.

[command]
description = "Greet a text; say here what the tool does, for a model"
argv = ["printf", "--", "Hello, %s\\\\n", "{text}"]
capabilities = []                 # for example {type = "fs_read", prefixes = ["."]}
stub = "Hello, stub\\n"

[command.parameters.text]
type = "string"
description = "What to greet"
"""
    return {f"{name}.toml": (text.encode(), 0o644)}


def _wasm(name: str) -> dict[str, tuple[bytes, int]]:
    import wasmtime  # a heavy library, for one kind alone

    from runtime.contracts.digest import digest

    source = """;; A command: it writes its result to standard output. Its arguments, JSON, are the second of args_get (docs/wasm.md).
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\\10\\00\\00\\00\\0d\\00\\00\\00")
  (data (i32.const 16) "\\"Hello, wasm\\"")
  (func (export "_start")
    (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))
"""
    module = bytes(wasmtime.wat2wasm(source))
    manifest = {
        "name": name,
        "description": "Greet; say here what the tool does, for a model",
        "input_schema": _PARAMETERS,
        "output_schema": {"type": "string"},
        "risk": "read_only",
        "source": "wasm",
        "wasm": {"kind": "command", "module": f"{name}.wasm", "digest": digest(module)},
    }
    return {
        f"{name}/{name}.wat": (source.encode(), 0o644),
        f"{name}/{name}.wasm": (module, 0o644),
        f"{name}/manifest.json": (f"{json.dumps(manifest, indent=2)}\n".encode(), 0o644),
    }


def _test_of(kind: str) -> bytes:
    output = "Hello, wasm" if kind == "wasm" else "Hello, stub\n"
    cases = [{"arguments": {"text": "you"}, "output": output}]
    return f"{json.dumps(cases, indent=2)}\n".encode()


_STARTS: dict[str, Callable[[str], dict[str, tuple[bytes, int]]]] = {
    "shell": _shell,
    "python": _python,
    "node": _node,
    "toml": _toml,
    "wasm": _wasm,
}
_SERVERS: dict[str, Callable[[str], dict[str, tuple[bytes, int]]]] = {
    "python": _python_server,
    "node": _node_server,
}
