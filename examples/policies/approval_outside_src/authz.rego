package runtime.authz

default decision := {"allow": false, "reasons": ["no rule allows this call"]}

decision := {"allow": true, "ask": true, "reasons": reasons} if {
	writes
	reasons := [sprintf("%q is outside src/", [path]) | some path in outside]
	count(reasons) > 0
} else := {"allow": true} if count(input.tool.side_effects) > 0

writes if "fs_write" in input.tool.side_effects

# Every string in an argument that names a path, at any depth.
paths contains value if {
	walk(input.arguments, [place, value])
	is_string(value)
	some name in place
	name in {"path", "paths", "file", "files", "target", "destination"}
}

outside contains path if {
	some path in paths
	not inside(path)
}

# Tools that write without an argument that says where write anywhere.
outside contains "the workspace" if count(paths) == 0

inside(path) if {
	segments := [part | some part in split(replace(lower(path), "\\", "/"), "/"); not part in {"", "."}]
	segments[0] == "src"
	not ".." in segments
}
