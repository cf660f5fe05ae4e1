package runtime.authz

default decision := {"allow": false, "reasons": ["no rule allows this call"]}

words := ["git status", "git status --short", "pytest", "pytest -q", "pytest -x"]

# Files and folders of tests: letters, digits, and what cannot change the command. No word begins with "-".
argument := `[A-Za-z0-9_.][A-Za-z0-9_./-]*`

decision := {"allow": true} if {
	allowed
} else := {"allow": false, "reasons": ["the terminal runs git status and pytest alone"]} if input.tool.name == "run_in_terminal"

allowed if {
	input.tool.name == "run_in_terminal"
	runs
}

allowed if {
	input.tool.name != "run_in_terminal"
	count(input.tool.side_effects) > 0
}

runs if input.arguments.command in words

runs if regex.match(sprintf(`^pytest( -q| -x)?( %s)+$`, [argument]), input.arguments.command)
