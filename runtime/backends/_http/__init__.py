"""HTTP tools: arguments become one request, an answer becomes the output. `runtime.backends.http_tools` ties both to the egress."""
