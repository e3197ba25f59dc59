"""The catalogue: presets, every option of the rules, bots and colours, for clients."""

import dataclasses
from functools import cache

import cartagena
from cartagena.bots import names as bot_names
from cartagena.bots.registry import BOTS
from cartagena.bots.registry import find as find_bot
from cartagena.daily.deal import FIRST_DAY, WEEK
from cartagena.protocol.people import (
    BotLevel,
    Catalogue,
    DailyGame,
    OptionInfo,
    PresetInfo,
    RivalInfo,
)
from cartagena.rules import presets
from cartagena.rules.components import COLOURS, MORGAN_END_CARDS
from cartagena.rules.decision_kinds import DECISION_KINDS
from cartagena.rules.move_kinds import MOVE_KINDS, OUTCOMES
from cartagena.rules.options import option_help
from cartagena.rules.reasons import REASONS, SPELL_REASONS


def _preset(preset: presets.Preset) -> PresetInfo:
    return PresetInfo(
        preset.name, preset.title, preset.tagline, preset.rules(), preset.minutes, preset.rulebook
    )


def _bot(name: str) -> BotLevel:
    info = find_bot(name)
    rank = list(BOTS).index(name) if name in BOTS else None
    rival = info.rival
    texts = None if rival is None else RivalInfo(**dataclasses.asdict(rival))
    return BotLevel(name, info.title, info.tagline, rank, texts)


def whole_catalogue() -> Catalogue:
    """Return everything that can be played here, and the bots to play against."""
    return _catalogue_with(tuple(bot_names()))


@cache
def _catalogue_with(bots: tuple[str, ...]) -> Catalogue:
    return Catalogue(
        version=cartagena.__version__,
        presets=[_preset(preset) for preset in presets.PRESETS.values()],
        options=[
            OptionInfo(name, sentence, list(choices))
            for name, (sentence, choices) in option_help().items()
        ],
        levels=list(bots),
        bots=[_bot(name) for name in bots],
        colours=list(COLOURS),
        title_parts=[list(group) for group in presets.TITLE_PARTS],
        kinds=list(MOVE_KINDS.values()),
        morgan_end_cards=MORGAN_END_CARDS,
        outcomes=OUTCOMES,
        decisions=list(DECISION_KINDS.values()),
        reasons=REASONS,
        spell_reasons=SPELL_REASONS,
        week=[DailyGame(game.rules(), list(game.levels)) for game in WEEK],
        first_daily=FIRST_DAY,
    )
