f() { @COMMAND@ @ARGUMENT@; }; mapfile -C f -c 1 <<< a
