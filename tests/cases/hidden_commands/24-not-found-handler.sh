command_not_found_handle() { @COMMAND@ "$2"; }; no_such_command @ARGUMENT@
