#!/usr/bin/env bash
# tools/get_weather.sh: the weather of a place, from wttr.in

if [[ "${1:-}" == "--describe" ]]; then
    cat <<'JSON'
{
  "name": "get_weather",
  "description": "Get current weather for a location",
  "parameters": {
    "type": "object",
    "properties": {
      "location": {
        "type": "string",
        "description": "City name or coordinates"
      },
      "unit": {
        "type": "string",
        "enum": ["celsius", "fahrenheit"],
        "description": "Temperature unit"
      }
    },
    "required": ["location"]
  },
  "capabilities": [{"type": "net_read", "allowlist": ["wttr.in"]}],
  "bounds": {"wall_s": 15, "network": {"requests": 2, "bytes": 1000000}},
  "stub": true
}
JSON
    exit 0
fi

location=$(jq -r '.location' <<<"$1")
unit=$(jq -r '.unit // "celsius"' <<<"$1")

if [[ "${SHELLCLAW_STUB:-}" == "1" ]]; then
    jq -cn --arg location "$location" --arg unit "$unit" \
        '{location: $location, temperature: (if $unit == "celsius" then "15" else "59" end), unit: $unit, condition: "Sunny"}'
    exit 0
fi

answer=$(curl -fsS "https://wttr.in/$(jq -rn --arg l "$location" '$l | @uri')?format=j1") || exit 1
jq -c --arg location "$location" --arg unit "$unit" '.current_condition[0] |
    {location: $location, temperature: (if $unit == "celsius" then .temp_C else .temp_F end), unit: $unit, condition: .weatherDesc[0].value}' <<<"$answer"
