"""Self-play and learning: TD(lambda) on the positions after each action.

Every position gets the chances of all seats. What it learns is what the net says of the best position
one action later, or of the one after that, and so on to the end of the game; lambda weighs how far
it looks. Where a move was made at random, the trace ends, since what came of it says little about
good play.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from cartagena.bots.net.features import (
    DECK_AT,
    FEATURES,
    OF_SEAT,
    OF_TABLE,
    REACH,
    REACH_AT,
    SEAT,
    SELF_AT,
    WITHOUT_REACH,
)
from cartagena.bots.net.network import LAYERS, OUTCOMES, Layers, Net, save_net
from cartagena.errors import CartagenaError
from cartagena.lab.train.games import Games, Positions, prepare
from cartagena.rules.components import SEATS
from cartagena.rules.state import NOBODY

if TYPE_CHECKING:
    from cartagena.lab.train.config import Config

_NEVER = -1e9


class Network(nn.Module):  # type: ignore[misc]
    """The net while it is trained: see `bots.net.network`."""

    def __init__(self, seat: int, width: int, narrow: int) -> None:
        super().__init__()
        self.seat = nn.Linear(OF_SEAT, seat) if seat else None
        self.first = nn.Linear(SEATS * seat + OF_TABLE if seat else FEATURES, width)
        self.second = nn.Linear(width, narrow)
        self.last = nn.Linear(narrow, OUTCOMES)

    def layers(self) -> list[nn.Linear]:
        """All of them, in order."""
        return [each for each in (self.seat, self.first, self.second, self.last) if each]

    def _shown(self, x: torch.Tensor, most: int) -> torch.Tensor:
        """What the first layer is shown: all seats with what belongs to them, then the table."""
        if self.seat is None:
            return torch.cat([x[:, : most * SEAT], x[:, DECK_AT:]], 1) if most < SEATS else x
        seats = x[:, : most * SEAT].unflatten(1, (most, SEAT))
        reach = x[:, REACH_AT : REACH_AT + most * REACH].unflatten(1, (most, REACH))
        encoded = torch.relu(self.seat(torch.cat([seats, reach], 2)))
        encoded = encoded * seats[:, :, SELF_AT : SELF_AT + 1]  # 0 where nobody sits
        return torch.cat([encoded.flatten(1), x[:, DECK_AT:REACH_AT]], 1)

    def forward(self, x: torch.Tensor, players: torch.Tensor, most: int = SEATS) -> torch.Tensor:
        """The logarithms of the chances, counted from the seat that acted; nobody's last.

        No game has more than `most` players, so what belongs to other seats is left out.
        """
        weight = self.first.weight
        if most < SEATS:
            of_one = SEAT if self.seat is None else self.seat.out_features
            weight = torch.cat([weight[:, : most * of_one], weight[:, SEATS * of_one :]], 1)
        hidden = nn.functional.linear(self._shown(x, most), weight, self.first.bias)
        # Only the wide layer may be computed in half precision: moves differ by less than 1 %.
        with torch.autocast(x.device.type, enabled=False):
            out = self.last(torch.relu(self.second(torch.relu(hidden.float()))))
        place = torch.arange(OUTCOMES, device=x.device)
        absent = (place >= players[:, None]) & (place < SEATS)
        return torch.log_softmax(out.masked_fill(absent, _NEVER), 1)


def turned(chances: torch.Tensor, by: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Chances counted from another seat: what was place p becomes place p + by."""
    place = torch.arange(SEATS, device=chances.device)
    source = (place - by[:, None]) % players[:, None]
    seats = chances[:, :SEATS].gather(1, source)
    seats = torch.where(place < players[:, None], seats, 0.0)
    return torch.cat([seats, chances[:, SEATS:]], 1)


class Values:
    """What the net says of the positions after each action."""

    def __init__(self, games: Games, net: Network, found: Positions) -> None:
        players = games.players[found.game]
        parts = []
        on_gpu = games.device.type == "cuda"
        with torch.no_grad(), torch.autocast(games.device.type, torch.float16, enabled=on_gpu):
            for most, first, last in games.groups:
                end = len(found.game) if last == games.n else int(found.starts[last])
                rows = slice(int(found.starts[first]), end)
                parts.append(net(found.x[rows], players[rows], most).exp())
        chances = torch.cat(parts)
        over = found.known[:, :1] >= 0
        self.chances = torch.where(over, found.known, chances)
        """Of each row, counted from the seat that acts."""
        self.over = over[:, 0]
        widest = int(games.column("count").max())
        self.own = torch.full((games.n, widest), -1.0, device=games.device)
        self.own[found.game, found.place] = self.chances[:, 0]
        """The chances of the seat that acts, a row for each game."""
        self.best = self.own.argmax(1)


class Learner:
    """A net, the games it plays, and what it has learnt so far."""

    def __init__(self, config: Config, kind: type[Games]) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        states = prepare(config.games, config.in_flight, config.turn_limit)
        self.games = kind(states, config.seed << 40)
        device = self.games.device
        widths = config.seat, config.width, config.narrow
        self.net = Network(*widths).to(device)
        self.mean = Network(*widths).to(device)
        self.mean.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=config.rate)
        self.iteration = 0
        self.played = 0
        self.decisions = 0
        self.loss = math.nan
        self._seats_by_policy(everywhere=True)
        self.games.advance(config.policy_noise)

    def iterate(self, part: float) -> None:
        """Play so many steps and learn from them; `part` of the training is over."""
        config = self.config
        alone = self.iteration < config.policy_iterations
        if self.iteration == config.policy_iterations:
            self._seats_by_policy(everywhere=False)
        trace = 1.0 if alone else config.trace + (config.last_trace - config.trace) * part
        rate = config.last_rate + (config.rate - config.last_rate) * 0.5 * (
            1.0 + math.cos(math.pi * part)
        )
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        exploration = 1.0 - (1.0 - config.last_exploration) * part
        seen = self._play(alone, exploration)
        self._learn(*self._targets(trace, *seen))
        with torch.no_grad():
            for kept, new in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                kept.lerp_(new, 1.0 - config.mean)
        self.iteration += 1

    def _seats_by_policy(self, *, everywhere: bool) -> None:
        """Choose which seats the rollout policy plays."""
        games = self.games
        if everywhere:
            games.column("by_policy")[:] = (1 << SEATS) - 1
            return
        chance = torch.rand(games.n, device=games.device)
        seat = (torch.rand(games.n, device=games.device) * games.players).long()
        games.column("by_policy")[:] = torch.where(chance < self.config.sparring, 1 << seat, 0)

    def _choose(self, values: Values, exploration: float) -> tuple[torch.Tensor, torch.Tensor]:
        """The number of the action in each game, and whether it is the best by the net."""
        games, config = self.games, self.config
        kind = torch.rand(games.n, device=games.device)
        noise = torch.rand_like(values.own)
        legal = values.own >= 0
        at_random = torch.where(legal, noise, -1.0).argmax(1)
        heat = values.own / config.temperature - torch.log(-torch.log(noise.clamp(1e-9, 1 - 1e-9)))
        softly = torch.where(legal, heat, _NEVER).argmax(1)
        chosen = values.best
        chosen = torch.where(kind < (config.random + config.soft) * exploration, softly, chosen)
        chosen = torch.where(kind < config.random * exploration, at_random, chosen)
        preferred = games.column("preferred")
        chosen = torch.where(preferred != NOBODY, preferred, chosen)
        return chosen, chosen == values.best

    def _play(self, alone: bool, exploration: float) -> tuple[torch.Tensor, ...]:
        """Play some steps; returns features, best chances, greed, ends, movers and outcomes."""
        games, config = self.games, self.config
        n, steps, device = games.n, config.steps, games.device
        half = torch.float16 if device.type == "cuda" else torch.float32
        xs = torch.empty((steps, n, FEATURES), dtype=half, device=device)
        best = torch.empty((steps + 1, n, OUTCOMES), device=device)
        greedy = torch.empty((steps, n), dtype=torch.bool, device=device)
        ended = torch.empty((steps, n), dtype=torch.bool, device=device)
        movers = torch.empty((steps, n), dtype=torch.int64, device=device)
        ends = torch.empty((steps, n, OUTCOMES), device=device)
        noise = config.policy_noise if alone else config.sparring_noise
        for step in range(steps + 1):
            found = games.positions()
            values = Values(games, self.net, found)
            mover = games.column("decider").clone()
            rows = found.starts + values.best
            best[step] = turned(values.chances[rows], mover, games.players)
            if step == steps:
                break
            chosen, greedy[step] = self._choose(values, exploration)
            xs[step] = found.x[found.starts + chosen].to(half)
            movers[step] = mover
            games.column("chosen")[:] = games.actions[games.every, chosen]
            games.advance(noise)
            ended[step] = games.column("ended") == 1
            winner = games.column("winner")
            outcome = torch.where(winner == NOBODY, SEATS, winner)
            ends[step] = nn.functional.one_hot(outcome, OUTCOMES).float()
        self.played += int(ended.sum())
        self.decisions += steps * n
        return xs, best, greedy, ended, movers, ends

    def _targets(
        self,
        trace: float,
        xs: torch.Tensor,
        best: torch.Tensor,
        greedy: torch.Tensor,
        ended: torch.Tensor,
        movers: torch.Tensor,
        ends: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Features, targets counted from the seat that acted, and players of all positions."""
        steps = len(xs)
        targets = torch.empty_like(ends)
        for step in range(steps - 1, -1, -1):
            if step == steps - 1:
                later = best[steps]
            else:
                follow = trace * greedy[step + 1].float()[:, None]
                later = (1.0 - follow) * best[step + 1] + follow * targets[step + 1]
            targets[step] = torch.where(ended[step][:, None], ends[step], later)
        running = ~ended
        players = self.games.players.expand(steps, -1)[running]
        mover = movers[running]
        return xs[running], turned(targets[running], -mover, players), players

    def _learn(self, xs: torch.Tensor, targets: torch.Tensor, players: torch.Tensor) -> None:
        """Go through the positions in random order."""
        total, batches = 0.0, 0
        most = int(players.max())
        for _ in range(self.config.passes):
            for rows in torch.randperm(len(xs), device=xs.device).split(self.config.batch):
                told = self.net(xs[rows].float(), players[rows], most)
                loss = -(targets[rows] * told).sum(1).mean()
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                self.optimiser.step()
                total, batches = total + loss.detach(), batches + 1
        self.loss = float(total) / max(1, batches)

    # Keeping and measuring.

    def layers(self) -> Layers:
        """The running mean of the weights, as arrays."""
        return [
            (each.weight.detach().cpu().numpy().T, each.bias.detach().cpu().numpy())
            for each in self.mean.layers()
        ]

    def save(self, path: Path) -> None:
        """Write the net for players."""
        save_net(path, self.layers())

    def state(self) -> dict[str, Any]:
        """Everything that is needed to go on later."""
        return {
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "iteration": self.iteration,
            "played": self.played,
            "decisions": self.decisions,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there, with games dealt anew."""
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.iteration, self.played = state["iteration"], state["played"]
        self.decisions = state["decisions"]
        if self.iteration > self.config.policy_iterations:
            self._seats_by_policy(everywhere=False)

    def take_weights(self, net: Net) -> None:
        """Begin with these weights: the rollout policy need not play alone first.

        A net with fewer units is made wider: the new ones add nothing yet, and learn. One with a layer for
        seats must have as many units there.
        """
        config = self.config
        if len(net.seat_bias) != config.seat:
            raise CartagenaError(
                f"The net has {len(net.seat_bias)} units for seats, this training {config.seat}."
            )
        layers = [(getattr(net, name), getattr(net, f"{name}_bias")) for name in LAYERS]
        with torch.no_grad():
            for part, (weight, bias) in zip(
                self.net.layers(), [each for each in layers if len(each[1])], strict=True
            ):
                inputs, units = weight.shape
                if inputs == WITHOUT_REACH:
                    inputs = REACH_AT
                if units > part.out_features or inputs > part.in_features:
                    raise CartagenaError(
                        f"The net has layers of {len(net.hidden)} and {len(net.narrow)} units, "
                        f"this training only {config.width} and {config.narrow}."
                    )
                part.weight[:units] = 0.0
                part.weight[:units, :inputs] = torch.as_tensor(weight[:inputs].T.copy())
                part.bias[:units] = torch.as_tensor(bias)
        self.mean.load_state_dict(self.net.state_dict())
        self.iteration = self.config.policy_iterations

    def against_policy(self, n: int, most_steps: int = 2000) -> float:
        """The net's share of wins, without search, one seat of it against the rollout policy.

        1 is as many as the policy's own seats win: its wins times the number of players.
        """
        kind = type(self.games)
        games = kind(prepare(self.config.games, n, self.config.turn_limit), 1 << 50)
        seat = games.every % games.players
        games.column("by_policy")[:] = ((1 << SEATS) - 1) & ~(1 << seat)
        games.advance(0.0)
        done = torch.zeros(n, dtype=torch.bool, device=games.device)
        share = torch.zeros(n, device=games.device)
        for _ in range(most_steps):
            values = Values(games, self.mean, games.positions())
            preferred = games.column("preferred")
            chosen = torch.where(preferred != NOBODY, preferred, values.best)
            games.column("chosen")[:] = games.actions[games.every, chosen]
            games.advance(0.0)
            first = (games.column("ended") == 1) & ~done
            won = first & (games.column("winner") == seat)
            share = torch.where(won, games.players.float(), share)
            done |= first
            if bool(done.all()):
                break
        return float(share[done].mean()) if bool(done.any()) else math.nan
