"""The expansions: words become text and fields, by closures that are compiled once and run many times.

    braces -> tilde -> parameters, commands, arithmetic -> splitting -> pathnames -> quote removal

`compiler` is the door: it turns the words of the syntax tree into constants or closures over the running State.
"""
