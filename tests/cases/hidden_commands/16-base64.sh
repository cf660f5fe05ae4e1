x=$(printf %s '@COMMAND@ @ARGUMENT@' | base64 -w0); echo "$x" | base64 -d | sh
