"""The statistics as tables on the terminal."""

from collections.abc import Sequence
from typing import Final

from cartagena.lab.arena.report import PLACES, interval, percent, spread
from cartagena.lab.stats.options import OptionEffect
from cartagena.lab.stats.summary import Estimate, Statistics
from cartagena.report.text_table import table

Rows = list[list[str]]

SEATS_HEAD: Final = ["seat", "wins", "95 %"]
SYMBOLS_HEAD: Final = ["card", "advances", "steps each", "spells", "points when dealt", "95 %"]
TILES_HEAD: Final = ["tile (spaces)", "advances to it", "cards drawn there"]
KINDS_HEAD: Final = ["kind of move", "in a game"]
OPTIONS_HEAD: Final = [
    *("option", "turns", "95 %", "first seat", "95 %", "lead changes", "no winner")
]


def text(found: Statistics, effects: Sequence[OptionEffect]) -> str:
    """The whole report."""
    parts = [
        heading(found),
        lengths(found),
        table(SEATS_HEAD, seat_rows(found)) + "\n" + fairness(found),
        leads(found),
        table(SYMBOLS_HEAD, symbol_rows(found)) + "\n" + variety(found),
        table(TILES_HEAD, tile_rows(found)),
        table(KINDS_HEAD, kind_rows(found)),
    ]
    if effects:
        parts.append(table(OPTIONS_HEAD, option_rows(found, effects)))
    return "\n\n".join(parts)


def heading(found: Statistics) -> str:
    """What was played."""
    settings = found.settings
    return (
        f"{found.games:,} games of {settings.name} with {settings.players} players, played by "
        f"{', '.join(settings.bots)}; seed {settings.seed}."
    )


def lengths(found: Statistics) -> str:
    """How long games last, and how often nobody wins."""
    rounds = found.turns.mean / found.settings.players
    ended = "No game" if found.no_winner.value == 0 else f"{found.no_winner.value:.1%} of the games"
    return (
        f"A game lasts {spread(found.turns)} turns, that is {rounds:.1f} rounds and "
        f"{found.moves.mean:.0f} moves; {found.cards_drawn:.1f} cards are drawn for retreats and "
        f"by Morgan. {ended} ended without a winner."
    )


def seat_rows(found: Statistics) -> Rows:
    """What each seat wins."""
    return [[PLACES[k], percent(rate), interval(rate)] for k, rate in enumerate(found.seats)]


def fairness(found: Statistics) -> str:
    """Which seats have more or less than their share, as far as so many games can tell."""
    fair = 1 / found.settings.players
    told = [
        f"the {PLACES[k]} seat wins {'more' if rate.value > fair else 'less'} than that"
        for k, rate in enumerate(found.seats)
        if not rate.low <= fair <= rate.high
    ]
    verdict = ", ".join(told) if told else "no seat is clearly off it"
    return f"A fair share is {fair:.1%}: {verdict}."


def leads(found: Statistics) -> str:
    """How often the lead changes, and what it is worth halfway."""
    changes = found.mean_lead_changes
    return (
        f"The lead changes {changes.value:.2f} times in a game ({changes.low:.2f} to "
        f"{changes.high:.2f}). Whoever leads after half of the rounds wins "
        f"{percent(found.halfway)} ({interval(found.halfway)})."
    )


def symbol_rows(found: Statistics) -> Rows:
    """What the cards of each symbol do, in a game."""
    return [
        [
            symbol.name,
            f"{symbol.played:.1f}",
            f"{symbol.steps:.1f}",
            f"{symbol.spells:.1f}",
            f"{100 * symbol.dealt.value:+.1f}",
            points(symbol.dealt),
        ]
        for symbol in found.symbols
    ]


def variety(found: Statistics) -> str:
    """What different cards in the opening hand are worth."""
    return (
        f"Each different symbol in the opening hand adds {100 * found.variety.value:+.1f} points "
        f"to the probability of winning ({points(found.variety)})."
    )


def tile_rows(found: Statistics) -> Rows:
    """What happens on each tile, in a game."""
    return [[tile.name, f"{tile.arrivals:.1f}", f"{tile.drawn:.1f}"] for tile in found.tiles]


def kind_rows(found: Statistics) -> Rows:
    """How many moves of each kind a game has."""
    return [[kind, f"{count:.1f}"] for kind, count in found.kinds]


def option_rows(found: Statistics, effects: Sequence[OptionEffect]) -> Rows:
    """What each changed option brings; the unchanged rules come first."""
    unchanged = [
        f"{found.settings.name} as it is",
        f"{found.mean_turns.value:.1f}",
        f"{found.mean_turns.low:.1f} … {found.mean_turns.high:.1f}",
        percent(found.seats[0]),
        interval(found.seats[0]),
        f"{found.mean_lead_changes.value:.2f}",
        percent(found.no_winner),
    ]
    changed = [
        [
            option_name(one),
            f"{one.turns.value:+.1f}",
            f"{one.turns.low:+.1f} … {one.turns.high:+.1f}",
            percent(one.first_seat),
            interval(one.first_seat),
            f"{one.lead_changes.value:.2f}",
            percent(one.no_winner),
        ]
        for one in effects
    ]
    return [unchanged, *changed]


def option_name(effect: OptionEffect) -> str:
    """An option with its changed value, as a rules mapping has it."""
    value = str(effect.value).lower() if isinstance(effect.value, bool) else effect.value
    return f"{effect.option}: {value}"


def points(estimate: Estimate) -> str:
    """The interval of a difference of probabilities, in points."""
    return f"{100 * estimate.low:+.1f} … {100 * estimate.high:+.1f}"
