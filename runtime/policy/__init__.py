"""Policy: every call is put to Rego, and only a well-formed yes lets it go on.

| module | holds |
|---|---|
| question | a `PolicyInput` as canonical bytes |
| decide | an engine's raw answer as a `Decision`, through the closed schema |
| cache | decisions of questions asked before |
| guard | `GuardedEngine`: the numbered steps around every engine, and reload |
| bundle | a folder of policies, read and digested |
| lexical | bounds on source text that hold before any parser sees it |
| builtins | which built-in functions a policy may call |
| syntax, graph | what a parsed policy refers to; cycles and depth |
| check | everything that is refused before a bundle takes effect |
| engines | one file for each engine; `open_engine` finds them by URL scheme |
| testing | `run_tests`: the ``test_`` rules of a bundle |
"""
