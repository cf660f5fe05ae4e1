"""The audit log: what happened, in a form that nobody can change unseen.

| module | holds | does I/O |
|---|---|---|
| chain | one line of the log: its exact bytes, its link to the line before | no |
| tree, proof | the RFC 6962 Merkle tree, inclusion and consistency proofs | no |
| note, checkpoint | C2SP signed notes and the checkpoints made of them | no |
| state | where a log stands after its last line: chain, tree, open calls | no |
| completeness | every call has its decision and its end | no |
| keys | the signing key's file | yes |
| store, stores/ | the files: append, sync, lock | yes |
| recovery | finds where a log stands when it is opened | by the store |
| writer, marker, index | `Log`: group commit, checkpoints, call ids | by the store |
| vault, vault_*, recorded | what commitments stand for: compared, erased, read again | by the store |
| verify, repair | the auditor's tools | yes |
"""
