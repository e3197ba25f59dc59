"""The statistics as a page with charts."""

from collections.abc import Sequence

from cartagena.lab.arena.report import PLACES, percent
from cartagena.lab.stats import report
from cartagena.lab.stats.options import OptionEffect
from cartagena.lab.stats.summary import Statistics
from cartagena.report.charts import Bar, Line, histogram, lines, whiskers
from cartagena.report.html_page import document, figure, heading, paragraph, table


def page(found: Statistics, effects: Sequence[OptionEffect]) -> str:
    """The whole page."""
    parts = [paragraph(report.heading(found), "soft")]
    parts += [heading("Length"), _lengths(found)]
    parts += [heading("Seats"), _seats(found), paragraph(report.fairness(found))]
    parts += [heading("The lead"), paragraph(report.leads(found))]
    parts += [heading("Cards"), _symbols(found), paragraph(report.variety(found))]
    parts += [heading("Spaces and tiles"), _places(found)]
    parts += [heading("Moves"), table(report.KINDS_HEAD, report.kind_rows(found))]
    if effects:
        parts += [heading("Options"), _options(found, effects)]
    parts += [heading("How it was counted"), *map(paragraph, METHOD)]
    settings = found.settings
    return document(f"What {settings.name} is like with {settings.players} players", parts)


def _lengths(found: Statistics) -> str:
    turns = [float(turns) for turns in found.all_turns]
    return figure(histogram(turns, "Lengths of games", "turns")) + paragraph(report.lengths(found))


def _seats(found: Statistics) -> str:
    bars = [
        Bar(PLACES[k], 100 * rate.value, 100 * rate.low, 100 * rate.high, percent(rate))
        for k, rate in enumerate(found.seats)
    ]
    chart = whiskers(bars, "Wins by seat", 100 / found.settings.players)
    shown = figure(chart, "Per cent of the games won by each seat; the first one begins.")
    return shown + table(report.SEATS_HEAD, report.seat_rows(found))


def _symbols(found: Statistics) -> str:
    bars = [
        Bar(
            symbol.name,
            100 * symbol.dealt.value,
            100 * symbol.dealt.low,
            100 * symbol.dealt.high,
            f"{100 * symbol.dealt.value:+.1f} points",
        )
        for symbol in found.symbols
    ]
    caption = "What each such card in the opening hand adds to the probability of winning."
    chart = figure(whiskers(bars, "Cards in the opening hand", 0.0), caption)
    return chart + table(report.SYMBOLS_HEAD, report.symbol_rows(found))


def _places(found: Statistics) -> str:
    arrivals = list(enumerate(place.arrivals for place in found.places))
    drawn = list(enumerate(place.drawn for place in found.places))
    most = max(value for _, value in (*arrivals, *drawn))
    chart = lines(
        [
            Line("advances", "var(--accent)", arrivals),
            Line("cards drawn", "var(--red)", drawn),
        ],
        "Advances to each place, and cards drawn there",
        "place of the way, 0 is the start",
        low=0.0,
        high=max(1.0, most),
    )
    caption = (
        "How often an advance ends on each place in a game, and how many cards are drawn there."
    )
    return figure(chart, caption) + table(report.TILES_HEAD, report.tile_rows(found))


def _options(found: Statistics, effects: Sequence[OptionEffect]) -> str:
    bars = [
        Bar(
            report.option_name(one),
            one.turns.value,
            one.turns.low,
            one.turns.high,
            f"{one.turns.value:+.1f} turns",
        )
        for one in effects
    ]
    chart = whiskers(bars, "Turns more or fewer by each option", 0.0)
    shown = figure(chart, "Turns more or fewer than by the unchanged rules.")
    return shown + table(report.OPTIONS_HEAD, report.option_rows(found, effects))


METHOD = (
    (
        "All intervals are of 95 %, from the spread between deals; with several bots each deal was "
        "played in all their seatings. The first seat begins."
    ),
    (
        "Ahead is whoever's pirates have come farthest, all their places added up. The lead is looked "
        "at after each whole round, because whoever has just moved seems ahead; in a tie it stays "
        "where it was, and at the end the winner has it."
    ),
    (
        "What a card of the opening hand is worth is the slope of winning over the number of such "
        "cards that a seat was dealt, of which chance alone decides. Each option was changed by itself, "
        "the rest of the rules being as they are."
    ),
)
