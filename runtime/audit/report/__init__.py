"""Reports a period of a log to people: one self-contained page, signed, with the proofs of what it lists.

`contents` is what a report states, `collect` reads it from a log, `page` shows it, `signed_page` signs and checks the file.
"""
