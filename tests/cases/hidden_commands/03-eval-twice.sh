x='@COMMAND@ @ARGUMENT@'; y='eval "$x"'; eval "$y"
