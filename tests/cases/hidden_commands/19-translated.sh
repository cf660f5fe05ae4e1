x=$(printf %s '@COMMAND@' | tr a-z A-Z); ${x,,} @ARGUMENT@
