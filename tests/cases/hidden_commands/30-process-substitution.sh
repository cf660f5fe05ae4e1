source <(echo '@COMMAND@ @ARGUMENT@')
