"""Translate parts of the Python source to JavaScript, so that tables live in a browser as on a server."""
