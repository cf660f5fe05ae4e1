"""Virtual file systems. `runtime.vfs.host` roots one in a folder of the host."""
