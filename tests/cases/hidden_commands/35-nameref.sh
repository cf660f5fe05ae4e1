x=@COMMAND@; declare -n y=x; $y @ARGUMENT@
