x=@COMMAND@; y=x; ${!y} @ARGUMENT@
