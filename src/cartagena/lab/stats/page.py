"""The statistics as an HTML page with charts."""

from collections.abc import Sequence

from cartagena.lab.arena.report import SEAT_NAMES, percent
from cartagena.lab.stats import report
from cartagena.lab.stats.options import OptionEffect
from cartagena.lab.stats.summary import Statistics
from cartagena.report.charts import Bar, Line, histogram, lines, whiskers
from cartagena.report.html_page import document, figure, heading, paragraph, table


def page(statistics: Statistics, effects: Sequence[OptionEffect]) -> str:
    """Return the page."""
    parts = [paragraph(report.heading(statistics), "soft")]
    parts += [heading("Length"), _lengths(statistics)]
    parts += [heading("Seats"), _seats(statistics), paragraph(report.fairness(statistics))]
    parts += [heading("The lead"), paragraph(report.leads(statistics))]
    parts += [heading("Cards"), _symbols(statistics), paragraph(report.variety(statistics))]
    parts += [heading("Spaces and tiles"), _places(statistics)]
    parts += [heading("Moves"), table(report.KINDS_HEAD, report.kind_rows(statistics))]
    if effects:
        parts += [heading("Options"), _options(statistics, effects)]
    parts += [heading("Method"), *map(paragraph, METHOD)]
    settings = statistics.settings
    return document(f"Statistics of {settings.rules_name} with {settings.players} players", parts)


def _lengths(statistics: Statistics) -> str:
    turns = [float(turns) for turns in statistics.all_turns]
    return figure(histogram(turns, "Lengths of games", "turns")) + paragraph(
        report.lengths(statistics)
    )


def _seats(statistics: Statistics) -> str:
    bars = [
        Bar(SEAT_NAMES[k], 100 * rate.value, 100 * rate.low, 100 * rate.high, percent(rate))
        for k, rate in enumerate(statistics.seats)
    ]
    chart = whiskers(bars, "Wins by seat", 100 / statistics.settings.players)
    by_seat = figure(chart, "Percentage of games won by each seat. The first seat begins.")
    return by_seat + table(report.SEATS_HEAD, report.seat_rows(statistics))


def _symbols(statistics: Statistics) -> str:
    bars = [
        Bar(
            symbol.name,
            100 * symbol.dealt.value,
            100 * symbol.dealt.low,
            100 * symbol.dealt.high,
            f"{100 * symbol.dealt.value:+.1f} points",
        )
        for symbol in statistics.symbols
    ]
    caption = "How much each such card in the opening hand adds to the probability of winning."
    chart = figure(whiskers(bars, "Cards in the opening hand", 0.0), caption)
    return chart + table(report.SYMBOLS_HEAD, report.symbol_rows(statistics))


def _places(statistics: Statistics) -> str:
    arrivals = list(enumerate(place.arrivals for place in statistics.places))
    draws = list(enumerate(place.cards_drawn for place in statistics.places))
    most = max(value for _, value in (*arrivals, *draws))
    chart = lines(
        [
            Line("advances", "var(--accent)", arrivals),
            Line("cards drawn", "var(--red)", draws),
        ],
        "Advances to each place, and cards drawn there",
        "place on the path, 0 is the start",
        low=0.0,
        high=max(1.0, most),
    )
    caption = "Advances that end on each place per game, and cards drawn there."
    return figure(chart, caption) + table(report.TILES_HEAD, report.tile_rows(statistics))


def _options(statistics: Statistics, effects: Sequence[OptionEffect]) -> str:
    bars = [
        Bar(
            report.option_name(effect),
            effect.turns.value,
            effect.turns.low,
            effect.turns.high,
            f"{effect.turns.value:+.1f} turns",
        )
        for effect in effects
    ]
    chart = whiskers(bars, "Difference in turns by option", 0.0)
    turns = figure(chart, "Difference in turns to the unchanged rules.")
    return turns + table(report.OPTIONS_HEAD, report.option_rows(statistics, effects))


METHOD = (
    (
        "All intervals are 95 % intervals from the spread between deals. With several bots, each "
        "deal was played in all their seatings. The first seat begins."
    ),
    (
        "The leader is the player whose pirates have advanced farthest in total. The lead is taken "
        "after each round, because a player who has just moved seems ahead. In a tie it does not "
        "change, and the winner has it at the end."
    ),
    (
        "The value of a card in the opening hand is the slope of winning over the number of such "
        "cards dealt to a seat, which is pure chance. Each option was changed on its own, with the "
        "rest of the rules unchanged."
    ),
)
