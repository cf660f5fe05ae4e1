"""The interpreter: commands become closures, which run on virtual processes, pipes and jobs.

    script      parses, compiles and runs a text unit by unit
    dispatch    which function compiles which node of the syntax tree
    fast_paths  builtins with plain words; `general_path` does the rest, in POSIX's order
    execute     finds a command by its name: function, builtin, utility, script
    scheduler   the tasks that pipelines and jobs run on, one at a time

A node compiles to ``Run``: a function of the State that does the command, sets ``st.status`` and returns it.
"""
