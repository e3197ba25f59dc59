"""The report on an arena for the terminal."""

from typing import Final

from cartagena.lab.arena.statistics import Rate, Spread
from cartagena.lab.arena.summary import Summary
from cartagena.report.text_table import table

SEAT_NAMES: Final = ("first", "second", "third", "fourth", "fifth")


def text(summary: Summary) -> str:
    """Return the full report."""
    parts = [heading(summary), ratings(summary)]
    if len(summary.ratings) > 1:
        parts.append(pairings(summary))
    if summary.adjusted:
        parts.append(adjusted(summary))
    parts += [seats(summary), lengths(summary)]
    if summary.sprt is not None:
        parts.append(summary.sprt.sentence())
    return "\n\n".join(parts)


def heading(summary: Summary) -> str:
    """Describe what was played."""
    settings = summary.settings
    return (
        f"{summary.games:,} games of {settings.rules_name} with {settings.players} players: "
        f"{len(summary.deals):,} deals, each in all its seatings. Seed {settings.seed}."
    )


def ratings(summary: Summary) -> str:
    """Return a table of the bots, strongest first."""
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
    """Return a table of every bot against every weaker one."""
    order = [rating.label for rating in summary.ratings]
    rows = []
    for rank, one in enumerate(order):
        for other in order[rank + 1 :]:
            rate = summary.pairings[one, other]
            if rate.count:
                rows.append([f"{one} – {other}", percent(rate), interval(rate), f"{rate.count:,}"])
    return table(["pairing", "wins", "95 %", "games"], rows)


def adjusted(summary: Summary) -> str:
    """Return a table of the wins without luck, and how many games that saves."""
    rows = []
    for rating in summary.ratings:
        rate = summary.adjusted[rating.label]
        rows.append(
            [
                rating.label,
                f"{rate.raw:.1%}",
                f"± {rate.raw_half:.1%}",
                f"{rate.value:.1%}",
                f"± {rate.half:.1%}",
                f"{rate.saving:.1f}",
            ]
        )
    return table(["bot", "wins", "95 %", "without luck", "95 %", "times fewer games"], rows)


def seats(summary: Summary) -> str:
    """Return a table of the wins by seat, and what going first is worth."""
    rows = [[SEAT_NAMES[k], percent(rate), interval(rate)] for k, rate in enumerate(summary.seats)]
    return table(["seat", "wins", "95 %"], rows) + "\n" + summary.first_player


def lengths(summary: Summary) -> str:
    """Describe the lengths of the games."""
    text = f"A game took {spread(summary.moves)} moves and {spread(summary.turns)} turns."
    if summary.no_winner:
        text += f" {summary.no_winner:,} games ended without a winner."
    return text


def spread(value: Spread) -> str:
    """Format a mean with the range of nine in ten games."""
    return f"{value.mean:.1f} (nine in ten {value.low:.0f} to {value.high:.0f})"


def percent(rate: Rate) -> str:
    """Format the value of a rate."""
    return f"{rate.value:.1%}" if rate.count else "–"


def interval(rate: Rate) -> str:
    """Format the interval of a rate."""
    return f"{rate.low:.1%} … {rate.high:.1%}" if rate.count else "–"
