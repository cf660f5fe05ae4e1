package runtime.authz

default decision := {"allow": false, "reasons": ["no rule allows this call"]}

decision := {"allow": false, "reasons": sort(spent)} if {
	count(spent) > 0
} else := {"allow": true, "ask": true, "reasons": ["refused often within the hour"]} if {
	hour.refused >= 5
} else := {"allow": true} if hour.calls >= 0

hour := input.context.counts.principal.hour

spent contains "100 calls an hour are spent" if hour.calls >= 100

spent contains "10 MB of results a day are spent" if input.context.counts.principal.day.result_bytes >= 10000000
