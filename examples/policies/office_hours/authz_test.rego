package runtime.authz_test

import data.runtime.authz

asked(risk, weekday, hour) := answer if {
	answer := authz.decision with input as {
		"tool": {"risk": risk},
		"context": {"time": {"weekday": weekday, "hour": hour, "rfc3339": "a time"}},
	}
}

test_dangerous_tools_run_in_office_hours if {
	every hour in [9, 12, 16] {
		asked("dangerous", "Friday", hour).allow
	}
}

test_dangerous_tools_rest_at_night if {
	every hour in [0, 8, 17, 23] {
		not asked("dangerous", "Friday", hour).allow
	}
}

test_dangerous_tools_rest_on_sunday if not asked("dangerous", "Sunday", 12).allow

test_reading_goes_on if asked("read_only", "Sunday", 3).allow

test_without_a_time_nothing_dangerous_runs if {
	not authz.decision.allow with input as {"tool": {"risk": "dangerous"}}
}
