package runtime.authz_test

import data.runtime.authz

asked(path) := answer if {
	answer := authz.decision with input as {"tool": {"side_effects": ["fs_write"]}, "arguments": {"path": path}}
}

test_writing_below_src_goes_ahead if {
	every path in ["src/a.py", "SRC/a.py", "/src/a.py", "./src//lib/a.py", "src\\a.py"] {
		not object.get(asked(path), "ask", false)
		asked(path).allow
	}
}

test_writing_elsewhere_asks if {
	every path in ["README.md", "src-old/a.py", "lib/src/a.py", "../src/a.py", "src/../README.md", ""] {
		asked(path).ask
	}
}

test_files_in_a_list_are_seen if {
	authz.decision.ask with input as {
		"tool": {"side_effects": ["fs_write"]},
		"arguments": {"files": [{"path": "src/a"}, {"path": "b"}]},
	}
}

test_a_tool_that_does_not_say_where_asks if {
	authz.decision.ask with input as {"tool": {"side_effects": ["fs_write"]}, "arguments": {}}
}

test_reading_goes_ahead if {
	authz.decision == {"allow": true} with input as {"tool": {"side_effects": ["fs_read"]}, "arguments": {"path": "b"}}
}
