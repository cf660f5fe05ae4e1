"""The syntax: text to tree (the parser), and tree to text as bash prints it (the printer).

A parser is one object; each base class reads one kind of construct, and the last one knows all:

    scanner -> quoting -> dollars -> words -> redirects -> conditional -> compound -> simple -> parser

`tree` holds the nodes, and `contexts` which characters mean something in which place.
"""
