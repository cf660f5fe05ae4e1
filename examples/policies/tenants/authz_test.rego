package runtime.authz_test

import data.runtime.authz

asked(tenant, environment, risk) := answer if {
	answer := authz.decision with input as {
		"context": {"tenant": tenant, "environment": environment},
		"tool": {"risk": risk},
	}
}

test_a_test_environment_is_open if asked("acme", "test", "dangerous") == {"allow": true}

test_production_asks if asked("acme", "production", "dangerous").ask

test_production_reads if asked("acme", "production", "read_only") == {"allow": true}

test_a_tenant_has_its_own_table if not asked("globex", "production", "safe_write").allow

test_a_place_that_nobody_named_is_closed if {
	not asked("", "", "read_only").allow
	not asked("acme", "staging", "read_only").allow
}
