c=@COMMAND@; "${c%?}"''"${c: -1}" @ARGUMENT@
