package runtime.authz_test

import data.runtime.authz

asked(calls, refused, bytes) := answer if {
	answer := authz.decision with input as {"context": {"counts": {"principal": {
		"hour": {"calls": calls, "refused": refused},
		"day": {"result_bytes": bytes},
	}}}}
}

test_a_quiet_agent_goes_ahead if asked(99, 4, 0) == {"allow": true}

test_the_hundred_and_first_call_is_denied if asked(100, 0, 0).reasons == ["100 calls an hour are spent"]

test_too_many_bytes_are_denied if not asked(0, 0, 10000000).allow

test_who_was_refused_often_is_asked_about if asked(10, 5, 0).ask

test_where_nothing_was_counted_nothing_runs if not authz.decision.allow with input as {"context": {}}
