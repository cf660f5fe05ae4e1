package runtime.authz_test

import data.runtime.authz

# A call of a tool with this risk, these effects and these arguments.
call(risk, effects, arguments) := {
	"principal": {"id": "agent:demo", "kind": "agent", "roles": [], "attributes": {}},
	"tool": {"name": "example", "risk": risk, "side_effects": effects},
	"arguments": arguments,
	"capabilities": {"declared": [], "granted": []},
	"context": {},
}

reading(path) := call("read_only", ["fs_read"], {"path": path})

writing(path) := call("safe_write", ["fs_read", "fs_write"], {"path": path})

denied(reason) if {
	authz.decision.allow == false
	authz.decision.ask == false
	some given in authz.decision.reasons
	contains(given, reason)
}

asked(reason) if {
	authz.decision.allow == true
	authz.decision.ask == true
	some given in authz.decision.reasons
	contains(given, reason)
}

goes_ahead if {
	authz.decision.allow == true
	authz.decision.ask == false
	authz.decision.reasons == ["its risk and its effects need no approval"]
}

# The default.

test_a_call_without_a_tool_is_denied if denied("not one that this policy knows") with input as {}

test_a_tool_without_effects_is_denied_by_default if {
	denied("no rule allows this call") with input as call("read_only", [], {})
}

test_effects_that_are_no_list_are_denied_by_default if {
	denied("no rule allows this call") with input as call("read_only", "none", {})
}

# What goes ahead.

test_a_tool_without_side_effects_goes_ahead if goes_ahead with input as call("read_only", ["none"], {"text": "hello"})

test_reading_a_file_goes_ahead if goes_ahead with input as reading("src/main.py")

test_a_safe_write_goes_ahead if goes_ahead with input as writing("src/main.py")

# What waits for a person.

test_a_dangerous_tool_asks if asked(`risk "dangerous"`) with input as call("dangerous", ["fs_read"], {})

test_each_far_reaching_effect_asks if {
	every effect in ["net_read", "net_write", "db_read", "db_write", "process_spawn"] {
		asked(sprintf("the effect %q", [effect])) with input as call("safe_write", [effect], {})
	}
}

test_all_reasons_to_ask_are_given if {
	count(authz.decision.reasons) == 3 with input as call("dangerous", ["net_read", "process_spawn"], {})
}

# What never happens.

test_an_unknown_risk_is_denied if denied("risk is not one") with input as call("harmless", ["none"], {})

test_an_unknown_effect_is_denied if {
	denied(`the effect "gpu_use"`) with input as call("safe_write", ["fs_read", "gpu_use"], {})
}

test_a_read_only_tool_that_writes_is_denied if {
	every effect in ["fs_write", "net_write", "db_write", "process_spawn"] {
		denied("says that it only reads") with input as call("read_only", [effect], {})
	}
}

test_each_closed_path_is_denied_to_readers if {
	every path in [
		".env", "web/.env.production", ".envrc", "tls/server.pem", "tls/server.key", "a.p12", "a.pfx", "a.kdbx",
		"home/id_rsa", "id_rsa.pub", "id_dsa", "id_ecdsa", "id_ed25519", ".ssh/config", ".gnupg/ring", ".aws/credentials",
		".kube/config", ".docker/config.json", ".netrc", ".npmrc", ".pypirc", ".git-credentials", ".git/config",
		"vendored/.git/config", ".runtime/audit/0.log", "runtime.toml",
	] {
		denied("secret or the runtime's own state") with input as reading(path)
	}
}

test_another_spelling_opens_nothing if {
	every path in [
		"./.env", ".//.env", ".env/", ".ENV", ".\\.env", "/srv/.env", "a\\B\\.Ssh\\key", ".git//config", ".git/./config",
		"RUNTIME.TOML", "a\nb/.env", "a/\u2028/.env",
	] {
		denied("secret or the runtime's own state") with input as reading(path)
	}
}

test_names_that_only_resemble_are_open if {
	every path in ["environment.md", "src/env.py", "docs/pem", "keys.md", "gitconfig", ".github/config", "my_runtime.toml"] {
		goes_ahead with input as reading(path)
	}
}

test_climbing_is_denied if {
	every path in ["a/../b", "a\\..\\b", ".git/x/../config", "../a/../b"] {
		denied("climbs with") with input as reading(path)
	}
}

# No handle opens it, and the tool says so in its own words.
test_a_path_out_of_the_workspace_is_left_to_the_handle if goes_ahead with input as reading("../../etc/passwd")

test_policies_and_git_are_closed_to_writes_only if {
	every path in ["policies/authz.rego", ".git/hooks/pre-commit", "POLICIES/data.json"] {
		denied("closed to writes") with input as writing(path)
		goes_ahead with input as reading(path)
	}
}

test_a_denial_wins_over_a_reason_to_ask if {
	denied("secret") with input as call("dangerous", ["process_spawn"], {"path": ".env"})
}

test_paths_are_found_at_any_depth if {
	denied("secret") with input as call("read_only", ["fs_read"], {"paths": ["a", ".env"]})
	denied("secret") with input as call("read_only", ["fs_read"], {"edits": [{"file_path": ".env"}]})
}

test_text_that_is_no_path_is_not_judged_as_one if {
	goes_ahead with input as call("read_only", ["none"], {"text": ".env"})
}

test_lists_are_extended_by_data if {
	denied("secret") with input as reading("salaries.xlsx")
		with data.authz.closed_paths as ["*.xlsx"]
}

# Obligations come from lists, or from a rule in a file of its own.

test_a_call_without_obligations_is_bound_to_nothing if {
	authz.decision.obligations == {"redact": set(), "limits": {}, "rate": null} with input as reading("a")
}

test_obligations_are_put_together if {
	authz.decision.obligations == {
		"redact": {"/arguments/token"},
		"limits": {"wall_s": 5, "files": 3},
		"rate": {"key": "k", "max": 60, "per_s": 60},
	} with input as reading("a") with data.authz.obligations as {
		"redact": ["/arguments/token"],
		"limits": [{"wall_s": 9}, {"wall_s": 5, "files": 3}],
		"rates": [{"key": "k", "max": 60, "per_s": 60}],
	}
}

test_a_denial_redacts_as_well if {
	authz.decision.obligations == {"redact": {"/arguments/path"}} with input as reading(".env")
		with data.authz.obligations.redact as ["/arguments/path"]
}

test_two_rates_are_denied if {
	denied("more than one rate") with input as reading("a")
		with data.authz.obligations.rates as [{"key": "a", "max": 1, "per_s": 1}, {"key": "b", "max": 1, "per_s": 1}]
}

# A pattern of files names what it names; what it only matches, the search tool leaves out.

test_a_glob_that_names_a_secret_is_denied if {
	denied("secret") with input as call("read_only", ["fs_read"], {"pattern": "KEY", "file_pattern": "**/.env"})
}

# The tools that are shipped, by what they declare.

test_searching_and_reading_go_ahead if {
	every arguments in [
		{"pattern": "**/*.py", "base_path": "src", "respect_gitignore": true},
		{"pattern": "password", "file_pattern": "src/**/*.py", "is_regex": false, "max_results": 10},
		{"path": "src", "page": 2},
	] {
		goes_ahead with input as call("read_only", ["fs_read"], arguments)
	}
}

test_making_files_and_folders_goes_ahead if {
	every arguments in [{"path": "src/models"}, {"path": "a.py", "content": "see .env and ../b"}] {
		goes_ahead with input as call("safe_write", ["fs_write"], arguments)
	}
}

test_replacing_asks_since_it_is_dangerous if {
	arguments := {"path": "a.py", "old_string": ".env", "new_string": "../.ssh"}
	asked(`risk "dangerous"`) with input as call("dangerous", ["fs_read", "fs_write"], arguments)
}

test_a_command_asks_whatever_it_says if {
	every command in ["git status", "cat .env", "rm -rf / # runtime.toml"] {
		asked(`the effect "process_spawn"`) with input as call(
			"dangerous", ["process_spawn", "fs_read", "fs_write"],
			{"command": command, "timeout_seconds": 30},
		)
	}
}

test_a_page_asks_wherever_it_lies if {
	every url in ["https://example.com/", "http://169.254.169.254/", "https://example.com/a/../.env"] {
		asked(`the effect "net_read"`) with input as call("dangerous", ["net_read"], {"url": url, "timeout_seconds": 10})
	}
}

test_looking_back_at_the_terminal_goes_ahead if goes_ahead with input as call("read_only", ["none"], {})

test_a_search_cannot_begin_in_a_closed_folder if {
	every base in [".ssh", "home/.aws", ".git/config", "./.RUNTIME/keys"] {
		denied("secret") with input as call("read_only", ["fs_read"], {"pattern": "**", "base_path": base})
	}
	denied("climbs with") with input as call("read_only", ["fs_read"], {"pattern": "**", "base_path": "src/../.."})
}

test_no_approval_opens_a_closed_path_to_a_change if {
	every path in [".env", "runtime.toml", "policies/data.json", ".git/hooks/post-commit"] {
		arguments := {"path": path, "old_string": "a", "new_string": "b"}
		denied("is closed") with input as call("dangerous", ["fs_read", "fs_write"], arguments)
	}
}

# Scripts, of which it is known what they would touch.

script(effects, analysis) := object.union(
	call("safe_write", effects, {"commands": "..."}),
	{"tool": {"analysis": object.union({"reads": [], "writes": [], "unknown": []}, analysis)}},
)

test_a_script_that_touches_nothing_goes_ahead if goes_ahead with input as script(["fs_read"], {})

test_a_script_that_reads_a_plain_file_goes_ahead if {
	goes_ahead with input as script(["fs_read"], {"reads": ["/workspace/src/main.py", "/tmp/.env"]})
}

test_a_script_that_reads_a_secret_is_denied if {
	denied(`"/workspace/.env" is closed`) with input as script(["fs_read"], {"reads": ["/workspace/.env"]})
}

test_a_script_that_writes_a_rule_is_denied if {
	denied(`closed to writes`) with input as script(["fs_write"], {"writes": ["/workspace/policies/a.rego"]})
	goes_ahead with input as script(["fs_read", "fs_write"], {"reads": ["/workspace/policies/a.rego"]})
}

test_a_script_whose_files_cannot_be_told_asks if {
	asked("which files the script reads") with input as script(["fs_read"], {"unknown": ["reads"]})
	asked("which files the script writes") with input as script(["fs_write"], {"unknown": ["writes"]})
	asked("own folder") with input as script(["fs_write"], {"writes": ["/workspace"]})
	goes_ahead with input as script(["fs_read"], {"unknown": ["writes"]})
	goes_ahead with input as script(["none"], {"unknown": ["commands", "hosts", "reads", "writes"]})
}
