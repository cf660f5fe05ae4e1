# METADATA
# title: The default policy
# description: |
#   Least privilege for tools that AI agents call. Reading files and safe writes go ahead, whatever reaches
#   further waits for a person, and secrets and the runtime's own state stay closed whoever asks.
#
#   Every list is in data.json under "authz": extend the data, leave the rules.
#   Denials win over everything, and a call that no rule allows is denied.
package runtime.authz

import data.authz as settings

# METADATA
# title: The answer to every call
# entrypoint: true
default decision := {"allow": false, "ask": false, "reasons": ["no rule allows this call"]}

# The first of these that holds is the answer.
decision := {"allow": false, "ask": false, "reasons": sort(deny), "obligations": {"redact": redact}} if {
	count(deny) > 0
} else := {"allow": true, "ask": true, "reasons": sort(ask), "obligations": obligations} if {
	allow
	count(ask) > 0
} else := {"allow": true, "ask": false, "reasons": ["its risk and its effects need no approval"], "obligations": obligations} if {
	allow
}

# What may go ahead: a declared risk and at least one declared effect, all of them known here.
allow if {
	known_risk
	count(effects) > 0
	count(unknown_effects) == 0
}

# What waits for a person.

ask contains sprintf("a tool of risk %q needs approval", [input.tool.risk]) if {
	input.tool.risk in settings.risks.attended
}

ask contains sprintf("the effect %q needs approval", [effect]) if {
	some effect in effects
	effect in settings.effects.attended
}

# A script's files are told from its text. Where that does not settle them, a person looks; what closed names have in common
# with a pattern or a variable nobody can tell.
ask contains "which files the script reads cannot be told beforehand" if {
	"fs_read" in effects
	"reads" in analysis.unknown
}

ask contains "which files the script writes cannot be told beforehand" if {
	"fs_write" in effects
	"writes" in analysis.unknown
}

ask contains "the script changes the workspace's own folder, with whatever is in it" if {
	"fs_write" in effects
	"/workspace" in analysis.writes
}

# What never happens.

deny contains "the tool's risk is not one that this policy knows" if not known_risk

deny contains sprintf("the effect %q is not one that this policy knows", [effect]) if some effect in unknown_effects

deny contains "the tool says that it only reads, and declares an effect that writes" if {
	input.tool.risk == "read_only"
	writes
}

deny contains sprintf("%q is closed: it names a secret or the runtime's own state", [path]) if {
	some path, named in segments
	names(named, settings.closed_paths)
}

deny contains sprintf("%q is closed to writes", [path]) if {
	writes
	some path, named in segments
	names(named, settings.closed_to_writes)
}

deny contains sprintf("%q is closed: it names a secret or the runtime's own state", [path]) if {
	some path in script_paths
	in_workspace(path)
	names(segments_of(path), settings.closed_paths)
}

deny contains sprintf("%q is closed to writes", [path]) if {
	writes
	some path in analysis.writes
	in_workspace(path)
	names(segments_of(path), settings.closed_to_writes)
}

# "a/../.git/config" must not slip past a pattern, so a path does not climb back out of a folder that it names. One that
# begins with ".." leaves the workspace, which no handle opens.
deny contains sprintf("%q climbs with \"..\": spell the path without it", [path]) if {
	some path, named in segments
	some i, ".." in named
	named[i - 1] != ".."
}

# What a call that goes ahead is bound to. A file of its own in this package may add to redact, limit and rate.

obligations := {"redact": redact, "limits": limits, "rate": the_rate}

redact contains pointer if some pointer in settings.obligations.redact

limit contains bounds if some bounds in settings.obligations.limits

rate contains counted if some counted in settings.obligations.rates

# Of several limits the least holds.
limits := {name: min({bounds[name] | some bounds in limit}) |
	some given in limit
	some name, _ in given
}

default the_rate := null

the_rate := counted if {
	count(rate) == 1
	some counted in rate
}

deny contains "more than one rate binds this call: state one" if count(rate) > 1

# What the rules above are made of.

# What the tool declares; anything but a list declares nothing.
effects contains effect if {
	is_array(input.tool.side_effects)
	some effect in input.tool.side_effects
}

known_risk if input.tool.risk in settings.risks.unattended

known_risk if input.tool.risk in settings.risks.attended

unknown_effects contains effect if {
	some effect in effects
	not effect in settings.effects.unattended
	not effect in settings.effects.attended
}

writes if {
	some effect in effects
	effect in settings.effects.writing
}

# Every string inside an argument that holds paths, at any depth, with its segments: {"files": [{"path": "a"}]} names "a".
segments[path] := segments_of(path) if {
	walk(input.arguments, [place, path])
	is_string(path)
	some name in place
	name in settings.path_arguments
}

# "./SRC\\a//b/" and "src/a/b" are one path: some file systems ignore case, some take "\\" for "/".
segments_of(path) := [segment |
	some segment in split(replace(lower(path), "\\", "/"), "/")
	not segment in {"", "."}
]

# What a script would touch; nothing for a tool that cannot tell.
analysis := object.get(input.tool, "analysis", {"reads": [], "writes": [], "unknown": []})

script_paths contains path if {
	"fs_read" in effects
	some path in analysis.reads
}

script_paths contains path if {
	"fs_write" in effects
	some path in analysis.writes
}

# The rest of a script's files is virtual.
in_workspace(path) if startswith(path, "/workspace/")

# Whether one of the patterns fits one or more whole segments.
names(named, patterns) if {
	glob.match(concat("", ["**/{", concat(",", patterns), "}/**"]), ["/"], concat("/", ["", concat("/", named), ""]))
}
