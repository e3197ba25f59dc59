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
        title: t("Run ahead"),
        ask: [
          t(
            "You are Blue. A card moves a pirate to the nearest empty space with its symbol. Choose the dagger card, then your pirate in jail, then the lit space.",
          ),
        ],
        learnt: t("From jail to space 7: the dagger on 5 was not empty, so it was leapt over."),
      };
    case "leap":
      return {
        title: t("Leap over others"),
        ask: [
          t("Play a dagger with the pirate in jail again."),
          t("Now the dagger on 7 is taken. Play another one with a pirate on space 6: how far does it leap?"),
        ],
        learnt: t("All the way to 15. Pirates in a long chain carry each other far: that is the heart of the game."),
      };
    case "aboard":
      return {
        title: t("All aboard"),
        ask: [
          t(
            "If no empty space with the symbol lies ahead, the pirate runs to the end. Find the one bottle that brings a pirate aboard from space 17.",
          ),
        ],
        learnt: t("Every bottle ahead was taken, so the way was free. Who has all pirates aboard first wins."),
      };
    case "back":
      return {
        title: t("Go back for cards"),
        ask: [
          t(
            "Now you are Red. Cards come only from going back: to the nearest space behind with one or two pirates, for one or two cards. Go back from 8.",
          ),
        ],
        learnt: t("Two pirates stood on 6, so you drew two cards. A space with three is full and is passed."),
      };
    case "plan":
      return {
        title: t("Three actions, one plan"),
        ask: [
          t("A turn has up to three actions. Blue again: first bring the pirate on 17 aboard with the bottle."),
          t("Now only two stand on 17. Go back there from 18: two cards!"),
          t("Last, bring the pirate in jail onto the way with a dagger."),
        ],
        learnt: t("One aboard, two cards gained, one out of jail. This turn is from the rulebooks of 2000."),
      };
    case "sail":
      return {
        title: t("The sloop sails"),
        ask: [
          t(
            "In the Complete Escape the sloop carries pirates over the sea. You have the most aboard: you are captain and sail free at the start of your turn. Press Sail.",
          ),
        ],
        learnt: t("You sailed and still have all three actions. Now your pirates can land in the jungle."),
      };
    case "morgan":
      return {
        title: t("Morgan"),
        ask: [
          t(
            "With Morgan, cards come from helping others: move another player's pirate ahead to the next space with one or two pirates. Help Red's pirate on 8.",
          ),
        ],
        learnt: t("It joined two of yours, so you drew two cards."),
      };
    default:
      return {
        title: t("Black Magic Woman"),
        ask: [t("Cards can be played for a spell instead. Choose the lantern and announce its spell.")],
        learnt: t(
          "You drew four cards: you would keep one and put three back in the order you like. Now you know enough. Play!",
        ),
      };
  }
}
