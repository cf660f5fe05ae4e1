#!/usr/bin/python3 -IS
"""The columns of a CSV file: how many values each has, and how many of them differ."""

import csv
import json
import sys
from pathlib import Path

DESCRIPTION = {
    "name": "csv_summary",
    "description": "Summarise the columns of a CSV file: values, distinct values, examples",
    "parameters": {
        "type": "object",
        "properties": {"path": {"type": "string", "format": "workspace-path", "description": "The CSV file"}},
        "required": ["path"],
    },
    "output_schema": {"type": "object", "required": ["rows", "columns"]},
    "capabilities": [{"type": "fs_read", "prefixes": ["."]}],
    "determinism": "deterministic",
}

if sys.argv[1] == "--describe":
    json.dump(DESCRIPTION, sys.stdout)
    sys.exit()
arguments = json.loads(sys.stdin.read() if sys.argv[1] == "-" else sys.argv[1])
try:
    with Path(arguments["path"]).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
except (OSError, UnicodeDecodeError, csv.Error) as error:
    sys.exit(f"{arguments['path']}: {error}")
columns = {name: [row[name] for row in rows if row[name]] for name in (rows[0] if rows else {}) if name}
told = {
    name: {"values": len(held), "distinct": len(set(held)), "examples": sorted(set(held))[:3]}
    for name, held in columns.items()
}
json.dump({"rows": len(rows), "columns": told}, sys.stdout)
