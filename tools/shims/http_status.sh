#!/usr/bin/env bash
# tools/http_status.sh: what a server answers, without the body

if [[ "${1:-}" == "--describe" ]]; then
    cat <<'JSON'
{
  "name": "http_status",
  "description": "Ask a web server for the status of a URL, and how long it takes",
  "parameters": {
    "type": "object",
    "properties": {"url": {"type": "string", "pattern": "^https?://[^\\s]+$", "description": "The URL"}},
    "required": ["url"]
  },
  "output_schema": {"type": "object", "required": ["status"]},
  "capabilities": [{"type": "net_read", "allowlist": ["*"]}],
  "bounds": {"wall_s": 20},
  "stub": true
}
JSON
    exit 0
fi

if [[ "${RUNTIME_STUB:-}" == 1 ]]; then
    echo '{"status": 200, "seconds": 0.1, "type": "text/html"}'
    exit 0
fi

curl -sS -o /dev/null --max-time 15 -w '{"status": %{http_code}, "seconds": %{time_total}, "type": "%{content_type}"}\n' -- "$(jq -r .url <<<"$1")"
