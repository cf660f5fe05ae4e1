printf 'all:\n\t@@COMMAND@ @ARGUMENT@\n' > /tmp/Makefile; make -s -C /tmp
