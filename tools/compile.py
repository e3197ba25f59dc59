"""Compile rules, bots and hints into the cache that all test processes share.

python -m tools.compile
"""

from cartagena.bots.registry import BOTS
from cartagena.bots.warm_up import warm_up as warm_up_bot
from cartagena.rules.warm_up import warm_up as warm_up_rules
from cartagena.server.engine.tasks import warm_up_hints


def compile_all() -> None:
    """Compile everything that is not in the cache."""
    warm_up_rules()
    for name in BOTS:
        warm_up_bot(name)
    warm_up_hints()


if __name__ == "__main__":
    compile_all()
