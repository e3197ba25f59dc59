"""Compile the rules ahead of time: shared libraries for every platform, WebAssembly for browsers."""
