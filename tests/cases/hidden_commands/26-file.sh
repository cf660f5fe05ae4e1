echo '@COMMAND@ @ARGUMENT@' > /tmp/x; bash /tmp/x
