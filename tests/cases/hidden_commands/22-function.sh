f() { @COMMAND@ "$@"; }; f @ARGUMENT@
