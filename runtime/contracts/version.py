"""The version of this package: the distribution takes it from here, and a log's opening record states it."""

VERSION = "0.1.0"
