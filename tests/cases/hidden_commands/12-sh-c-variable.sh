x="@COMMAND@ @ARGUMENT@"; sh -c "$x"
