x='a[$(@COMMAND@ @ARGUMENT@ >&2; echo 0)]'; : $((x))
