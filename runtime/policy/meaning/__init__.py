"""What a bundle means, judged before it takes effect: OPA's compile checks, and those of the runtime's own contract.

| module | holds |
|---|---|
| terms | a rule as resolved terms: every name is a local variable or a path |
| resolve | the engine's syntax tree as resolved terms; declarations, shadowing, assignments |
| imports | unknown and duplicate imports, imports against rules |
| safety | variables that nothing binds |
| kinds | types: arity, arguments, comparisons that can never hold, references that lead nowhere |
| references | ``data...`` and ``input...`` that name nothing |
| answers | the entry rule's answers against the closed decision schema |
| input_schema | the form of the question, published as ``schemas/policy-input.schema.json`` |
"""
