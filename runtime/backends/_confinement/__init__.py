"""The program that confines commands: a helper process (`starter`) that forks one confined process for each.

Nothing of the runtime is imported here, and of the standard library as little as can be: the helper is forked for every
command, and what it has loaded is what every fork copies.
"""
