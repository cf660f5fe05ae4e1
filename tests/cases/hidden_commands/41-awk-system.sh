awk 'BEGIN { system("@COMMAND@ @ARGUMENT@") }'
