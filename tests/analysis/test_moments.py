"""The moments that decided a game agree with the moves and the board."""

from collections import Counter
from random import Random
from typing import Any, get_args

import numpy as np
import pytest

from cartagena.analysis.analyse import Analysis, analyse
from cartagena.analysis.english import moment_sentence, reason_sentence
from cartagena.analysis.moments import MAX_MOMENTS, Moment, decisive_moments
from cartagena.analysis.reasons import advantages, facts
from cartagena.bots import create, play
from cartagena.game import Game
from cartagena.rules.reasons import HintReason, ReasonCode
from tests.support.known_game import green_begins


def blunder() -> dict[str, Any]:
    """Return a game in which blue retreats instead of winning with any card. Red could win next."""
    position = Game("short", 2, seed=2, first="blue").position()
    last = str(len(position["board"]))
    position["pirates"] = {colour: {"sloop": 3, last: 1} for colour in ("blue", "red")}
    position["actions_left"] = 1
    game = Game.from_position(position)
    away = next(move for move in game.legal_moves if move.kind == "retreat")
    game.push(away)
    return game.record()


def test_a_win_that_was_missed_decides_a_game() -> None:
    moments = decisive_moments(analyse(blunder(), 64))
    mistake = moments[0]
    assert (mistake.number, mistake.kind, mistake.seat) == (1, "decision", "blue")
    assert mistake.other.endswith("-sloop")
    assert mistake.reasons[0] == HintReason("wins")
    assert mistake.change < -0.5
    sentence = moment_sentence(mistake)
    assert sentence.startswith(f"Move 1: blue played {mistake.move} and lost ")
    assert f"Better was {mistake.other}. This wins the game!" in sentence


@pytest.fixture(scope="module")
def analysed() -> Analysis:
    """Analyse a whole game of two deckhands with spells."""
    game = Game("black-magic", 2, seed=4)
    play(game, [create("deckhand") for _ in range(2)], Random(1))
    return analyse(game.record(), 32)


def every_moment(analysed: Analysis, monkeypatch: pytest.MonkeyPatch) -> list[Moment]:
    monkeypatch.setattr("cartagena.analysis.moments.MAX_MOMENTS", 1000)
    monkeypatch.setattr("cartagena.analysis.moments.MIN_CHANGE", 0.0)
    return decisive_moments(analysed)


def test_they_are_the_greatest_changes_in_order(
    analysed: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = decisive_moments(analysed)
    assert len(moments) == MAX_MOMENTS
    assert [moment.number for moment in moments] == sorted(moment.number for moment in moments)
    least = min(abs(moment.change) for moment in moments)
    for moment in every_moment(analysed, monkeypatch):
        assert moment in moments or abs(moment.change) <= least


def test_decisions_are_described_with_the_better_move(
    analysed: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = [m for m in every_moment(analysed, monkeypatch) if m.kind == "decision"]
    assert len(moments) == len(analysed.mistakes())
    games = [game.copy() for game, _ in Game.steps(analysed.record)]
    for moment in moments:
        step, game = analysed.steps[moment.number - 1], games[moment.number - 1]
        assert (moment.move, moment.other) == (step.move, step.ranking.better)
        assert moment.change == pytest.approx(-step.ranking.loss, abs=1e-4)
        moves = {move.text: move for move in game.legal_moves}
        better = facts(
            game.view(moment.seat), list(moves.values()), moves[step.ranking.better or ""]
        )
        for reason in moment.reasons:
            kept = HintReason("keeps", card=moves[step.move].card or "")
            assert reason in better or reason == kept


def test_luck_is_described_with_its_cards_and_their_best_use(
    analysed: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = [m for m in every_moment(analysed, monkeypatch) if m.kind == "luck"]
    games = [game.copy() for game, _ in Game.steps(analysed.record)]
    possible = 0
    for moment in moments:
        step, seat = analysed.steps[moment.number - 1], moment.seat
        assert moment.change == pytest.approx(step.luck[step.seat], abs=1e-4)
        assert abs(moment.change) >= 2 * moment.error > 0
        before, after = (games[moment.number - 1 + k].view(seat)["hands"][seat] for k in (0, 1))
        if moment.move.startswith(("back", "skip")):
            assert Counter(after) - Counter(before) == Counter(moment.drawn)
        if moment.other:
            possible += 1
            later = next(s for s in analysed.steps[moment.number :] if s.seat == step.seat)
            while later.choices == 1:
                later = next(s for s in analysed.steps[later.number :] if s.seat == step.seat)
            legal = {move.text: move for move in games[later.number - 1].legal_moves}
            assert legal[moment.other].card in moment.drawn
            assert moment.reasons
        assert moment_sentence(moment).startswith(f"Move {moment.number}: {seat} ")
    assert possible


def test_new_cards_in_the_row_are_luck() -> None:
    game = Game("tortuga", 2, seed=4)
    rng = Random(2)
    while game.packed_state()[0]["row_size"] > 1 or "back" not in {
        str(move).split()[0] for move in game.legal_moves
    }:
        game.push(rng.choice(list(game.legal_moves)))
    game.push(next(move for move in game.legal_moves if str(move).startswith("back")))
    analysis = analyse(game.record(), 16)
    step = analysis.steps[-1]
    step.luck[:], step.luck_error[:] = np.array([-0.9, 0.9]), 0.01  # more than any mistake
    moment = decisive_moments(analysis)[-1]
    assert moment.number == step.number
    assert len(moment.drawn) > 2
    assert not moment.other


def test_advantages_are_what_the_other_move_does_not_have() -> None:
    game = green_begins()
    game.push("hat jail-3")
    game.push("key jail-5")
    view, moves = game.view(game.decider), list(game.legal_moves)
    key, back = (game.parse(text) for text in ("key jail-12", "back 5-3"))
    assert advantages(view, moves, key, back) == [
        HintReason("furthest", count=12),
        HintReason("leaps", count=1, card="key"),
    ]
    # Giving up two spaces speaks against the move, so it is not a reason.
    assert advantages(view, moves, back, key) == [
        HintReason("gains", count=1),
        HintReason("keeps", card="key"),
    ]


def test_every_reason_can_be_said_in_english() -> None:
    for code in get_args(ReasonCode):
        sentence = reason_sentence(HintReason(code, 2, "rum", "red", "pass"), "blue")
        assert sentence.endswith((".", "!"))
        assert "{" not in sentence
