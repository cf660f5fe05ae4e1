"""An e-commerce API as one scripted tool: four commands that a model orchestrates in a single script.

    python examples/scripted_tool.py

Definitions and callbacks only. Given to an executor (``Executor.open(".", tools=[shop])``), each command is a governed call.
"""

from __future__ import annotations

import asyncio
import json

from runtime.bash import Limits, ToolRequest
from runtime.scripted import ScriptedTool, ToolArgs, ToolDef, ToolFailure

USERS = {
    1: {"id": 1, "name": "Alice", "email": "alice@example.com", "tier": "premium"},
    2: {"id": 2, "name": "Bob", "email": "bob@example.com", "tier": "basic"},
}
ORDERS = {
    1: [
        {"order_id": 101, "item": "laptop", "total": 999.0},
        {"order_id": 102, "item": "mouse", "total": 29.0},
    ],
    2: [{"order_id": 201, "item": "keyboard", "total": 79.0}],
}
STOCK = {"laptop": 3, "mouse": 0, "keyboard": 12}


def get_user(args: ToolArgs) -> str:
    """One user as JSON."""
    user = USERS.get(args.param_int("id") or 0)
    if user is None:
        raise ToolFailure(f"no user {args.params.get('id')}")
    return json.dumps(user) + "\n"


async def list_orders(args: ToolArgs) -> str:
    """A user's orders as JSON; a real one would wait for a database."""
    await asyncio.sleep(0)
    return json.dumps(ORDERS.get(args.param_int("user_id") or 0, [])) + "\n"


def get_inventory(args: ToolArgs) -> str:
    """How many of an item there are."""
    item = args.param_str("item") or ""
    if item not in STOCK:
        raise ToolFailure(f"no item {item!r}")
    return json.dumps({"item": item, "in_stock": STOCK[item]}) + "\n"


def create_discount(args: ToolArgs) -> str:
    """A discount for a user."""
    percent, user = args.param_int("percent"), args.param_int("user_id")
    return json.dumps({"code": f"SAVE{percent}-{user}", "percent": percent, "user_id": user}) + "\n"


def _schema(**kinds: str) -> dict[str, object]:
    properties = {name: {"type": kind} for name, kind in kinds.items()}
    return {"type": "object", "properties": properties, "required": list(kinds)}


shop = ScriptedTool(
    "shop",
    short_description="E-commerce API",
    tools=[
        (
            ToolDef("get_user", "Fetch user by ID", input_schema=_schema(id="integer"), risk="read_only"),
            get_user,
        ),
        (
            ToolDef(
                "list_orders",
                "List orders for user",
                input_schema=_schema(user_id="integer"),
                risk="read_only",
            ),
            list_orders,
        ),
        (
            ToolDef(
                "get_inventory",
                "Check the stock of an item",
                input_schema=_schema(item="string"),
                risk="read_only",
            ),
            get_inventory,
        ),
        (
            ToolDef(
                "create_discount",
                "Create a discount for a user",
                input_schema=_schema(user_id="integer", percent="integer"),
                risk="dangerous",
            ),
            create_discount,
        ),
    ],
    env={"STORE": "example"},
    limits=Limits(max_commands=500),
)

SCRIPTS = {
    "one command": "get_user --id 1",
    "a pipeline": "get_user --id 1 | jq -r .name",
    "several steps": """
        user=$(get_user --id 1)
        name=$(echo "$user" | jq -r .name)
        total=$(list_orders --user_id 1 | jq 'map(.total) | add')
        echo "$name spent $total"
    """,
    "a loop with a fallback": """
        list_orders --user_id 1 | jq -r '.[].item' | while read -r item; do
            left=$(get_inventory --item "$item" | jq .in_stock)
            [ "$left" -gt 0 ] && echo "$item: $left left" || echo "$item: sold out"
        done
        get_user --id 9 2>/dev/null || echo "no user 9"
    """,
    "a condition": """
        if [ "$(get_user --id 1 | jq -r .tier)" = premium ]; then
            create_discount --user_id 1 --percent 20 | jq -r .code
        fi
    """,
}


async def main() -> None:
    """Show what a model is told, and what five scripts give."""
    print(shop.system_prompt())
    for title, script in SCRIPTS.items():
        answer = await shop.execute(ToolRequest(commands=script))
        print(f"## {title} (exit {answer.exit_code})\n{answer.stdout}{answer.stderr}")


if __name__ == "__main__":
    asyncio.run(main())
