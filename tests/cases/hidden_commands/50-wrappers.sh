timeout 20 nice nohup stdbuf -o0 env @COMMAND@ @ARGUMENT@
