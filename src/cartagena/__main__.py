"""Run the command `cartagena` with `python -m cartagena`."""

import sys

from cartagena.cli import main

if __name__ == "__main__":
    sys.exit(main())
