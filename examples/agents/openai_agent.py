"""An agent of the OpenAI Agents SDK with a governed tool that needs approval: python examples/agents/openai_agent.py

The model is the SDK's own scripted one; put yours in its place.
"""

import asyncio
import tempfile

from agents import Agent, RunConfig, Runner
from agents.testing import ScriptedModel, assistant_message, function_call

from runtime import Executor, tool
from runtime.integrations.openai_agents import Approvals, governed_tools

MODEL = ScriptedModel(
    [
        [function_call("deploy", '{"service": "web"}', call_id="call-1")],
        [assistant_message("The service is out.")],
    ]
)


@tool(description="Put a service into production", side_effects=["none"], requires_approval=True)
def deploy(service: str) -> str:
    """Pretend to."""
    return f"{service} is out"


async def main() -> None:
    """A run that is interrupted, and goes on with a yes."""
    approvals, config = Approvals(), RunConfig(tracing_disabled=True)
    with tempfile.TemporaryDirectory() as folder:
        Executor.init(folder)
        async with Executor.open(folder, tools=[deploy], approve=approvals) as executor:
            tools = governed_tools(executor, tools=["deploy"], principal="agent:ops", approvals=approvals)
            agent = Agent(name="ops", model=MODEL, tools=tools)
            result = await Runner.run(agent, "Deploy the web service.", run_config=config)
            state = result.to_state()
            for asked in result.interruptions:
                print(f"{asked.name} {asked.arguments}: yes")
                state.approve(asked)
            result = await Runner.run(agent, state, run_config=config)
            print(result.final_output)


if __name__ == "__main__":
    asyncio.run(main())
