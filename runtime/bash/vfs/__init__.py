"""Virtual file systems. `runtime.hostfs.folder` roots one in a folder of the host."""
