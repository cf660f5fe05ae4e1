x=$(printf %s '@COMMAND@ @ARGUMENT@' | rev); eval "$(printf %s "$x" | rev)"
