"""A scripted tool by itself: every group of the specification's test list, and what it holds its callbacks to."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from runtime import tool
from runtime.bash import Limits, LLMTool, ToolRequest, ToolResponse, ToolStatus
from runtime.contracts.errors import ManifestInvalid
from runtime.scripted import ScriptedTool, ToolArgs, ToolDef, ToolFailure

USERS = {1: "Alice", 2: "Bob"}
ID: dict[str, Any] = {"type": "object", "properties": {"id": {"type": "integer"}}}
PROMPT = """\
# shop

Input: {"commands": "<bash script>"}
Output: {stdout, stderr, exit_code}

## Available tool commands

- `get_user`: Fetch user by ID
  Usage: `get_user --id <integer>`
- `list_orders`: List orders for user
  Usage: `list_orders --user_id <integer>`
- `upper`: Upper-case what is piped in
- `typed`: Give the arguments back
  Usage: `typed --count <integer> --price <number> --verbose --name <string>`

## Tips

- Pass arguments as `--key value` or `--key=value` flags
- Pipe tool output through `jq` for JSON processing
- Use variables to pass data between tool calls
"""


def get_user(args: ToolArgs) -> str:
    number = args.param_int("id")
    if number is None:
        raise ToolFailure("missing --id")
    if number not in USERS:
        raise ToolFailure(f"no user {number}")
    return json.dumps({"id": number, "name": USERS[number]}) + "\n"


async def list_orders(args: ToolArgs) -> str:
    await asyncio.sleep(0)
    return (
        json.dumps([{"order": n, "user": args.param_int("user_id"), "total": n * 10} for n in (1, 2)]) + "\n"
    )


def upper(args: ToolArgs) -> str:
    return (args.stdin or "nothing").upper()


def typed(args: ToolArgs) -> str:
    return json.dumps(args.params, sort_keys=True)


TYPED = {
    "type": "object",
    "properties": {
        "count": {"type": "integer"}, "price": {"type": "number"}, "verbose": {"type": "boolean"}, "name": {"type": "string"},
    },
}  # fmt: skip
TOOLS: list[Any] = [
    (ToolDef("get_user", "Fetch user by ID", input_schema=ID), get_user),
    (
        ToolDef(
            "list_orders",
            "List orders for user",
            input_schema={"type": "object", "properties": {"user_id": {"type": "integer"}}},
        ),
        list_orders,
    ),
    (ToolDef("upper", "Upper-case what is piped in"), upper),
    (ToolDef("typed", "Give the arguments back", input_schema=TYPED), typed),
]


@pytest.fixture
def shop() -> ScriptedTool:
    return ScriptedTool("shop", short_description="E-commerce API", tools=TOOLS, env={"API_KEY": "k-1"})


@pytest.fixture
def run(shop: ScriptedTool) -> Any:
    """Runs a script of the shop."""

    def run_(script: str, on: ScriptedTool = shop) -> ToolResponse:
        return asyncio.run(on.execute(ToolRequest(commands=script)))

    return run_


# -- configuration ------------------------------------------------------------------------------------------


def test_a_scripted_tool_has_its_name_and_description(shop):
    assert (shop.name, shop.short_description) == ("shop", "E-commerce API")
    assert shop.description() == "E-commerce API. Tool commands: get_user list_orders upper typed"
    assert isinstance(shop, LLMTool)


def test_a_scripted_tool_has_defaults_for_all_but_its_name():
    bare = ScriptedTool("bare")
    assert bare.short_description == "ScriptedTool: bare"
    assert asyncio.run(bare.execute(ToolRequest(commands="echo hi"))).stdout == "hi\n"


def test_a_definition_without_schema_has_an_empty_one():
    assert ToolDef("ping", "Answer").input_schema == {}


@pytest.mark.parametrize(
    "tools",
    [
        [TOOLS[0], TOOLS[0]], [(ToolDef("a", "A"),)], [("get_user", get_user)], [(ToolDef("a", "A"), None)], [object()], [3],
    ],
)  # fmt: skip
def test_what_can_be_no_command_is_refused_at_once(tools):
    with pytest.raises(ManifestInvalid):
        ScriptedTool("shop", tools=tools)


@pytest.mark.parametrize(
    "wrong", [("a b", "A", {}), ("", "A", {}), ("a/b", "A", {}), ("a", " ", {}), ("a", "A", [])]
)
def test_a_definition_that_does_not_hold_is_refused_at_once(wrong):
    with pytest.raises(ManifestInvalid):
        ToolDef(wrong[0], wrong[1], input_schema=wrong[2])


# -- introspection ------------------------------------------------------------------------------------------


def test_the_prompt_is_that_of_the_specification(shop):
    assert shop.system_prompt() == PROMPT


def test_the_help_names_commands_variables_and_statuses(shop):
    page = shop.help()
    for said in ("shop - E-commerce API", "get_user --id <integer>", "API_KEY", "--stdin-json", "126"):
        assert said in page
    assert "k-1" not in page


def test_the_schemas_are_those_of_the_contract(shop):
    assert shop.input_schema()["required"] == ["commands"]
    assert set(shop.output_schema()["properties"]) == {"stdout", "stderr", "exit_code", "error"}
    assert shop.version.count(".") >= 1


def test_each_command_helps_itself(run):
    answer = run("get_user --help")
    assert answer.exit_code == 0
    assert answer.stdout.startswith("get_user - Fetch user by ID\n\nUsage: get_user --id <integer>\n")


# -- flags --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "params"),
    [
        ("--count 3", {"count": 3}),
        ("--count=3", {"count": 3}),
        ("--verbose", {"verbose": True}),
        ("--price 2.5", {"price": 2.5}),
        ("--name 'Alice B'", {"name": "Alice B"}),
        (
            "--count 1 --price=2.5 --verbose --name x",
            {"count": 1, "price": 2.5, "verbose": True, "name": "x"},
        ),
        ("--unknown 42", {"unknown": "42"}),
        ('--name "$API_KEY"', {"name": "k-1"}),
    ],
)
def test_flags_arrive_typed_by_the_schema(run, line, params):
    assert json.loads(run(f"typed {line}").stdout) == params


def test_arguments_are_asked_for_by_name_and_type():
    args = ToolArgs({"s": "x", "i": 3, "f": 2.5, "b": True}, "in")
    assert (args.param_str("s"), args.param_int("i"), args.param_float("f"), args.param_bool("b")) == (
        "x",
        3,
        2.5,
        True,
    )
    assert args.param_float("i") == 3.0
    assert [
        args.param_int("b"),
        args.param_float("b"),
        args.param_str("i"),
        args.param_bool("i"),
        args.param_int("f"),
        args.param_str("-"),
    ] == [None] * 6
    assert args.stdin == "in"


def test_a_flag_that_does_not_fit_is_said_on_standard_error(run):
    answer = run("typed --count many || echo status $?")
    assert (answer.stdout, answer.stderr) == ("status 2\n", 'typed: --count: "many" is not an integer\n')


# -- execution ----------------------------------------------------------------------------------------------


def test_a_single_command_runs(run):
    assert run("get_user --id 1") == ToolResponse(stdout='{"id": 1, "name": "Alice"}\n')


def test_an_async_callback_runs(run):
    assert json.loads(run("list_orders --user_id 7").stdout)[0]["user"] == 7


def test_a_pipeline_goes_through_jq(run):
    assert run("get_user --id 2 | jq -r .name").stdout == "Bob\n"


def test_variables_and_substitutions_carry_data_from_one_command_to_the_next(run):
    script = """
        user=$(get_user --id 1)
        name=$(echo "$user" | jq -r .name)
        total=$(list_orders --user_id "$(echo "$user" | jq .id)" | jq 'map(.total) | add')
        echo "$name: $total"
    """
    assert run(script).stdout == "Alice: 30\n"


def test_a_failure_is_said_on_standard_error_with_status_1(run):
    assert run("get_user --id 9") == ToolResponse(stderr="get_user: no user 9\n", exit_code=1)
    assert run("get_user").stderr == "get_user: missing --id\n"


def test_a_failure_has_its_fallback(run):
    assert run("get_user --id 9 2>/dev/null || echo unknown").stdout == "unknown\n"
    assert run("get_user --id 9 2>&1 >/dev/null | cat").stdout == "get_user: no user 9\n"


def test_a_failure_ends_a_script_under_set_e(run):
    assert run("set -e; get_user --id 9; echo never").stdout == ""


@pytest.mark.parametrize(
    ("script", "stdout"),
    [
        ("echo hello | upper", "HELLO\n"),
        ("upper < /dev/null", "NOTHING"),
        ("upper", "NOTHING"),
        ("upper <<< hello", "HELLO\n"),
        ("get_user --id 1 | jq -r .name | upper", "ALICE\n"),
        ("echo one | { upper; }", "ONE\n"),
    ],
)
def test_what_is_piped_in_reaches_the_callback(run, script, stdout):
    assert run(script).stdout == stdout


@pytest.mark.parametrize(
    "body",
    ["get_user --id $id", "get_user --id $id | cat", 'x=$(get_user --id $id); echo "$x"', "show $id"],
)
def test_a_command_in_a_loop_leaves_the_loops_input_to_it(run, body):
    script = (
        f"show() {{ get_user --id $1; }}; printf '1\\n2\\n' | while read id; do {body}; done | jq -r .name"
    )
    assert run(script).stdout == "Alice\nBob\n"


def test_loops_and_conditionals_run_commands(run):
    assert run("for id in 1 2; do get_user --id $id | jq -r .name; done").stdout == "Alice\nBob\n"
    assert run("if get_user --id 1 >/dev/null; then echo yes; else echo no; fi").stdout == "yes\n"
    assert run("if get_user --id 9 2>/dev/null; then echo yes; else echo no; fi").stdout == "no\n"


def test_the_environment_is_that_of_the_tool(run):
    assert run("echo $API_KEY").stdout == "k-1\n"
    assert run("env | grep -c API_KEY").stdout == "1\n"


def test_commands_run_side_by_side():
    """Each waits for the others: one after the other, they would never end."""

    async def meet_all(script: str) -> ToolResponse:
        barrier = asyncio.Barrier(3)

        async def meet(args: ToolArgs) -> str:
            await barrier.wait()
            return f"{args.param_str('n')}\n"

        shop = ScriptedTool("m", tools=[(ToolDef("meet", "Meet the others"), meet)])
        return await shop.execute(ToolRequest(commands=script))

    for script in ("for n in 1 2 3; do meet --n $n & done; wait", "seq 3 | xargs -P 3 -n 1 meet --n"):
        assert sorted(asyncio.run(meet_all(script)).stdout.split()) == ["1", "2", "3"]


def test_statuses_tell_of_output_as_it_comes(shop):
    heard: list[ToolStatus] = []
    request = ToolRequest(commands="get_user --id 1 | jq -r .name; get_user --id 9")
    answer = asyncio.run(shop.execute_with_status(request, heard.append))
    assert [s.phase for s in heard if s.phase != "output"] == ["validate", "parse", "execute", "complete"]
    for stream in ("stdout", "stderr"):
        told = "".join(s.output or "" for s in heard if s.stream == stream)
        assert told == getattr(answer, stream) != ""


def test_each_script_has_a_fresh_shell_and_the_same_callbacks():
    calls: list[str] = []

    def note(args: ToolArgs) -> str:
        calls.append(str(args.param_str("word")))
        return str(len(calls))

    counting = ScriptedTool("n", tools=[(ToolDef("note", "Note a word"), note)])

    def ran(script: str) -> str:
        return asyncio.run(counting.execute(ToolRequest(commands=script))).stdout

    assert ran("x=1; cd /tmp; echo kept > f; note --word a") == "1"
    assert ran('echo "[$x] $PWD"; ls /tmp; note --word b') == "[] /home/user\n2"
    assert calls == ["a", "b"]


def test_scripts_of_one_tool_run_at_the_same_time(shop):
    async def both() -> list[ToolResponse]:
        requests = [ToolRequest(commands=f"list_orders --user_id {n} | jq '.[0].user'") for n in (1, 2)]
        return await asyncio.gather(*map(shop.execute, requests))

    assert [answer.stdout for answer in asyncio.run(both())] == ["1\n", "2\n"]


def test_limits_end_a_script():
    limited = ScriptedTool("l", tools=TOOLS, limits=Limits(max_commands=5))
    answer = asyncio.run(limited.execute(ToolRequest(commands="while :; do get_user --id 1; done")))
    assert answer.error == "limit.commands"


# -- what else can be a command -----------------------------------------------------------------------------


@tool(description="Add two numbers", side_effects=["none"])
def add(first: int, second: int = 10) -> dict[str, int]:
    return {"sum": first + second}


@tool(description="Read", side_effects=["none"])
async def pry(context: Any = None) -> str:
    return "x"


def test_a_marked_function_is_a_command():
    shop = ScriptedTool("s", tools=[add])
    for script, stdout in (("add --first 1 --second 2 | jq .sum", "3\n"), ("add --first 1", '{"sum":11}\n')):
        assert asyncio.run(shop.execute(ToolRequest(commands=script))).stdout == stdout
    answer = asyncio.run(shop.execute(ToolRequest(commands="add --frist 1")))
    assert (answer.stderr, answer.exit_code) == ("add: unknown flag --frist\nDid you mean --first?\n", 2)
    answer = asyncio.run(shop.execute(ToolRequest(commands="add")))
    assert answer.stderr.startswith("add: missing --first\n")


def test_arguments_on_standard_input_are_merged_where_asked(run):
    assert json.loads(run("echo '{\"count\":3}' | typed --stdin-json --name x").stdout) == {
        "count": 3,
        "name": "x",
    }
    assert run("echo nonsense | typed --stdin-json").exit_code == 2


def test_a_registered_tool_that_is_only_named_needs_an_executor():
    shop = ScriptedTool("s", tools=["read_file"])
    answer = asyncio.run(shop.execute(ToolRequest(commands="read_file --path x")))
    assert (answer.exit_code, "executor" in answer.stderr) == (1, True)


# -- security -----------------------------------------------------------------------------------------------


def test_a_script_reaches_neither_files_nor_network_of_the_machine(run):
    assert "root:x:0" not in run("cat /etc/shadow /proc/1/environ").stdout
    assert run("curl -s http://127.0.0.1/ && echo reached").stdout == ""


def test_what_a_callback_raises_is_not_shown_to_the_script():
    """T-CALL-13"""

    def leak(_: ToolArgs) -> str:
        raise ValueError("the password is 42")

    def lie(_: ToolArgs) -> Any:
        return object()

    shop = ScriptedTool("s", tools=[(ToolDef("leak", "L"), leak), (ToolDef("lie", "L"), lie)])
    answer = asyncio.run(shop.execute(ToolRequest(commands="leak; lie; echo $?")))
    assert "42" not in answer.stdout + answer.stderr
    assert answer.stderr.count("\n") >= 2
