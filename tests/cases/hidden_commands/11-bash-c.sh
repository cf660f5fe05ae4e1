bash -c '@COMMAND@ @ARGUMENT@'
