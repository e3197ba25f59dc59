"""`python -m cartagena` is the command `cartagena`."""

import sys

from cartagena.cli import main

if __name__ == "__main__":
    sys.exit(main())
