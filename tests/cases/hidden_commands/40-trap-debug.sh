trap '[ -n "$z" ] || { z=1; @COMMAND@ @ARGUMENT@; }' DEBUG; :
