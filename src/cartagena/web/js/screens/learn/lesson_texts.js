/** The texts of the tutorial. */

import { t } from "../../lib/i18n.js";
import { presetTitle } from "../../model/catalogue.js";
import { symbolName } from "../../model/names.js";

/** The text of a lesson: its title, what to do at each step, and what it has taught. @typedef {{ title: string, ask: string[], learnt: string }} LessonText */

/**
 * Return the text of a lesson, and its name in the list of lessons.
 * @param {string} lesson
 * @returns {LessonText & { name: string }}
 */
export function lessonText(lesson) {
  const text = basicText(lesson) ?? spellText(lesson);
  return { name: text.title, ...text };
}

/** Return the text of a lesson about a game without spells, or null. @param {string} name @returns {LessonText | null} */
function basicText(name) {
  switch (name) {
    case "goal":
      return {
        title: t("The goal"),
        ask: [],
        learnt: t(
          "Six pirates of each colour sit in jail. A path of 36 spaces leads to the sloop. The first player whose pirates are all aboard wins. You are Blue.",
        ),
      };
    case "run":
      return {
        title: t("Advance"),
        ask: [
          t(
            "A card moves a pirate forward to the nearest empty space with that symbol. Choose the dagger card, then your pirate in jail, then the highlighted space.",
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
            "You only get cards by going back, to the nearest space behind you with one or two pirates. You draw one card for each. Go back from 18.",
          ),
        ],
        learnt: t("There were two pirates on 17, so you drew two cards. A space with three is full, so you skip it."),
      };
    case "plan":
      return {
        title: t("Three actions, one plan"),
        ask: [
          t("A turn has up to three actions. First use the bottle to bring the pirate on 17 aboard."),
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
          t(
            "You sailed and still have all three actions. Land a pirate in the jungle: choose the marked card, then the sloop.",
          ),
        ],
        learnt: t("From there the jungle leads to the pirate cove. Once all your pirates are in the cove, you win."),
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
      return null;
  }
}

/** Return the rule of a spell. @param {string} name */
function spellRule(name) {
  switch (name) {
    case "weapons":
      return t(
        "Weapons: look at another player’s hand and take a card. That player draws a new one. A player with no cards can’t be chosen.",
      );
    case "rum":
      return t("Rum: draw one more card than there are players, keep two, and give one to each of the others.");
    case "lantern":
      return t(
        "Lantern: draw four cards, keep one, and put the others back on top in any order. The last one put back is drawn first.",
      );
    case "parrots":
      return t("Parrot: two parrots together count as one card of any other symbol, for moving a pirate.");
    case "hook":
      return t("Hook: play a second card with it to move two of your pirates from the same place together.");
    default:
      return t(
        "Chest: open the chest under your pirate. Of the eight chests, six hold one to three cards, one is empty, and one hides a snake. An opened chest leaves the board.",
      );
  }
}

/** Return the lesson of a spell. @param {string} name */
function spellText(name) {
  const choose = t("Choose the marked card.");
  const steps = { weapons: [choose], rum: [choose, choose, choose], lantern: [choose, choose, choose, choose] };
  const pirate = t("Choose the marked card, then the marked pirate and the highlighted space.");
  /** @type {string[]} */
  const more = name in steps ? steps[/** @type {keyof typeof steps} */ (name)] : name === "chest" ? [] : [pirate];
  const symbol = symbolName(name === "parrots" ? "parrot" : name);
  return {
    title: `${presetTitle("black-magic")}: ${symbol}`,
    name: symbol,
    ask: [`${spellRule(name)} ${t("Choose the marked card, then press its spell button.")}`, ...more],
    learnt: t("A spell costs its card and one action."),
  };
}
