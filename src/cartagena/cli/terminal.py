"""The game in the terminal: shows the table, asks the user for moves and narrates the bots' moves."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from cartagena.bots.bot import choose_move
from cartagena.cli.menu import in_order, menu
from cartagena.cli.narrate import MoveNarrator, describe_new_cards
from cartagena.errors import CartagenaError
from cartagena.rules.options import option_help

if TYPE_CHECKING:
    from cartagena.bots.entrant import Entrant
    from cartagena.game import Game
    from cartagena.rules.notation.moves import Move

HELP = """\
Type the number of a move, or the move itself:
  rum 7-21          play a card and advance (the target is optional)
  back 21-19        go back and draw
  pass, skip, sail  and anything else in the list
Or one of these commands:
  table   show the table again          moves   list your moves again
  undo    undo your last move           rules   the rules of this game
  help    show this help                quit    leave the game"""


class Terminal:
    """One game between the user and bots."""

    def __init__(
        self, game: Game, me: str, entrants: Mapping[str, Entrant], rng: Random, title: str
    ) -> None:
        self.game = game
        self.me = me
        self.bots = {seat: (entrant.bot(), entrant.budget) for seat, entrant in entrants.items()}
        self.rng = rng
        self.title = title
        self.deciders: list[str] = []  # the colour that made each move

    def play(self) -> int:
        """Play until the game is over or the user quits. Returns the exit status."""
        _line_editing()
        print(self.title)
        print("Type help for help, quit to leave.")
        while not self.game.over:
            if self.game.decider in self.bots:
                self._bot_moves(self.game.decider)
            elif not self._user_moves():
                print("You left the game.")
                return 0
        self._finish()
        return 0

    def _bot_moves(self, who: str) -> None:
        bot, budget = self.bots[who]
        move = choose_move(self.game, bot, self.rng, budget)
        before = self.game.view(self.me)
        self._push(move)
        after = self.game.view(self.me)
        visible = self.game.moves_visible_to(self.me)[-1] == move.text
        print(MoveNarrator(move, who, before, after, card_visible=visible).sentence())
        if new_cards := describe_new_cards(before, after):
            print(new_cards)

    def _user_moves(self) -> bool:
        """Ask until the user has moved or undone a move. Returns False if the user quits."""
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
                    print(describe_rules(self.game))
                case "undo":
                    if self._undo():
                        return True
                    print("You have no move to undo.")
                case _:
                    if self._play_typed(text):
                        return True

    def _play_typed(self, text: str) -> bool:
        """Play the typed move, or print why it is illegal and return False."""
        before = self.game.view(self.me)
        try:
            self._push(self._numbered(int(text)) if text.isdecimal() else text)
        except CartagenaError as error:
            print(error)
            return False
        if new_cards := describe_new_cards(before, self.game.view(self.me)):
            print(new_cards)
        return True

    def _numbered(self, number: int) -> Move:
        moves = self._moves()
        if not 1 <= number <= len(moves):
            raise CartagenaError(f"There’s no move {number}. Choose 1 to {len(moves)}.")
        return moves[number - 1]

    def _push(self, move: Move | str) -> None:
        who = self.game.decider
        self.game.push(move)
        self.deciders.append(who)

    def _undo(self) -> bool:
        """Undo the user's last move and everything since. Returns False if there is none."""
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
            print("The game is over. Nobody wins.")
        elif self.game.winner == self.me:
            print("You win!")
        else:
            print(f"{self.game.winner.capitalize()} wins.")


def describe_rules(game: Game) -> str:
    """Describe each option of this game in a line."""
    lines = []
    for name, (sentence, _) in option_help().items():
        value = getattr(game.rules, name)
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        lines.append(f"  {name:<16} {text:<8} {sentence}")
    return "\n".join(lines)


def _line_editing() -> None:
    """Enable arrow keys and history at the prompt if Python supports them."""
    with suppress(ImportError):
        import readline  # noqa: F401
