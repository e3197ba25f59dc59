"""Ways to make a move on the page: by mouse, by dragging, by touch, by keyboard."""

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

CHOICES: Final = ("take", "keep", "give", "put", "discard")
BUTTONS: Final = ("sail", "pass", "skip")
TABS: Final = 150
"""Number of presses of the Tab key after which the search for a control fails."""
TRIES: Final = 3
"""A busy Chromium cancels a touch if the page responds after 200 ms. Then try the drag again."""

TOWARDS = """selector => {
  const wanted = document.querySelector(selector);
  const here = document.activeElement;
  if (!wanted || wanted === here) return wanted ? "there" : "gone";
  return here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""


@dataclass(frozen=True, slots=True)
class Move:
    """A parsed move. See docs/notation.md."""

    text: str
    verb: str
    card: str
    colour: str
    origin: str
    target: str


def parse_move(text: str, seat: str) -> Move:
    """Parse a move of this seat."""
    words = text.split()
    origin, _, target = words[-1].partition("-")
    verb, card, colour = words[0], "", seat
    if verb == "morgan":
        colour = words[1]
    elif verb in ("with", "as", *CHOICES):
        card = words[1]
    elif verb.endswith("!"):
        verb, card = "spell", verb[:-1].partition("+")[0]
        colour = words[1] if len(words) > 1 else ""
    elif verb not in ("back", *BUTTONS):
        verb, card = "advance", words[0]
    return Move(text, verb, card, colour, origin, target)


class Mouse:
    """Makes moves by mouse."""

    def press(self, page: Page, selector: str) -> None:
        page.locator(selector).last.click()

    def make(self, page: Page, move: Move) -> None:
        """Make this move."""
        if move.verb in BUTTONS:
            self.press(page, f".buttons .{move.verb}")
        elif move.verb in CHOICES:
            self.press(page, f".choice [data-card='{move.card}'].card-button")
        elif move.verb == "spell":
            self.spell(page, move)
        else:
            if move.card:
                panel = ".choice" if move.verb == "as" else ".hand"
                self.press(page, f"{panel} [data-card='{move.card}'].card-button")
            self.run(page, move)

    def spell(self, page: Page, move: Move) -> None:
        """Turn the card to its dark side and cast its spell."""
        card = f".hand [data-card='{move.card}'].card-button"
        self.press(page, card)
        if not page.locator(f"{card}.spell-side").count():
            self.press(page, card)
        self.press(page, f".buttons .spell[data-move='{move.text}']")

    def run(self, page: Page, move: Move) -> None:
        """Press the pirate and, if no card is chosen, the target."""
        self.press(page, _pirate(move))
        if not move.card:
            self.press(page, _target(move))


class Drag(Mouse):
    """Makes moves by dragging pirates to their targets."""

    def run(self, page: Page, move: Move) -> None:
        page.mouse.move(1, 1)  # Pointing at another pirate may light a target above this one.
        page.locator(_pirate(move)).last.hover()  # waits until it has come to rest
        x, y = _middle(page, _pirate(move))
        page.mouse.down()
        page.mouse.move(x + 12, y + 6, steps=3)
        page.mouse.move(*_middle(page, _target(move)), steps=4)
        page.mouse.up()


class DragByTouch(Mouse):
    """Makes moves by dragging with a finger on a large screen."""

    def run(self, page: Page, move: Move) -> None:
        finger = page.context.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            touches = [{"x": x, "y": y} for x, y in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

        for _ in range(TRIES):
            x, y = _middle(page, _pirate(move))
            touch("touchStart", (x, y))
            for step in range(1, 5):
                touch("touchMove", (x + 5 * step, y + 2 * step))
            try:
                page.locator(_target(move)).last.wait_for(timeout=3000)
            except TooLate:
                touch("touchEnd")
                continue
            touch("touchMove", _middle(page, _target(move)))
            touch("touchEnd")
            break
        else:
            raise AssertionError(f"no finger could take the pirate of {move.text}")
        finger.detach()


class Touch(Mouse):
    """Makes moves by touch."""

    def press(self, page: Page, selector: str) -> None:
        page.locator(selector).last.tap()


class Keys(Mouse):
    """Makes moves by keyboard alone."""

    def press(self, page: Page, selector: str) -> None:
        page.wait_for_selector(selector)
        for _ in range(TABS):
            where = page.evaluate(TOWARDS, selector)
            if where == "there":
                page.keyboard.press("Enter")
                return
            page.keyboard.press(where)
        raise AssertionError(f"the focus never came to {selector}")

    def run(self, page: Page, move: Move) -> None:
        if not page.locator(".board-list:visible").count():
            self.press(page, ".drawer-button")
            self.press(page, "[role=tab][data-tab=list]")
        self.press(page, f".board-list [data-colour='{move.colour}'][data-place='{move.origin}']")
        self.press(page, f".buttons .move-button[data-move='{move.text}']")


def _pirate(move: Move) -> str:
    return f".pirate.movable[data-colour='{move.colour}'][data-place='{move.origin}']:not(.behind)"


def _target(move: Move) -> str:
    """Return the highlighted target, or its badge for this card or gain."""
    lit = f".board [data-target='{move.target}']"
    return (
        f"{lit} .gain-badge"
        if move.verb in ("back", "morgan")
        else f"{lit} [data-badge='{move.card}']"
    )


def _middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).last.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
