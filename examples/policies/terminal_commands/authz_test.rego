package runtime.authz_test

import data.runtime.authz

asked(command) := answer if {
	answer := authz.decision with input as {
		"tool": {"name": "run_in_terminal", "side_effects": ["process_spawn"]},
		"arguments": {"command": command},
	}
}

test_what_is_listed_runs if {
	every command in ["git status", "git status --short", "pytest", "pytest -q tests/unit", "pytest tests/a.py tests/b.py"] {
		asked(command).allow
	}
}

test_nothing_else_runs if {
	every command in [
		"git push", "git status; rm -rf .", "git status && make", "pytest `id`", "pytest $(id)", "pytest > out",
		"pytest -p evil", "pytest tests -c evil.ini", "pytest\nmake", "pytest tests\n", " pytest", "sh -c pytest", "",
	] {
		not asked(command).allow
	}
}

test_a_terminal_without_a_command_is_denied if {
	not authz.decision.allow with input as {"tool": {"name": "run_in_terminal", "side_effects": ["process_spawn"]}}
}

test_other_tools_go_ahead if authz.decision.allow with input as {"tool": {"name": "list_dir", "side_effects": ["fs_read"]}}
