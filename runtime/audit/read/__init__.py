"""Reading a log: its records in order, the calls in it, searches, one line of text per record."""
