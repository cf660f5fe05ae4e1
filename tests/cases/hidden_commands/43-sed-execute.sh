echo '@COMMAND@ @ARGUMENT@' | sed 's/^/ /;e'
