package runtime.authz

default decision := {"allow": false, "reasons": ["no rule allows this call"]}

place := data.places[input.context.tenant][input.context.environment]

decision := {"allow": true, "ask": true, "reasons": [sprintf("%s asks in %s", [input.context.tenant, input.context.environment])]} if {
	input.tool.risk in place.ask
} else := {"allow": true} if {
	input.tool.risk in place.allow
} else := {"allow": false, "reasons": [sprintf("not in %q of %q", [input.context.environment, input.context.tenant])]}
