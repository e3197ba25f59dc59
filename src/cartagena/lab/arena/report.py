"""An arena's results as a report for the terminal."""

from typing import Final

from cartagena.lab.arena.statistics import Rate, Spread
from cartagena.lab.arena.summary import Summary, rules_name
from cartagena.report.text_table import table

PLACES: Final = ("first", "second", "third", "fourth", "fifth")


def text(summary: Summary) -> str:
    """The whole report."""
    parts = [heading(summary), ratings(summary)]
    if len(summary.ratings) > 1:
        parts.append(pairings(summary))
    parts += [seats(summary), lengths(summary)]
    if summary.sprt is not None:
        parts.append(summary.sprt.sentence())
    return "\n\n".join(parts)


def heading(summary: Summary) -> str:
    """What was played."""
    settings = summary.settings
    return (
        f"{summary.games:,} games of {rules_name(settings)} with {settings.players} players: "
        f"{len(summary.deals):,} deals, each in all its seatings; seed {settings.seed}."
    )


def ratings(summary: Summary) -> str:
    """The bots, the strongest first."""
    rows = []
    for rating in summary.ratings:
        rate = summary.win_rates[rating.label]
        thinking = summary.thinking.get(rating.label)
        rows.append(
            [
                rating.label,
                f"{rating.elo:+.0f}",
                "anchor"
                if rating.label == summary.anchor
                else f"{rating.low:+.0f} … {rating.high:+.0f}",
                percent(rate),
                interval(rate),
                f"{rate.value / summary.fair:.2f}" if rate.count else "–",
                f"{rate.count:,}",
                "–" if thinking is None else f"{thinking:.1f}",
            ]
        )
    head = ["bot", "Elo", "95 %", "wins", "95 %", "× fair", "seats", "ms per move"]
    if not summary.thinking:
        head, rows = head[:-1], [row[:-1] for row in rows]
    return table(head, rows)


def pairings(summary: Summary) -> str:
    """Every bot against every weaker one."""
    order = [rating.label for rating in summary.ratings]
    rows = []
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            rate = summary.pairings[one, other]
            if rate.count:
                rows.append([f"{one} – {other}", percent(rate), interval(rate), f"{rate.count:,}"])
    return table(["pairing", "wins", "95 %", "games"], rows)


def seats(summary: Summary) -> str:
    """What each seat won, and what beginning is worth."""
    rows = [[PLACES[k], percent(rate), interval(rate)] for k, rate in enumerate(summary.seats)]
    return table(["seat", "wins", "95 %"], rows) + "\n" + summary.first_player


def lengths(summary: Summary) -> str:
    """How long the games were."""
    told = f"A game took {spread(summary.moves)} moves and {spread(summary.turns)} turns."
    if summary.no_winner:
        told += f" {summary.no_winner:,} games ended without a winner."
    return told


def spread(value: Spread) -> str:
    """A length in words."""
    return f"{value.mean:.1f} (nine in ten {value.low:.0f} to {value.high:.0f})"


def percent(rate: Rate) -> str:
    """The value of a rate."""
    return f"{rate.value:.1%}" if rate.count else "–"


def interval(rate: Rate) -> str:
    """The interval of a rate."""
    return f"{rate.low:.1%} … {rate.high:.1%}" if rate.count else "–"
