"""`python -m tools.kernels`: see `tools.kernels.build`."""

import os
import sys

# Set before the rules are imported, so that the compiler sees the plain functions.
os.environ["CARTAGENA_KERNELS"] = "python"

from tools.kernels.build import main

sys.exit(main())
