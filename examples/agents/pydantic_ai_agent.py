"""A pydantic-ai agent with governed tools: python examples/agents/pydantic_ai_agent.py

The model is pydantic-ai's own test model, which calls every tool once; put yours in its place.
"""

import asyncio
import tempfile

from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel

from runtime import Executor, tool
from runtime.integrations.pydantic_ai import GovernedToolset


@tool(description="How many of an item are left", side_effects=["none"])
def in_stock(item: str) -> int:
    """Ask the shop."""
    return len(item)


async def main() -> None:
    """One run of the agent."""
    with tempfile.TemporaryDirectory() as folder:
        Executor.init(folder)
        async with Executor.open(folder, tools=[in_stock]) as executor:
            toolset = GovernedToolset(executor, tools=["in_stock"], principal="agent:shop")
            agent = Agent(TestModel(), toolsets=[toolset])
            result = await agent.run("How many laptops are there?")
            print(result.output)


if __name__ == "__main__":
    asyncio.run(main())
