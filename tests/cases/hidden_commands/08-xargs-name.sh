echo @COMMAND@ @ARGUMENT@ | xargs env
