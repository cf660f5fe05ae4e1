"""Shows what the bash tool says of itself to a host of language models, and what a call streams.

python examples/show_tool_output.py
"""

from __future__ import annotations

import asyncio
import json

from runtime.bash import BashTool, Context, Limits, ToolRequest, ToolStatus


def greet(cx: Context) -> str:
    """A command of the embedder: what it returns is its output."""
    return f"Hello, {cx.args[0] if cx.args else 'world'}!\n"


TOOL = BashTool(
    name="bashkit",
    username="agent",
    hostname="sandbox",
    limits=Limits(max_commands=500),
    env={"API_KEY": "a value that no document shows"},
    commands={"greet": greet},
)


def show(title: str, text: str) -> None:
    """One part of the output."""
    print(f"=== {title} ===\n{text.rstrip()}\n")


def told(status: ToolStatus) -> None:
    """One event, as one line of JSON."""
    print(status.to_json())


async def main() -> None:
    """Show all of it."""
    show("name, version", f"{TOOL.name} {TOOL.version}")
    show("short_description", TOOL.short_description)
    show("description()", TOOL.description())
    show("system_prompt()", TOOL.system_prompt())
    show("help()", TOOL.help())
    show("input_schema()", json.dumps(TOOL.input_schema(), indent=2))
    show("output_schema()", json.dumps(TOOL.output_schema(), indent=2))
    print("=== execute_with_status() ===")
    response = await TOOL.execute_with_status(
        ToolRequest(commands="for name in Ann Bob; do greet $name; done; whoami; exit 3"), told
    )
    print(f"\n{response}")


if __name__ == "__main__":
    asyncio.run(main())
