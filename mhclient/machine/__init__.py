"""The machine a process runs on: its event loop, its other processes, its garbage collection."""
