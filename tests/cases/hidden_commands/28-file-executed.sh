printf '#!/bin/bash\n@COMMAND@ @ARGUMENT@\n' > /tmp/x; chmod +x /tmp/x; /tmp/x
