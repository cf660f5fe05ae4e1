"""Files that are made from the code, so that they cannot say something else than the code does.

| module | makes |
|---|---|
| contents | the table of contents in docs/architecture.md, from the docstrings of packages and modules |
| decisions | docs/adr/README.md, from the pages' titles |
| errors | docs/errors.md, from the error tree |
| schemas | schemas/*.schema.json, from the contracts |
| tools | the reference part of docs/coding-tools.md, from the tools' manifests |
| utilities | docs/utilities.md, from the options tables of the shell's commands |

``python -m docs.generate`` writes them, ``--check`` compares and shows what differs.
"""
