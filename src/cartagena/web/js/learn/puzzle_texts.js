/** The explanations of the puzzles. */

import { t } from "../lib/i18n.js";

/**
 * What a puzzle shows, said when it is solved.
 * @param {string} game
 * @param {string} name
 */
export function puzzleExplanation(game, name) {
  switch (`${game} ${name}`) {
    case "jamaica full space":
      return t(
        "Three pirates stand on 17: the space is full and is passed. The next one behind with one or two pirates is 12.",
      );
    case "tortuga rich":
      return t(
        "First 17 must lose a pirate; then it holds two, and going back there from 18 gains two cards. In the end two stand on 12 as well: five cards in three actions.",
      );
    case "tortuga aboard":
      return t(
        "All bottles ahead of 17 are taken, so the bottle carries the pirate aboard, and the two who stay on 17 are worth two cards.",
      );
    case "tortuga far":
      return t("Each dagger leaps over the one before: 7, then 15, then 24. Thirty-four spaces in one turn.");
    case "tortuga skull":
      return t("The skulls on 12 and 17 are occupied and are leapt over; 23 is the nearest empty one.");
    case "tortuga two cards":
      return t("Two pirates stand on 6, one on each of the other spaces. Open cards let you see what you will draw.");
    case "hispaniola row":
      return t(
        "The row is taken from the end with the arrow: first the bottle, then the dagger. One card would not have been enough.",
      );
    case "escape rum":
      return t("The barrels on 11 and 15 are occupied, and 21 is the nearest empty one.");
    case "escape hooks":
      return t(
        "After the first hook every hook is occupied: the second one carries a pirate from jail straight to the sloop.",
      );
    case "escape red":
      return t("Two pirates stand on 9. A pirate may even leave the sloop for a card, but 36 holds only one.");
    case "escape empty hand":
      return t("A turn has at least one action. But with no cards in hand you may skip all of it and draw one.");
    case "island flooded":
      return t(
        "Nobody goes back to the start, here the half-flooded sloop. Out of the cove one may go back for cards.",
      );
    case "complete captain":
      return t(
        "After sailing, the sloop lies at Tortuga, and nobody can board it at Cartagena. The captain's free sail leaves all three actions.",
      );
    case "complete boarding":
      return t(
        "The rum on 6, 12 and 16 is occupied, so the tunnel leads to its end: aboard the sloop, which lies at Cartagena.",
      );
    case "complete crowded":
      return t("At most three pirates of a colour fit aboard. A fourth must wait in the tunnel.");
    case "morgan help":
      return t("On 12 stand two pirates: two cards for helping Red there.");
    case "morgan green":
      return t(
        "A pirate that Morgan brings to the end of the way is worth two cards, and so is one that joins two others.",
      );
    case "filibusters dark":
      return t(
        "A dark card makes all others discard down to seven: Red two cards, Green one. Whoever played it keeps everything.",
      );
    case "black-magic hook":
      return t(
        "The hook moves two of your pirates that stand together, with a second card. Only on the sloop do two stand together.",
      );
    case "black-magic weapons":
      return t("Green holds no cards: there is nothing to look at or to take.");
    case "black-magic rum":
      return t("You draw one card more than there are players, keep two and give one to each of the others.");
    case "black-magic lantern":
      return t("The card put back last lies on top. Going back onto two pirates then draws it.");
    case "black-magic parrots":
      return t("Two parrots are one card of any other symbol. All rum ahead is taken, so as rum they lead aboard.");
    case "black-magic chest":
      return t(
        "A chest is opened by a pirate who stands on it. The token on 20 is gone already; the one on 10 held three cards.",
      );
    case "short win":
      return t(
        "Your own pirate on 22 closes the hook there and lets the other leap to the sloop. In the short game four pirates are enough.",
      );
    case "long ladder":
      return t("On eight tiles a chain of occupied hooks carries a pirate from jail to 47.");
    default:
      return t("A dark card counts when it is played for its spell, too: the others discard when the spell is over.");
  }
}
