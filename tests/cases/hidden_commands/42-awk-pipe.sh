awk 'BEGIN { "@COMMAND@ @ARGUMENT@" | getline x; print x }'
