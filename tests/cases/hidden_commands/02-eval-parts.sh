c=@COMMAND@; eval "${c:0:2}${c:2} '@ARGUMENT@'"
