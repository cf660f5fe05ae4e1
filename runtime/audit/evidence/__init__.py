"""Hands the records of some calls on as one file: proofs, values, policy, and the script that checks them with openssl alone.

`archive_file` reads and writes the file, `gather` takes its parts from a log, `examine` checks one, and `check_bundle` is the script.
"""
