#!/usr/bin/env bash
# tools/disk_usage.sh — Shim wrapping du with a self-describing interface

if [[ "${1:-}" == "--describe" ]]; then
    cat <<'JSON'
{
  "name": "disk_usage",
  "description": "Check disk usage for a directory",
  "parameters": {
    "type": "object",
    "properties": {
      "path": { "type": "string", "description": "Directory path" }
    },
    "required": []
  },
  "capabilities": [{ "type": "fs_read", "prefixes": ["."] }]
}
JSON
    exit 0
fi

# Parse JSON args
path=$(echo "$1" | jq -r '.path // "."')

# Call the wrapped tool
du -sh -- "$path"
