"""An MCP server of the standard library alone: honest, with tools that tests need."""

import json
import os
import sys
import urllib.request
from pathlib import Path

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
SUM = {"type": "object", "properties": {"sum": NUMBER}, "required": ["sum"]}
COUNTS = {}


def tool(name, description, properties, **more):
    schema = {"type": "object", "properties": properties, "required": sorted(properties)}
    return {"name": name, "description": description, "inputSchema": schema, **more}


TOOLS = [
    tool("echo", "Give a text back", {"text": TEXT}),
    tool("add", "Add two numbers", {"a": NUMBER, "b": NUMBER}, outputSchema=SUM, title="Sum"),
    tool("count", "How often this was called", {}),
    tool("where", "What this process sees", {"path": TEXT}),
    tool("write", "Write a file", {"path": TEXT}),
    tool("fail", "Fail", {}),
    tool("fetch", "Fetch an address", {"url": TEXT}),
    tool("variable", "A variable of the environment", {"name": TEXT}),
    tool("picture", "A text and a picture", {}),
    tool("ask", "Ask back, and tell what was answered", {"method": TEXT}),
    tool("progress", "Tell its progress", {}),
    tool("leave", "End", {}),
]
if "changed" in sys.argv:
    TOOLS[0]["description"] = "Give a text back, changed"


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def ask_back(method):
    send({"id": "q1", "method": method, "params": {"prompt": "who"}})
    while True:
        message = json.loads(sys.stdin.readline())
        if message.get("id") == "q1":
            return message


def call(name, given, meta):
    if name == "add":
        return {"content": [], "structuredContent": {"sum": given["a"] + given["b"]}}
    if name == "picture":
        picture = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
        return {"content": [{"type": "text", "text": "a picture"}, picture]}
    if name == "leave":
        sys.stderr.write("I am leaving\n")
        sys.exit(3)
    return {"content": [{"type": "text", "text": str(TEXTS[name](given, meta))}]}


def count(given, meta):
    COUNTS["calls"] = COUNTS.get("calls", 0) + 1
    return COUNTS["calls"]


def write(given, meta):
    return Path(given["path"]).write_text("written")


def progress(given, meta):
    for done in (1, 2):
        params = {
            "progressToken": meta["progressToken"],
            "progress": done,
            "total": 2,
            "message": f"step {done}",
        }
        send({"method": "notifications/progress", "params": params})
    return "done"


def fetch(given, meta):
    with urllib.request.urlopen(given["url"], timeout=5) as answer:
        return answer.read().decode()


TEXTS = {
    "echo": lambda given, meta: given["text"],
    "count": count,
    "where": lambda given, meta: json.dumps(sorted(place.name for place in Path(given["path"]).iterdir())),
    "write": write,
    "fetch": fetch,
    "variable": lambda given, meta: os.environ.get(given["name"], ""),
    "ask": lambda given, meta: json.dumps(ask_back(given["method"])),
    "progress": progress,
    "fail": lambda given, meta: 1 // 0,
}


def answer(message):
    method, params = message["method"], message.get("params", {})
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "script", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    try:
        return call(params["name"], params.get("arguments", {}), params.get("_meta", {}))
    except Exception as error:
        return {"content": [{"type": "text", "text": f"{type(error).__name__}: {error}"}], "isError": True}


for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked and "method" in asked:
        send({"id": asked["id"], "result": answer(asked)})
