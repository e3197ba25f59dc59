"""The statistics as tables for the terminal."""

from collections.abc import Sequence
from typing import Final

from cartagena.lab.arena.report import SEAT_NAMES, interval, percent, spread
from cartagena.lab.stats.options import OptionEffect
from cartagena.lab.stats.summary import Estimate, Statistics
from cartagena.report.text_table import table

Rows = list[list[str]]

SEATS_HEAD: Final = ["seat", "wins", "95 %"]
SYMBOLS_HEAD: Final = ["card", "advances", "steps each", "spells", "points when dealt", "95 %"]
TILES_HEAD: Final = ["tile (spaces)", "advances to it", "cards drawn there"]
KINDS_HEAD: Final = ["kind of move", "per game"]
OPTIONS_HEAD: Final = [
    *("option", "turns", "95 %", "first seat", "95 %", "lead changes", "no winner")
]


def text(statistics: Statistics, effects: Sequence[OptionEffect]) -> str:
    """Return the full report."""
    parts = [
        heading(statistics),
        lengths(statistics),
        table(SEATS_HEAD, seat_rows(statistics)) + "\n" + fairness(statistics),
        leads(statistics),
        table(SYMBOLS_HEAD, symbol_rows(statistics)) + "\n" + variety(statistics),
        table(TILES_HEAD, tile_rows(statistics)),
        table(KINDS_HEAD, kind_rows(statistics)),
    ]
    if effects:
        parts.append(table(OPTIONS_HEAD, option_rows(statistics, effects)))
    return "\n\n".join(parts)


def heading(statistics: Statistics) -> str:
    """Describe what was played."""
    settings = statistics.settings
    return (
        f"{statistics.games:,} games of {settings.rules_name} with {settings.players} players, played by "
        f"{', '.join(settings.bots)}. Seed {settings.seed}."
    )


def lengths(statistics: Statistics) -> str:
    """Describe how long games last, and how often nobody wins."""
    rounds = statistics.turns.mean / statistics.settings.players
    share = (
        "No game"
        if statistics.no_winner.value == 0
        else f"{statistics.no_winner.value:.1%} of the games"
    )
    return (
        f"A game lasts {spread(statistics.turns)} turns, that is {rounds:.1f} rounds and "
        f"{statistics.moves.mean:.0f} moves. {statistics.cards_drawn:.1f} cards are drawn for retreats and "
        f"by Morgan. {share} ended without a winner."
    )


def seat_rows(statistics: Statistics) -> Rows:
    """Return table rows with the wins of each seat."""
    return [
        [SEAT_NAMES[k], percent(rate), interval(rate)] for k, rate in enumerate(statistics.seats)
    ]


def fairness(statistics: Statistics) -> str:
    """Name the seats that win significantly more or less than their fair share."""
    fair = 1 / statistics.settings.players
    unfair = [
        f"the {SEAT_NAMES[k]} seat wins {'more' if rate.value > fair else 'less'} than that"
        for k, rate in enumerate(statistics.seats)
        if not rate.low <= fair <= rate.high
    ]
    verdict = ", ".join(unfair) if unfair else "no seat clearly differs from it"
    return f"A fair share is {fair:.1%}: {verdict}."


def leads(statistics: Statistics) -> str:
    """Describe how often the lead changes, and how often the leader halfway wins."""
    changes = statistics.mean_lead_changes
    return (
        f"The lead changes {changes.value:.2f} times in a game ({changes.low:.2f} to "
        f"{changes.high:.2f}). The player who leads after half of the rounds wins "
        f"{percent(statistics.halfway)} ({interval(statistics.halfway)})."
    )


def symbol_rows(statistics: Statistics) -> Rows:
    """Return table rows with the use of each symbol per game."""
    return [
        [
            symbol.name,
            f"{symbol.advances:.1f}",
            f"{symbol.steps:.1f}",
            f"{symbol.spells:.1f}",
            f"{100 * symbol.dealt.value:+.1f}",
            points(symbol.dealt),
        ]
        for symbol in statistics.symbols
    ]


def variety(statistics: Statistics) -> str:
    """Describe what different symbols in the opening hand are worth."""
    return (
        f"Each different symbol in the opening hand adds {100 * statistics.variety.value:+.1f} points "
        f"to the probability of winning ({points(statistics.variety)})."
    )


def tile_rows(statistics: Statistics) -> Rows:
    """Return table rows with the events on each tile per game."""
    return [
        [tile.name, f"{tile.arrivals:.1f}", f"{tile.cards_drawn:.1f}"] for tile in statistics.tiles
    ]


def kind_rows(statistics: Statistics) -> Rows:
    """Return table rows with the moves of each kind per game."""
    return [[kind, f"{count:.1f}"] for kind, count in statistics.kinds]


def option_rows(statistics: Statistics, effects: Sequence[OptionEffect]) -> Rows:
    """Return table rows with the effect of each changed option, unchanged rules first."""
    unchanged = [
        f"{statistics.settings.rules_name}, unchanged",
        f"{statistics.mean_turns.value:.1f}",
        f"{statistics.mean_turns.low:.1f} … {statistics.mean_turns.high:.1f}",
        percent(statistics.seats[0]),
        interval(statistics.seats[0]),
        f"{statistics.mean_lead_changes.value:.2f}",
        percent(statistics.no_winner),
    ]
    changed = [
        [
            option_name(effect),
            f"{effect.turns.value:+.1f}",
            f"{effect.turns.low:+.1f} … {effect.turns.high:+.1f}",
            percent(effect.first_seat),
            interval(effect.first_seat),
            f"{effect.lead_changes.value:.2f}",
            percent(effect.no_winner),
        ]
        for effect in effects
    ]
    return [unchanged, *changed]


def option_name(effect: OptionEffect) -> str:
    """Format an option and its value as in a rules document."""
    value = str(effect.value).lower() if isinstance(effect.value, bool) else effect.value
    return f"{effect.option}: {value}"


def points(estimate: Estimate) -> str:
    """Format the interval of a difference of probabilities, in percentage points."""
    return f"{100 * estimate.low:+.1f} … {100 * estimate.high:+.1f}"
