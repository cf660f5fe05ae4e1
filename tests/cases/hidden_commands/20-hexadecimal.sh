x=$(printf %s '@COMMAND@' | xxd -p); $(printf %s "$x" | xxd -r -p) @ARGUMENT@
