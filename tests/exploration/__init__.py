"""Model checking: every table that two players, a stranger and the server can reach in a few steps.

Decisions and reducer are pure, so all their interleavings can be tried.

    python -m tests.exploration --depth 6
"""
