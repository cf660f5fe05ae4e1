x=(@COMMAND@ @ARGUMENT@); "${x[@]}"
