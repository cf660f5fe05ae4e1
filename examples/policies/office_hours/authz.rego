package runtime.authz

default decision := {"allow": false, "reasons": ["no rule allows this call"]}

decision := {"allow": true} if {
	input.tool.risk != "dangerous"
} else := {"allow": true} if {
	office_hours
} else := {"allow": false, "reasons": [sprintf("dangerous tools run from Monday to Friday, 9 to 17; it is %s", [input.context.time.rfc3339])]}

office_hours if {
	input.context.time.weekday in {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"}
	input.context.time.hour >= 9
	input.context.time.hour < 17
}
