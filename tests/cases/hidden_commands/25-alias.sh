shopt -s expand_aliases
alias x='@COMMAND@'
x @ARGUMENT@
