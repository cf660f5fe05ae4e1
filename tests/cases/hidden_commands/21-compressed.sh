printf %s '@COMMAND@ @ARGUMENT@' | gzip | gunzip | bash
