"""Where a game was won and lost: chances after every move, better moves, luck and play apart.

Two questions are asked at every move, and they are not the same.

*What happened to the chances?* An onlooker who sees all hands, but not what is to come, judges the
position before the move, the move itself before its draws are known, and the position after it.
From the first to the second is play, from the second to the third is luck. When the turn passes,
the judge looks a turn further and with the next player's eyes; what changes by that alone is
neither, and is kept apart.

*Was there a better move?* That is judged by what the player could know: in worlds drawn from the
player's view, every move is tried, and the best one is then tried anew against the one played.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.game import Game
from cartagena.lab.analysis.hints import Candidate, certain, difference, weigh
from cartagena.lab.analysis.playouts import Sight, at_once, onlooker
from cartagena.lab.analysis.win_model import Estimate, Judge
from cartagena.lab.arena.entrants import Entrant
from cartagena.lab.progress import Progress
from cartagena.players.self_play import ask
from cartagena.rules.errors import CartagenaError

LESSONS: Final = 40  # positions from which the judge sees games to their end
_DRAWS: Final = 6  # kinds of cards that may be drawn
WORTH_TELLING: Final = 0.01  # a better move is better by a point at least …
SURE: Final = 2.0  # … and by so many standard errors


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the game and what it changed. Vectors have a place for each seat."""

    number: int
    seat: int
    move: str
    choices: int
    after: Estimate
    play: NDArray[Any]
    luck: NDArray[Any]
    luck_error: NDArray[Any]
    candidates: list[Candidate] = field(default_factory=list)
    better: str | None = None
    loss: float = 0.0
    loss_error: float = 0.0
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """What made and unmade one seat's chances, in parts of a win."""

    colour: str
    start: float
    own_play: float
    others_play: float
    own_luck: float
    others_luck: float
    luck_error: float
    reassessed: float
    end: float
    mistakes: int
    lost_by_mistakes: float

    @property
    def luck(self) -> float:
        """All luck together."""
        return self.own_luck + self.others_luck


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game, looked at."""

    record: Mapping[str, Any]
    players: tuple[str, ...]
    winner: str | None
    start: Estimate
    steps: list[Step]
    playouts: int
    seed: int
    judge: Judge
    bot: str | None

    def accounts(self) -> list[Account]:
        """A line for each seat."""
        return [self._account(seat) for seat in range(len(self.players))]

    def mistakes(self) -> list[Step]:
        """The moves that had a better one, the costliest first."""
        return sorted((step for step in self.steps if step.better), key=lambda step: -step.loss)

    def _account(self, seat: int) -> Account:
        own = [step for step in self.steps if step.seat == seat]
        others = [step for step in self.steps if step.seat != seat]
        wrong = [step for step in own if step.better]
        start = float(self.start.mean[seat])
        end = float(self.steps[-1].after.mean[seat])
        told = sum(float(step.play[seat] + step.luck[seat]) for step in self.steps)
        return Account(
            colour=self.players[seat],
            start=start,
            own_play=float(sum(step.play[seat] for step in own)),
            others_play=float(sum(step.play[seat] for step in others)),
            own_luck=float(sum(step.luck[seat] for step in own)),
            others_luck=float(sum(step.luck[seat] for step in others)),
            luck_error=float(np.sqrt(sum(step.luck_error[seat] ** 2 for step in self.steps))),
            reassessed=end - start - told,
            end=end,
            mistakes=len(wrong),
            lost_by_mistakes=float(sum(step.loss for step in wrong)),
        )


def analyse(
    record: Mapping[str, Any],
    playouts: int = 300,
    seed: int = 1,
    entrant: Entrant | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Look at every move of a record."""
    played = Game.replay(record)
    moves = [move.text for move in played.moves]
    if not moves:
        raise CartagenaError("The record has no moves to look at.")
    states = [game.packed_state() for game, _ in _replay(record, moves)]
    every = max(1, len(states) // LESSONS)
    lessons = [onlooker(state) for state in states[::every]]
    judge = Judge.taught(lessons, max(64, playouts // 2), seed)
    start = judge.estimate(onlooker(states[0]), playouts, seed)
    walker = _Walker(judge, playouts, seed, entrant)
    before = start
    steps: list[Step] = []
    for game, text in _replay(record, moves):
        step = walker.look(game, text, before, len(steps) + 1)
        before = step.after
        steps.append(step)
        if progress is not None:
            progress.advance()
    label = None if entrant is None else entrant.label
    return Analysis(
        played.record(), played.players, played.winner, start, steps, playouts, seed, judge, label
    )


def _replay(record: Mapping[str, Any], moves: list[str]) -> Iterator[tuple[Game, str]]:
    """The game before each of its moves."""
    game = Game.replay({**record, "moves": [], "seeds": []})
    for text, seed in zip_longest(moves, (record.get("seeds") or ())[: len(moves)]):
        if seed is not None:
            game.reseed(seed)
        yield game, text
        game.push(text)


class _Walker:
    """Looks at one move after the other."""

    def __init__(self, judge: Judge, n: int, seed: int, entrant: Entrant | None) -> None:
        self._judge, self._n, self._seed, self._entrant = judge, n, seed, entrant
        self._bots: dict[str, Any] = {}

    def look(self, game: Game, text: str, before: Estimate, number: int) -> Step:
        """What a move did, and whether there was a better one."""
        judge, n = self._judge, self._n
        luck = self._seed + (number << 20)
        seat = game.players.index(game.decider)
        legal = list(game.legal_moves)
        move = next(move for move in legal if move.text == text)
        after = game.copy()
        after.push(text)
        old, new = game.packed_state(), after.packed_state()
        chance = _revealed(old, new)
        winner = None if after.winner is None else game.players.index(after.winner)
        # All that is compared is seen from the same turn, with the eyes of whoever chooses next.
        sight = Sight(Sight.of(old).turns, Sight.of(new).seat)

        def stood() -> Estimate:
            return judge.estimate(onlooker(old), n, luck, sight=sight)

        def meant() -> Estimate:
            # What may be drawn divides the tree, so it takes longer to learn.
            practice = _DRAWS * n if chance and sight.seat == seat else None
            base = onlooker(old)
            return judge.estimate(base, n, luck, first=move.action, sight=sight, practice=practice)

        def came() -> Estimate:
            if after.over:
                return certain(winner, len(game.players))
            return judge.estimate(onlooker(new), n, luck, sight=sight)

        def seen_anew() -> Estimate:
            return judge.estimate(onlooker(new), n, luck)

        works = {"meant": meant}
        if sight.seat != seat:
            works["stood"] = stood
        if chance or after.over:
            works["came"] = came
        if not after.over and Sight.of(new) != sight:
            works["seen anew"] = seen_anew
        done = dict(zip(works, at_once(lambda work: work(), works.values()), strict=True))
        before = done.get("stood", before)
        after_draw = done.get("came", done["meant"])
        play = done["meant"].mean - before.mean
        fell = after_draw.mean - done["meant"].mean
        error = np.hypot(after_draw.error, done["meant"].error) if chance else 0 * fell
        found = self._better(game, legal, move.text, luck) if len(legal) > 1 else {}
        now = done.get("seen anew", after_draw)
        return Step(number, seat, text, len(legal), now, play, fell, error, **found)

    def _better(self, game: Game, legal: list[Any], text: str, luck: int) -> dict[str, Any]:
        """The moves weighed by what the player could know."""
        view = game.packed_view(game.decider)
        candidates = weigh(self._judge, view, legal, self._n, luck, text)
        found: dict[str, Any] = {"candidates": candidates}
        best = candidates[0].move
        if best != text:
            by_text = {move.text: move for move in legal}
            loss, error = difference(
                self._judge, view, by_text[best], by_text[text], 2 * self._n, luck + 2
            )
            if loss >= max(WORTH_TELLING, SURE * error):
                found.update(better=best, loss=loss, loss_error=error)
        if self._entrant is not None:
            bot = self._bots.setdefault(game.decider, self._entrant.bot())
            found["bot"] = ask(game, bot, Random(luck), self._entrant.budget).text
        return found


def _revealed(old: NDArray[Any], new: NDArray[Any]) -> bool:
    """Whether chance had a part in the move: a card came off the deck, or a chest was opened."""
    return any(
        bool((old[name] != new[name]).any()) for name in ("deck_size", "deck", "token", "generator")
    )
