x='$(@COMMAND@ @ARGUMENT@ >&2)'; : "${x@P}"
