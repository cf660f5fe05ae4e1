package runtime.authz

default decision := {"allow": false, "reasons": ["no rule allows this call"]}

table := data.roles

decision := {"allow": true} if {
	some role in input.principal.roles
	covers(table[role])
} else := {"allow": false, "reasons": [sprintf("%s has no role for a tool of risk %q", [input.principal.id, input.tool.risk])]}

covers(role) if {
	input.tool.risk in role.risks
	every effect in input.tool.side_effects {
		effect in role.effects
	}
}
