"""What POSIX defines for the language and the utilities alike: regular expressions, and how dates and zones are written."""
