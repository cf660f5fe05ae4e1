cd /usr/bin; ./@COMMAND@ @ARGUMENT@ || @COMMAND@ @ARGUMENT@
