"""One module is one command: its ``command`` object, named after the file."""
