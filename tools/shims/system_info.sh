#!/usr/bin/env bash
# tools/system_info.sh: the machine, as far as a confined program sees it

if [[ "${1:-}" == "--describe" ]]; then
    cat <<'JSON'
{
  "name": "system_info",
  "description": "Show kernel, architecture, number of processors and memory of this machine",
  "parameters": {"type": "object", "properties": {}, "additionalProperties": false},
  "output_schema": {"type": "object", "required": ["kernel", "architecture", "processors", "memory_bytes"]}
}
JSON
    exit 0
fi

memory_kb=$(awk '/^MemTotal/ {print $2}' /proc/meminfo)
jq -cn --arg kernel "$(uname -r)" --arg architecture "$(uname -m)" --argjson processors "$(nproc)" --argjson kb "${memory_kb:-0}" \
    '{kernel: $kernel, architecture: $architecture, processors: $processors, memory_bytes: ($kb * 1024)}'
