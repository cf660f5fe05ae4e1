"""Where a log's bytes live; one file each, all under one conformance suite."""
