/** The explanations of the worked examples. */

import { t } from "../../lib/i18n.js";

/**
 * Return the explanation of a solved example.
 * @param {string} game
 * @param {string} name
 */
export function exampleExplanation(game, name) {
  switch (`${game} ${name}`) {
    case "jamaica full space":
      return t(
        "There are three pirates on 17, so the space is full and you skip it. The next space behind with one or two pirates is 12.",
      );
    case "tortuga rich":
      return t(
        "First a pirate must leave 17. Then two are left there, and going back to it from 18 draws two cards. At the end there are two on 12 as well: five cards in three actions.",
      );
    case "tortuga aboard":
      return t(
        "Every bottle ahead of 17 is occupied, so the bottle takes the pirate aboard, and the two left on 17 are worth two cards.",
      );
    case "tortuga far":
      return t("Each dagger jumps over the one before: 7, then 15, then 24. Thirty-four spaces in one turn.");
    case "tortuga skull":
      return t("The skulls on 12 and 17 are occupied, so the pirate jumps over them. The nearest empty one is 23.");
    case "tortuga two cards":
      return t(
        "There are two pirates on 6, but only one on each of the other spaces. With open cards you can see what you’ll draw.",
      );
    case "hispaniola row":
      return t(
        "Cards are drawn from the end of the row with the arrow: first the bottle, then the dagger. One card wouldn’t have been enough.",
      );
    case "escape rum":
      return t("The rum on 11 and 15 is occupied. The nearest empty rum space is 21.");
    case "escape hooks":
      return t(
        "After the first hook, every hook is occupied, so the second one takes a pirate from jail straight to the sloop.",
      );
    case "escape red":
      return t(
        "There are two pirates on 9. A pirate may even leave the sloop for a card, but there is only one on 36.",
      );
    case "escape empty hand":
      return t("A turn has at least one action. But with no cards in hand, you may skip the whole turn and draw one.");
    case "island flooded":
      return t(
        "Nobody goes back to the start, which here is the half-flooded sloop. But you may go back from the cove to draw cards.",
      );
    case "complete captain":
      return t(
        "After sailing, the sloop is at Tortuga, so nobody can board it at Cartagena. The captain’s free sail still leaves all three actions.",
      );
    case "complete boarding":
      return t(
        "The rum spaces 6, 12 and 16 are occupied, so the pirate runs to the end of the tunnel: aboard the sloop, which is at Cartagena.",
      );
    case "complete crowded":
      return t("The sloop holds at most three pirates of each colour. A fourth must wait in the tunnel.");
    case "morgan help":
      return t("There are two pirates on 12: helping Red there draws two cards.");
    case "morgan green":
      return t(
        "A pirate that Morgan brings to the end of the path is worth two cards, and so is one that joins two others.",
      );
    case "filibusters dark":
      return t(
        "A dark card makes everyone else discard down to seven: Red two cards, Green one. The player who played it keeps everything.",
      );
    case "black-magic hook":
      return t(
        "With a second card, the hook moves two of your pirates from the same place. Only on the sloop do two stand together.",
      );
    case "black-magic weapons":
      return t("Green has no cards, so there is nothing to look at or take.");
    case "black-magic rum":
      return t("You draw one more card than there are players, keep two and give one to each of the others.");
    case "black-magic lantern":
      return t("The card put back last is on top. Going back to a space with two pirates then draws it.");
    case "black-magic parrots":
      return t(
        "Two parrots count as one card of any other symbol. All rum spaces ahead are occupied, so played as rum they take a pirate aboard.",
      );
    case "black-magic chest":
      return t(
        "Only a pirate standing on a chest can open it. The chest on 20 is already gone; the one on 10 held three cards.",
      );
    case "short win":
      return t(
        "Your own pirate occupies the hook on 22 and lets the other one jump to the sloop. In the short game, four pirates are enough.",
      );
    case "long ladder":
      return t("On eight tiles, a chain of occupied hooks takes a pirate from jail to 47.");
    default:
      return t("A dark card also counts when it is played as a spell: the others discard when the spell is over.");
  }
}
