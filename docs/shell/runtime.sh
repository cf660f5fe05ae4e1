# The functions of the tool interface specification, over the governed runtime; `runtime tools functions` prints this file. Source it:
#
#     source runtime.sh
#     catalog=$(discover_tools "tools")                                       # a JSON array of all tools
#     schema=$(discover_tool "tools/get_weather.sh")                          # one tool
#     validate_tool_call "$catalog" "get_weather" '{"location":"NYC"}'
#     result=$(dispatch_tool "tools" "get_weather" '{"location":"NYC"}')
#
# The folder must be a tools folder of an accepted workspace (runtime accept). Each call is checked, put to policy, confined and recorded.
# RUNTIME_STUB=1 or SHELLCLAW_STUB=1 calls the stubs of tools that declare one, and no others.

discover_tools() {
    runtime tools discover --schemas -- "$1"
}

discover_tool() {
    runtime tools discover --schemas -- "$1"
}

# Whether the catalog has the tool, and the arguments fit its parameters; what is wrong goes to stderr.
validate_tool_call() {
    runtime tools validate -- "$2" "$3" <<<"$1"
}

# The tool's output goes to stdout, an error to stderr; a name that the folder's tools do not have is refused.
dispatch_tool() {
    local options=()
    if [[ "${RUNTIME_STUB:-}" == 1 || "${SHELLCLAW_STUB:-}" == 1 ]]; then
        options=(--stub)
    fi
    runtime call --raw --from "$1" "${options[@]}" -- "$2" "${3:-{\}}"
}
