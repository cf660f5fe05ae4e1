echo '@COMMAND@ @ARGUMENT@' > /tmp/x; . /tmp/x
