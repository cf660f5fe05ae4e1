f() { @COMMAND@ "$@"; }; export -f f; bash -c "f @ARGUMENT@"
