"""The table in the terminal: shows it, asks the person, lets the bots move, tells what happened."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from cartagena.bots import Budget
from cartagena.bots.self_play import ask
from cartagena.cli.menu import in_order, menu
from cartagena.cli.narrate import News, hand_news
from cartagena.errors import CartagenaError
from cartagena.rules.options import explanations

if TYPE_CHECKING:
    from cartagena.bots.bot import Bot
    from cartagena.game import Game
    from cartagena.rules.notation.moves import Move

HELP = """\
Type the number of a move, or the move itself:
  rum 7-21          play a card and advance (the target may be left out)
  back 21-19        go back and draw
  pass, skip, sail  and whatever else the list shows
Or one of these:
  table   show the table again          moves   list your moves again
  undo    take your last move back      rules   what is played here
  help    this text                     quit    leave the game"""


class Terminal:
    """One game between a person and bots."""

    def __init__(
        self, game: Game, me: str, bots: Mapping[str, Bot], rng: Random, title: str
    ) -> None:
        self.game = game
        self.me = me
        self.bots = bots
        self.rng = rng
        self.title = title
        self.deciders: list[str] = []  # who made each move so far

    def play(self) -> int:
        """Play to the end, or until the person leaves."""
        _line_editing()
        print(self.title)
        print("Type help for help, quit to leave.")
        while not self.game.over:
            if self.game.decider in self.bots:
                self._bot_moves(self.game.decider)
            elif not self._person_moves():
                print("You leave the game.")
                return 0
        self._finish()
        return 0

    def _bot_moves(self, who: str) -> None:
        move = ask(self.game, self.bots[who], self.rng, Budget())
        before = self.game.view(self.me)
        self._push(move)
        after = self.game.view(self.me)
        seen = self.game.moves_visible_to(self.me)[-1] == move.text
        print(News(move, who, before, after, seen=seen).sentence())
        if news := hand_news(before, after):
            print(news)

    def _person_moves(self) -> bool:
        """Ask until the game goes on; false when the person leaves."""
        self._show_table()
        self._show_moves()
        while True:
            try:
                text = input(f"{self.me}> ").strip()
            except EOFError:
                print()
                return False
            match text.lower():
                case "":
                    continue
                case "quit" | "exit" | "q":
                    return False
                case "help" | "?" | "h":
                    print(HELP)
                case "table":
                    self._show_table()
                case "moves":
                    self._show_moves()
                case "rules":
                    print(explanation(self.game))
                case "undo":
                    if self._undo():
                        return True
                    print("There is no move of yours to take back.")
                case _:
                    if self._try(text):
                        return True

    def _try(self, text: str) -> bool:
        """Make the move that was typed, or say why it cannot be made."""
        before = self.game.view(self.me)
        try:
            self._push(self._numbered(int(text)) if text.isdecimal() else text)
        except CartagenaError as error:
            print(error)
            return False
        if news := hand_news(before, self.game.view(self.me)):
            print(news)
        return True

    def _numbered(self, number: int) -> Move:
        moves = self._moves()
        if not 1 <= number <= len(moves):
            raise CartagenaError(f"There is no move {number}; they are numbered 1 to {len(moves)}.")
        return moves[number - 1]

    def _push(self, move: Move | str) -> None:
        who = self.game.decider
        self.game.push(move)
        self.deciders.append(who)

    def _undo(self) -> bool:
        """Take back the person's last move and what the bots did since."""
        if self.me not in self.deciders:
            return False
        while True:
            self.game.undo()
            if self.deciders.pop() == self.me:
                return True

    def _moves(self) -> list[Move]:
        return in_order(self.game.legal_moves)

    def _show_table(self) -> None:
        print()
        print(self.game.text(self.me).rstrip())

    def _show_moves(self) -> None:
        width = shutil.get_terminal_size().columns
        print()
        print("Your moves:")
        print(menu(self._moves(), width))

    def _finish(self) -> None:
        self._show_table()
        print()
        if self.game.winner is None:
            print("The game is over, and nobody wins.")
        elif self.game.winner == self.me:
            print("You win!")
        else:
            print(f"{self.game.winner.capitalize()} wins.")


def explanation(game: Game) -> str:
    """The options of this game, a sentence each."""
    lines = []
    for name, (sentence, _) in explanations().items():
        value = getattr(game.rules, name)
        shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        lines.append(f"  {name:<16} {shown:<8} {sentence}")
    return "\n".join(lines)


def _line_editing() -> None:
    """Arrow keys and history at the prompt, where Python has them."""
    with suppress(ImportError):
        import readline  # noqa: F401
