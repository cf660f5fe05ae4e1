echo @ARGUMENT@ | xargs @COMMAND@
