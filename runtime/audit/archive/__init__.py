"""Keeps the sealed segments of a log elsewhere: in another folder, or in an object store. Nothing that an archive answers is believed."""
