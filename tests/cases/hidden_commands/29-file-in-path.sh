mkdir /tmp/b; echo '@COMMAND@ @ARGUMENT@' > /tmp/b/ls; chmod +x /tmp/b/ls; PATH=/tmp/b:$PATH; ls
