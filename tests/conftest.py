"""What all tests share: how Hypothesis looks for examples."""

import os

from hypothesis import settings

# Compiling a rule on its first call takes seconds, so no example has a deadline.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
