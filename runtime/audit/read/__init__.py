"""Reads a log without verifying it: its records in order, the calls in it, searches, one line of text for each record."""
