"""``reduce`` that only adds to its state: ``. + [x]``, ``.[k] = x``, ``.[k] += x`` and their like, in place.

Nobody but the loop can see a state that the loop itself has made, so that adding to it costs what is added; copied every
time, a sum of n parts would cost n². It holds as long as what is added cannot be, or contain, the state itself: a cycle, or
an earlier state that somebody keeps, would show. `exposes` errs to that side.
"""

from __future__ import annotations

from runtime.bash.commands.jq.access import Owned, get, store
from runtime.bash.commands.jq.tree import (
    Alternative,
    And,
    Array,
    Assign,
    Binary,
    Comma,
    Const,
    Each,
    Format,
    Identity,
    If,
    Index,
    Negate,
    Object,
    Or,
    Pipe,
    Text,
    Try,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.commands.jq.scope import Compiler, Env, Scope
    from runtime.bash.commands.jq.tree import Node

    # (environment, state, whether the state is the loop's own) to the new state, which is the loop's own
    Accumulate = Callable[[Env, Any, bool], Any]

__all__ = ["accumulation", "exposes"]

_SCALAR = (Const, Variable, Format, Text, Negate, And, Or)
_COMPUTED = ("-", "/", "%", "==", "!=", "<", "<=", ">", ">=")


def exposes(node: Node) -> bool:
    """Whether an output of ``node`` may be its input or contain it."""
    if isinstance(node, _SCALAR):
        return False
    if isinstance(node, Index | Each):
        return not isinstance(node.term, Identity) and exposes(node.term)
    if isinstance(node, Binary):
        return node.operator not in _COMPUTED and (exposes(node.left) or exposes(node.right))
    if isinstance(node, Comma | Alternative):
        return exposes(node.left) or exposes(node.right)
    if isinstance(node, Pipe):
        # What the left side gives is new to the right one; of the input it may hold parts, but not all.
        return exposes(node.left)
    if isinstance(node, If):
        return exposes(node.then) or exposes(node.otherwise)
    if isinstance(node, Try):
        return exposes(node.body) or node.handler is not None
    if isinstance(node, Array):
        return node.body is not None and exposes(node.body)
    if isinstance(node, Object):
        return any(exposes(value) for _, value in node.entries)
    return True


def accumulation(compiler: Compiler, node: Node, scope: Scope) -> Accumulate | None:
    """``node`` as a step that adds in place, if it is one."""
    if isinstance(node, Binary) and node.operator == "+" and isinstance(node.left, Identity):
        return _appended(compiler, node.right, scope)
    if not isinstance(node, Assign) or exposes(node.value):
        return None
    if node.operator == "+=" and isinstance(node.target, Identity):
        return _appended(compiler, node.value, scope)
    target = node.target
    if isinstance(target, Index) and isinstance(target.term, Identity) and not exposes(target.key):
        return _stored(compiler, target, node, scope)
    return None


def _appended(compiler: Compiler, node: Node, scope: Scope) -> Accumulate | None:
    """``. + node`` where node makes an array or an object: of anything else the sum is computed, not extended."""
    from runtime.bash.commands.jq.values import add

    if exposes(node) or not isinstance(node, Array | Object):
        return None
    more = compiler.code(node, scope).one
    if more is None:
        return None
    addend = more

    def step(env: Env, state: Any, own: bool) -> Any:
        part = addend(env, state)
        if own and type(state) is type(part):
            env[0].cells(len(part))
            if type(state) is list:
                state += part
            else:
                state.update(part)
            return state
        return _copied(add(state, part, env[0]))

    return step


def _copied(made: Any) -> Any:
    # `null + x` is x itself, which may be a constant of the program.
    return made.copy() if type(made) in (list, dict) else made


def _stored(compiler: Compiler, target: Index, node: Assign, scope: Scope) -> Accumulate | None:
    """``.[key] = value`` and ``.[key] op= value``."""
    from runtime.bash.commands.jq.operators import operation_of

    key, value = compiler.code(target.key, scope).one, compiler.code(node.value, scope).one
    if key is None or value is None or node.operator == "|=":
        return None
    of, by = value, key
    operation = None if node.operator == "=" else operation_of(node.operator[:-1])

    def step(env: Env, state: Any, own: bool) -> Any:
        run = env[0]
        new = of(env, state)
        at = by(env, state)
        if operation is not None:
            new = operation(get(state, (at,), run), new, run)
        elif type(at) is not dict:
            # An index that is out of place is complained of as by a path.
            get(state, (at,), run)
        owned = Owned()
        if own and type(state) in (list, dict):
            owned.new(state)
        return store(state, at, new, owned, run)

    return step
