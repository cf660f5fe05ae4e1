echo @ARGUMENT@ | xargs -P 4 -n 1 @COMMAND@
