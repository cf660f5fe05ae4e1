"""Tools, calls and results in the forms of the model providers: pure functions from data to data.

::

    from runtime.providers import PROVIDERS

    openai = PROVIDERS["openai"]
    definitions = [openai.definition(manifest) for manifest in executor.manifests]
    call = openai.call(tool_call, executor.manifests)
    outcome = await executor.call(call.tool, call.arguments)
    message = openai.result(outcome, call.id)

No SDK is needed: what goes in and comes out is JSON data, in the shapes that the SDKs take and give.
"""

from runtime.providers.formats import PROVIDERS, Provider, ProviderCall
from runtime.providers.strict import Strict, strict_schema

__all__ = ["PROVIDERS", "Provider", "ProviderCall", "Strict", "strict_schema"]
