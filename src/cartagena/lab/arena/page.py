"""The report on an arena as an HTML page with charts."""

from html import escape

from cartagena.lab.arena import report
from cartagena.lab.arena.sprt import Sprt
from cartagena.lab.arena.summary import Summary
from cartagena.report.charts import Bar, Line, histogram, lines, whiskers
from cartagena.report.html_page import document, figure, heading, paragraph, table

_STYLE = "td.cell { text-align: center; min-width: 4.5rem; }"


def page(summary: Summary) -> str:
    """Return the page."""
    settings = summary.settings
    parts = [paragraph(report.heading(summary), "soft"), heading("Ratings"), ratings(summary)]
    if len(summary.ratings) > 1:
        parts += [heading("Pairings"), pairings(summary)]
    if summary.sprt is not None and summary.sprt.path:
        parts += [heading("Sequential test"), sequential(summary.sprt)]
    parts += [heading("Seats"), seats(summary), heading("Lengths of games"), lengths(summary)]
    parts += [heading("Method"), *map(paragraph, METHOD)]
    bots = ", ".join(rating.label for rating in summary.ratings)
    return document(f"Arena: {bots} ({settings.rules_name})", parts, _STYLE)


def ratings(summary: Summary) -> str:
    """Return a chart of the ratings and a table of all figures."""
    bars = [
        Bar(rating.label, rating.elo, rating.low, rating.high, f"{rating.elo:+.0f} Elo")
        for rating in summary.ratings
    ]
    rows = []
    for rating in summary.ratings:
        rate = summary.win_rates[rating.label]
        span = f"{rating.low:+.0f} … {rating.high:+.0f}"
        thinking = summary.thinking.get(rating.label)
        rows.append(
            [
                rating.label,
                f"{rating.elo:+.0f}",
                "anchor" if rating.label == summary.anchor else span,
                report.percent(rate),
                report.interval(rate),
                f"{rate.value / summary.fair:.2f}" if rate.count else "–",
                f"{rate.count:,}",
                "–" if thinking is None else f"{thinking:.1f}",
            ]
        )
    head = ["bot", "Elo", "95 %", "wins", "95 %", "× fair share", "seats", "ms per move"]
    chart = whiskers(bars, "Ratings with 95 % intervals", 0.0)
    return figure(chart, f"Elo above {summary.anchor}.") + table(head, rows)


def pairings(summary: Summary) -> str:
    """Return a matrix of wins between each pair of bots."""
    order = [rating.label for rating in summary.ratings]
    rows = []
    for one in order:
        cells = []
        for other in order:
            rate = None if one == other else summary.pairings[one, other]
            if rate is None or not rate.count:
                cells.append('<td class="cell">–</td>')
                continue
            colour = "good" if rate.value >= 0.5 else "bad"
            depth = round(60 * abs(rate.value - 0.5) * 2)
            cells.append(
                f'<td class="cell" title="{report.interval(rate)}" style="background: '
                f'color-mix(in srgb, var(--{colour}) {depth}%, transparent)">{rate.value:.1%}</td>'
            )
        rows.append(f"<tr><td>{escape(one)}</td>{''.join(cells)}</tr>")
    top = "".join(f"<th>{escape(label)}</th>" for label in order)
    matrix = (
        f'<div class="wide"><table><thead><tr><th>wins of ↓ against →</th>{top}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    bars = [
        Bar(f"{one} – {other}", 100 * rate.value, 100 * rate.low, 100 * rate.high, str(rate))
        for k, one in enumerate(order)
        for other in order[k + 1 :]
        if (rate := summary.pairings[one, other]).count
    ]
    return matrix + figure(
        whiskers(bars, "Pairings", 50.0), "Percentage of the games that either of them won."
    )


def seats(summary: Summary) -> str:
    """Return a chart and a table of win rates by seat."""
    bars = [
        Bar(
            report.SEAT_NAMES[k],
            100 * rate.value,
            100 * rate.low,
            100 * rate.high,
            report.percent(rate),
        )
        for k, rate in enumerate(summary.seats)
    ]
    chart = whiskers(bars, "Wins by seat", 100 * summary.fair)
    rows = [[label, *map(report.percent, rates)] for label, rates in summary.seats_by_bot.items()]
    head = ["bot", *report.SEAT_NAMES[: len(summary.seats)]]
    by_seat = figure(chart, "Percentage of games won by each seat. The first seat begins.")
    return by_seat + paragraph(summary.first_player) + table(head, rows)


def lengths(summary: Summary) -> str:
    """Return a histogram of the game lengths."""
    moves = [float(game.moves) for deal in summary.deals for game in deal]
    return figure(histogram(moves, "Lengths of games", "moves")) + paragraph(
        report.lengths(summary)
    )


def sequential(sprt: Sprt) -> str:
    """Return a chart of the log-likelihood ratio during the test."""
    bounds = sprt.bounds
    course = Line("log-likelihood ratio", "var(--accent)", [(0, 0.0), *enumerate(sprt.path, 1)])
    low, high = min(bounds.lower, *sprt.path), max(bounds.upper, *sprt.path)
    chart = lines(
        [course],
        "Course of the sequential test",
        "deals",
        low=1.1 * low,
        high=1.1 * high,
        references=(bounds.lower, bounds.upper),
    )
    return figure(chart, "The test is decided at a dashed line.") + paragraph(sprt.sentence())


METHOD = (
    (
        "Every deal (board, hands and order of the deck) was played in all seatings, so every bot "
        "had the same luck. All intervals are 95 % intervals. They come from the spread between "
        "deals, because the games of one deal are not independent."
    ),
    (
        "Ratings are maximum-likelihood strengths of the Bradley–Terry model (Plackett–Luce for more "
        "than two seats), in Elo. Each pair of bots that met gets an extra half win each."
    ),
    (
        "Win rates are per seat and exclude games of a bot against itself. Pairings count the games "
        "that either of the two won. Intervals of rates are Wilson intervals for the number of "
        "independent trials that would have the same spread as the deals."
    ),
)
