eval "$(printf %s '@COMMAND@ @ARGUMENT@' | base64 | base64 -d)"
