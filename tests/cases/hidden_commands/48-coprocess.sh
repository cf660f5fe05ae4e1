coproc { @COMMAND@ @ARGUMENT@ >&2; }; wait
