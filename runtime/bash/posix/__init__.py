"""What POSIX defines once, for the language and for its utilities: regular expressions and the written forms of time."""
