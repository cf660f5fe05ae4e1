"""Files of the host: folders that nothing can be reached out of, whatever links, ``..`` and races say."""
