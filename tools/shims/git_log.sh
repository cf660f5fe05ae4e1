#!/usr/bin/env bash
# tools/git_log.sh: the last commits of the workspace's repository

if [[ "${1:-}" == "--describe" ]]; then
    cat <<'JSON'
{
  "name": "git_log",
  "description": "Show the last commits, newest first, one JSON object each",
  "parameters": {
    "type": "object",
    "properties": {
      "count": {"type": "integer", "minimum": 1, "maximum": 500, "default": 20, "description": "How many"},
      "path": {"type": "string", "format": "workspace-path", "default": ".", "description": "Only commits that changed this"}
    },
    "additionalProperties": false
  },
  "output_schema": {"type": "array", "items": {"type": "object"}},
  "capabilities": [{"type": "fs_read", "prefixes": ["."]}]
}
JSON
    exit 0
fi

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
log=$(git log -z -n "$(jq -r .count <<<"$1")" --format='%H%x1f%an%x1f%aI%x1f%s' -- "$(jq -r .path <<<"$1")" | tr '\0' '\n') || exit 1
jq -cRn '[inputs | split("\u001f") | {commit: .[0], author: .[1], date: .[2], subject: .[3]}]' <<<"$log"
