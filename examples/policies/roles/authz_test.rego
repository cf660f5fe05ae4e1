package runtime.authz_test

import data.runtime.authz

asked(roles, risk, effects) := answer if {
	answer := authz.decision with input as {
		"principal": {"id": "agent:x", "roles": roles},
		"tool": {"risk": risk, "side_effects": effects},
	}
}

test_a_reader_reads if asked(["reader"], "read_only", ["fs_read"]).allow

test_a_reader_does_not_write if not asked(["reader"], "safe_write", ["fs_write"]).allow

test_a_writer_writes if asked(["reader", "writer"], "safe_write", ["fs_read", "fs_write"]).allow

test_two_roles_do_not_make_a_third if not asked(["reader", "operator"], "dangerous", ["fs_write"]).allow

test_without_a_role_nothing_runs if not asked([], "read_only", ["fs_read"]).allow

test_a_role_that_nobody_wrote_is_none if not asked(["root"], "read_only", ["fs_read"]).allow
