/** The texts of the tutorial. */

import { t } from "../lib/i18n.js";

/**
 * The text of a lesson: its title, what to do at each step, and what it has shown.
 * @param {string} name
 * @returns {{ title: string, ask: string[], learnt: string }}
 */
export function lessonText(name) {
  switch (name) {
    case "run":
      return {
        title: t("Advance"),
        ask: [
          t(
            "You are Blue. A card moves a pirate forward to the nearest empty space with that symbol. Choose the dagger card, then your pirate in jail, then the highlighted space.",
          ),
        ],
        learnt: t("From jail to space 7: the dagger on 5 was occupied, so you jumped over it."),
      };
    case "leap":
      return {
        title: t("Jump over others"),
        ask: [
          t("Play another dagger with the pirate in jail."),
          t("Now the dagger on 7 is occupied. Play another dagger with a pirate on space 6: how far does it jump?"),
        ],
        learnt: t("All the way to 15! Pirates in a long chain carry each other far. That’s the heart of the game."),
      };
    case "aboard":
      return {
        title: t("All aboard"),
        ask: [
          t(
            "If there is no empty space with that symbol ahead, the pirate goes all the way to the end. Use a bottle to bring a pirate aboard from space 17.",
          ),
        ],
        learnt: t(
          "Every bottle ahead was occupied, so the way was clear. The first player with all pirates aboard wins.",
        ),
      };
    case "back":
      return {
        title: t("Go back for cards"),
        ask: [
          t(
            "Now you are Red. You only get cards by going back, to the nearest space behind you with one or two pirates. You draw one card for each. Go back from 8.",
          ),
        ],
        learnt: t("Two pirates stood on 6, so you drew two cards. A space with three is full, and you skip it."),
      };
    case "plan":
      return {
        title: t("Three actions, one plan"),
        ask: [
          t(
            "A turn has up to three actions. You are Blue again: first use the bottle to bring the pirate on 17 aboard.",
          ),
          t("Now only two pirates are left on 17. Go back there from 18: two cards!"),
          t("Finally, play a dagger to get the pirate out of jail."),
        ],
        learnt: t(
          "One pirate aboard, two cards drawn, one pirate out of jail. This turn is from the rulebooks of 2000.",
        ),
      };
    case "sail":
      return {
        title: t("The sloop sails"),
        ask: [
          t(
            "In the Complete Escape, the sloop carries pirates across the sea. You have the most pirates aboard, so you are the captain and may sail for free at the start of your turn. Press “Sail for free”.",
          ),
        ],
        learnt: t("You sailed and still have all three actions. Now your pirates can land in the jungle."),
      };
    case "morgan":
      return {
        title: t("Morgan"),
        ask: [
          t(
            "With Morgan, you get cards by helping others: move another player’s pirate forward to the next space with one or two pirates. Help Red’s pirate on 8.",
          ),
        ],
        learnt: t("It joined two of your pirates, so you drew two cards."),
      };
    default:
      return {
        title: t("Black Magic Woman"),
        ask: [t("You can also play a card as a spell. Choose the lantern and press its spell button.")],
        learnt: t(
          "You drew four cards. In a real game you’d keep one and put three back in any order. That’s all you need to know. Go and play!",
        ),
      };
  }
}
