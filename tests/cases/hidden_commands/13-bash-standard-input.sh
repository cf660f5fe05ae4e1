echo '@COMMAND@ @ARGUMENT@' | bash
