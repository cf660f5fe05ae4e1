"""The bench of a policy's author: bundles evaluated with a trace, explained, compared, covered, formatted, searched for mistakes.

Nothing here decides a call.

| module | holds |
|---|---|
| marks | a mark behind each statement of each rule |
| tracing | `TracedBundle`: a bundle in a worker, with marks |
| explanation | which rules held, and which condition of the others did not, on what values |
| coverage | which rules and conditions the tests reach |
| expressions | an expression or query evaluated beside a bundle's rules |
| drawing | questions that reach what two bundles say |
| rule_changes | the rules and values in which two bundles differ |
| layout, lint | the form of a text; mistakes that are no errors |
"""
