bash <<< '@COMMAND@ @ARGUMENT@'
