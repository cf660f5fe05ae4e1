touch /tmp/here; find /tmp -name here -exec @COMMAND@ @ARGUMENT@ \;
