"""Imported where test servers are forked from: all that a server needs, loaded and compiled."""

import cartagena.cli.serve
import cartagena.server.run  # noqa: F401
from tools.compile import compile_all

compile_all()
