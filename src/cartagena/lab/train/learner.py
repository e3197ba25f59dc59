"""Self-play and learning: TD(lambda) on the positions after each action.

The net gives every position the chances of all seats. Its target is the net's own value of the best
position one action later, or of the one after that, and so on to the end of the game. Lambda weighs how
far it looks ahead. The trace ends at exploratory moves, whose results say little about good play.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import nn

from cartagena.bots.net.features import (
    DECK_AT,
    FEATURES,
    REACH,
    REACH_AT,
    SEAT,
    SEAT_FEATURES,
    SELF_AT,
    TABLE_FEATURES,
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
    """The net in PyTorch, for training. See `bots.net.network`."""

    def __init__(self, seat_units: int, hidden1: int, hidden2: int) -> None:
        super().__init__()
        self.seat = nn.Linear(SEAT_FEATURES, seat_units) if seat_units else None
        self.first = nn.Linear(
            SEATS * seat_units + TABLE_FEATURES if seat_units else FEATURES, hidden1
        )
        self.second = nn.Linear(hidden1, hidden2)
        self.last = nn.Linear(hidden2, OUTCOMES)

    def layers(self) -> list[nn.Linear]:
        """Return the layers in order."""
        return [each for each in (self.seat, self.first, self.second, self.last) if each]

    def _first_input(self, x: torch.Tensor, max_players: int) -> torch.Tensor:
        """Return the input of the first layer: the seats, encoded if they share a layer, and the table."""
        if self.seat is None:
            if max_players == SEATS:
                return x
            return torch.cat([x[:, : max_players * SEAT], x[:, DECK_AT:]], 1)
        seats = x[:, : max_players * SEAT].unflatten(1, (max_players, SEAT))
        reach = x[:, REACH_AT : REACH_AT + max_players * REACH].unflatten(1, (max_players, REACH))
        encoded = torch.relu(self.seat(torch.cat([seats, reach], 2)))
        encoded = encoded * seats[:, :, SELF_AT : SELF_AT + 1]  # 0 for an empty seat
        return torch.cat([encoded.flatten(1), x[:, DECK_AT:REACH_AT]], 1)

    def forward(
        self, x: torch.Tensor, players: torch.Tensor, max_players: int = SEATS
    ) -> torch.Tensor:
        """Return the log-chances, starting with the acting seat and ending with no winner.

        No game may have more than `max_players` players. Features of further seats are skipped.
        """
        weight = self.first.weight
        if max_players < SEATS:
            per_seat = SEAT if self.seat is None else self.seat.out_features
            end = max_players * per_seat
            weight = torch.cat([weight[:, :end], weight[:, SEATS * per_seat :]], 1)
        hidden = nn.functional.linear(self._first_input(x, max_players), weight, self.first.bias)
        # Only the wide layer may use half precision, because moves differ by less than 1 %.
        with torch.autocast(x.device.type, enabled=False):
            out = self.last(torch.relu(self.second(torch.relu(hidden.float()))))
        index = torch.arange(OUTCOMES, device=x.device)
        absent = (index >= players[:, None]) & (index < SEATS)
        return torch.log_softmax(out.masked_fill(absent, _NEVER), 1)


def rotate_seats(chances: torch.Tensor, by: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Rotate chances to start with another seat: index p becomes index p + by."""
    index = torch.arange(SEATS, device=chances.device)
    source = (index - by[:, None]) % players[:, None]
    seats = chances[:, :SEATS].gather(1, source)
    seats = torch.where(index < players[:, None], seats, 0.0)
    return torch.cat([seats, chances[:, SEATS:]], 1)


class Values:
    """The net's values of the positions after each action."""

    def __init__(self, games: Games, net: Network, positions: Positions) -> None:
        players = games.players[positions.game]
        parts = []
        on_gpu = games.device.type == "cuda"
        with torch.no_grad(), torch.autocast(games.device.type, torch.float16, enabled=on_gpu):
            for max_players, first, last in games.groups:
                end = len(positions.game) if last == games.n else int(positions.starts[last])
                rows = slice(int(positions.starts[first]), end)
                parts.append(net(positions.x[rows], players[rows], max_players).exp())
        chances = torch.cat(parts)
        over = positions.outcome[:, :1] >= 0
        self.chances = torch.where(over, positions.outcome, chances)
        """The chances of each row, starting with the acting seat."""
        max_actions = int(games.column("count").max())
        self.own = torch.full((games.n, max_actions), -1.0, device=games.device)
        self.own[positions.game, positions.index] = self.chances[:, 0]
        """The chances of the acting seat, one row per game. -1 where there is no action."""
        self.best = self.own.argmax(1)


class Experience(NamedTuple):
    """The steps of one iteration. The first axis is the step, the second the game."""

    xs: torch.Tensor
    """Features of the position after the chosen action."""
    best: torch.Tensor
    """Chances after the best action by the net, starting with seat 0. One step longer than the others."""
    greedy: torch.Tensor
    """True where the chosen action was the best one."""
    ended: torch.Tensor
    """True where the action ended the game."""
    deciders: torch.Tensor
    """The seat that acted."""
    outcomes: torch.Tensor
    """The outcome where the action ended the game, starting with seat 0."""


class Learner:
    """A net, the games it plays, and its training state."""

    def __init__(self, config: Config, kind: type[Games]) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        states = prepare(config.games, config.num_games, config.turn_limit)
        self.games = kind(states, config.seed << 40)
        device = self.games.device
        units = config.seat_units, config.hidden1, config.hidden2
        self.net = Network(*units).to(device)
        self.averaged = Network(*units).to(device)
        self.averaged.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=config.rate)
        self.iteration = 0
        self.games_played = 0
        self.decisions = 0
        self.loss = math.nan
        self._assign_policy_seats(everywhere=True)
        self.games.advance(config.policy_noise)

    def iterate(self, progress: float) -> None:
        """Run one iteration: play `config.steps` steps, then learn from them.

        `progress` is the progress of the training from 0 to 1.
        """
        config = self.config
        policy_only = self.iteration < config.policy_iterations
        if self.iteration == config.policy_iterations:
            self._assign_policy_seats(everywhere=False)
        trace = 1.0
        if not policy_only:
            trace = config.trace + (config.last_trace - config.trace) * progress
        rate = config.last_rate + (config.rate - config.last_rate) * 0.5 * (
            1.0 + math.cos(math.pi * progress)
        )
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        exploration = 1.0 - (1.0 - config.last_exploration) * progress
        noise = config.policy_noise if policy_only else config.opponent_noise
        experience = self._play(noise, exploration)
        self._learn(*self.targets(trace, experience))
        with torch.no_grad():
            parameters = zip(self.averaged.parameters(), self.net.parameters(), strict=True)
            for average, new in parameters:
                average.lerp_(new, 1.0 - config.ema_decay)
        self.iteration += 1

    def _assign_policy_seats(self, *, everywhere: bool) -> None:
        """Choose the seats that the rollout policy plays."""
        games = self.games
        if everywhere:
            games.column("policy_seats")[:] = (1 << SEATS) - 1
            return
        chance = torch.rand(games.n, device=games.device)
        seat = (torch.rand(games.n, device=games.device) * games.players).long()
        against_policy = chance < self.config.opponent_share
        games.column("policy_seats")[:] = torch.where(against_policy, 1 << seat, 0)

    def _choose(self, values: Values, exploration: float) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the index of the chosen action per game, and whether it is the best by the net."""
        games, config = self.games, self.config
        kind = torch.rand(games.n, device=games.device)
        noise = torch.rand_like(values.own)
        legal = values.own >= 0
        random_choice = torch.where(legal, noise, -1.0).argmax(1)
        gumbel = -torch.log(-torch.log(noise.clamp(1e-9, 1 - 1e-9)))
        logits = values.own / config.temperature + gumbel
        softmax_choice = torch.where(legal, logits, _NEVER).argmax(1)
        explored = (config.random_share + config.softmax_share) * exploration
        choice = torch.where(kind < explored, softmax_choice, values.best)
        choice = torch.where(kind < config.random_share * exploration, random_choice, choice)
        policy_choice = games.column("policy_choice")
        choice = torch.where(policy_choice != NOBODY, policy_choice, choice)
        return choice, choice == values.best

    def _play(self, noise: float, exploration: float) -> Experience:
        """Play the steps of one iteration. The rollout policy plays with this noise."""
        games = self.games
        n, steps, device = games.n, self.config.steps, games.device
        half = torch.float16 if device.type == "cuda" else torch.float32
        experience = Experience(
            xs=torch.empty((steps, n, FEATURES), dtype=half, device=device),
            best=torch.empty((steps + 1, n, OUTCOMES), device=device),
            greedy=torch.empty((steps, n), dtype=torch.bool, device=device),
            ended=torch.empty((steps, n), dtype=torch.bool, device=device),
            deciders=torch.empty((steps, n), dtype=torch.int64, device=device),
            outcomes=torch.empty((steps, n, OUTCOMES), device=device),
        )
        for step in range(steps + 1):
            positions = games.positions()
            values = Values(games, self.net, positions)
            decider = games.column("decider").clone()
            rows = positions.starts + values.best
            experience.best[step] = rotate_seats(values.chances[rows], decider, games.players)
            if step == steps:
                break
            choice, experience.greedy[step] = self._choose(values, exploration)
            experience.xs[step] = positions.x[positions.starts + choice].to(half)
            experience.deciders[step] = decider
            games.choose(choice)
            games.advance(noise)
            experience.ended[step] = games.column("ended") == 1
            winner = games.column("winner")
            outcome = torch.where(winner == NOBODY, SEATS, winner)
            experience.outcomes[step] = nn.functional.one_hot(outcome, OUTCOMES).float()
        self.games_played += int(experience.ended.sum())
        self.decisions += steps * n
        return experience

    def targets(
        self, trace: float, experience: Experience
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return features, targets from the acting seat, and players of all running positions."""
        xs, best, greedy, ended, deciders, outcomes = experience
        steps = len(xs)
        targets = torch.empty_like(outcomes)
        for step in range(steps - 1, -1, -1):
            if step == steps - 1:
                later = best[steps]
            else:
                follow = trace * greedy[step + 1].float()[:, None]
                later = (1.0 - follow) * best[step + 1] + follow * targets[step + 1]
            targets[step] = torch.where(ended[step][:, None], outcomes[step], later)
        running = ~ended
        players = self.games.players.expand(steps, -1)[running]
        return (
            xs[running],
            rotate_seats(targets[running], -deciders[running], players),
            players,
        )

    def _learn(self, xs: torch.Tensor, targets: torch.Tensor, players: torch.Tensor) -> None:
        """Update the net with all positions in random order."""
        total, batches = 0.0, 0
        max_players = int(players.max())
        for _ in range(self.config.passes):
            for rows in torch.randperm(len(xs), device=xs.device).split(self.config.batch):
                log_chances = self.net(xs[rows].float(), players[rows], max_players)
                loss = -(targets[rows] * log_chances).sum(1).mean()
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                self.optimiser.step()
                total, batches = total + loss.detach(), batches + 1
        self.loss = float(total) / max(1, batches)

    # Saving and measuring.

    def layers(self) -> Layers:
        """Return the averaged weights as arrays."""
        return [
            (each.weight.detach().cpu().numpy().T, each.bias.detach().cpu().numpy())
            for each in self.averaged.layers()
        ]

    def save(self, path: Path) -> None:
        """Write the net for bots."""
        save_net(path, self.layers())

    def state(self) -> dict[str, Any]:
        """Return everything that `restore` needs."""
        return {
            "net": self.net.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "iteration": self.iteration,
            "games_played": self.games_played,
            "decisions": self.decisions,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore a state. The games are dealt again."""
        self.net.load_state_dict(state["net"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.iteration, self.games_played = state["iteration"], state["games_played"]
        self.decisions = state["decisions"]
        if self.iteration > self.config.policy_iterations:
            self._assign_policy_seats(everywhere=False)

    def take_weights(self, net: Net) -> None:
        """Start with the weights of a net, and skip the iterations of the rollout policy.

        A net with fewer units is widened. The new units contribute nothing at first, and then learn. A
        shared layer for seats must have the same number of units.
        """
        config = self.config
        if len(net.seat_bias) != config.seat_units:
            raise CartagenaError(
                f"The net has {len(net.seat_bias)} seat units, the configuration "
                f"{config.seat_units}. They must be equal."
            )
        layers = [(getattr(net, name), getattr(net, f"{name}_bias")) for name in LAYERS]
        with torch.no_grad():
            for layer, (weight, bias) in zip(
                self.net.layers(), [each for each in layers if len(each[1])], strict=True
            ):
                inputs, units = weight.shape
                if inputs == WITHOUT_REACH:
                    inputs = REACH_AT
                if units > layer.out_features or inputs > layer.in_features:
                    raise CartagenaError(
                        f"The net has layers of {len(net.hidden1)} and {len(net.hidden2)} units, "
                        f"the configuration only {config.hidden1} and {config.hidden2}."
                    )
                layer.weight[:units] = 0.0
                layer.weight[:units, :inputs] = torch.as_tensor(weight[:inputs].T.copy())
                layer.bias[:units] = torch.as_tensor(bias)
        self.averaged.load_state_dict(self.net.state_dict())
        self.iteration = self.config.policy_iterations

    def against_policy(self, n: int, max_steps: int = 2000) -> float:
        """Measure the net's wins without search, with one seat against the rollout policy.

        Returns the wins as a multiple of the fair share: 1 is as strong as the policy.
        """
        kind = type(self.games)
        games = kind(prepare(self.config.games, n, self.config.turn_limit), 1 << 50)
        seat = games.every % games.players
        games.column("policy_seats")[:] = ((1 << SEATS) - 1) & ~(1 << seat)
        games.advance(0.0)
        done = torch.zeros(n, dtype=torch.bool, device=games.device)
        share = torch.zeros(n, device=games.device)
        for _ in range(max_steps):
            values = Values(games, self.averaged, games.positions())
            policy_choice = games.column("policy_choice")
            games.choose(torch.where(policy_choice != NOBODY, policy_choice, values.best))
            games.advance(0.0)
            newly_done = (games.column("ended") == 1) & ~done
            won = newly_done & (games.column("winner") == seat)
            share = torch.where(won, games.players.float(), share)
            done |= newly_done
            if bool(done.all()):
                break
        return float(share[done].mean()) if bool(done.any()) else math.nan
