"""Claude Agent SDK: governed tools as a server in this process. The extra ``claude-agent``.

::

    approvals = Approvals()
    executor = Executor.open(".", approve=approvals)
    governed = GovernedServer(executor, principal="agent:demo", approvals=approvals)
    options = ClaudeAgentOptions(mcp_servers={"governed": governed.server}, can_use_tool=governed.permission(ask))

``permission`` makes the SDK's callback for permissions: what policy refuses is denied with its reasons, what needs approval is put to ``ask``, and everything else is allowed. It speaks of
governed tools alone: of every other, ``ask`` decides. What is refused or fails is a result with ``is_error``, with its code and what to do.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny, SdkMcpTool, create_sdk_mcp_server

from runtime.contracts.manifest import Manifest
from runtime.host.executor import Executor
from runtime.integrations.bridge import Approvals, Bridge, said, schema_of, told

__all__ = ["Approvals", "GovernedServer"]

Ask = Callable[[str, dict[str, Any], Any], Awaitable[Any]]
"""A ``CanUseTool`` of the SDK."""


class GovernedServer:
    """The tools of an executor, as the SDK takes them."""

    def __init__(self, executor: Executor, *, name: str = "governed", **options: Any) -> None:
        """Offer the tools that there are now.

        Args:
            executor: Makes the calls.
            name: The key that the server has among ``mcp_servers``.
            **options: Those of `Bridge`.
        """
        self._bridge = Bridge(executor, **options)
        self._prefix = f"mcp__{name}__"
        self.tools: list[Any] = [self._tool(manifest) for manifest in self._bridge.manifests()]
        self.server: Any = create_sdk_mcp_server(name, tools=self.tools)

    @property
    def allowed(self) -> list[str]:
        """The names by which ``allowed_tools`` knows them. The SDK asks no permission for those: approval is then the executor's own."""
        return [f"{self._prefix}{tool.name}" for tool in self.tools]

    def permission(self, ask: Ask) -> Ask:
        """The SDK's ``can_use_tool``.

        Args:
            ask: Puts a call that needs approval to the user, and decides about tools that are not governed.
        """

        async def can_use_tool(name: str, arguments: dict[str, Any], context: Any) -> Any:
            if not name.startswith(self._prefix):
                return await ask(name, arguments, context)
            tool = name.removeprefix(self._prefix)
            if (refusal := await self._bridge.refuses(tool, arguments)) is not None:
                return PermissionResultDeny(message=refusal)
            if await self._bridge.asks(tool, arguments) is None:
                return PermissionResultAllow()
            answer = await ask(name, arguments, context)
            if isinstance(answer, PermissionResultAllow) and self._bridge.approvals is not None:
                changed = answer.updated_input
                self._bridge.approvals.expect(tool, arguments if changed is None else changed)
            return answer

        return can_use_tool

    def _tool(self, manifest: Manifest) -> Any:
        async def handle(arguments: dict[str, Any]) -> dict[str, Any]:
            answer, approvals = None, self._bridge.approvals
            if approvals is not None and approvals.take_expected(manifest.name, arguments):
                answer = said("user:claude-agent", approved=True)
            text, is_error = told(await self._bridge.call(manifest.name, arguments, answer=answer))
            return {"content": [{"type": "text", "text": text}], "is_error": is_error}

        return SdkMcpTool(manifest.name, manifest.description, schema_of(manifest), handle)
