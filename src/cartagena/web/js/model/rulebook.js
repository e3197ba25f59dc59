/** The rules of a table, and only of this one, in a few sentences by chapter. */

import { t } from "../lib/i18n.js";
import { presetTitle } from "./catalogue.js";
import { placeName } from "./names.js";

/** @import { Rules } from "../net/types.js" */

/** @param {Rules} rules */
function gains(rules) {
  const found = [rules.tunnel ? rules.tunnel_cards : "", rules.jungle ? rules.jungle_cards : ""];
  return {
    retreat: found.includes("retreat") || found.includes("both"),
    morgan: found.includes("morgan") || found.includes("both"),
  };
}

/** @param {Rules} rules */
function turn(rules) {
  const count = rules.most_actions;
  if (rules.fewest_actions === 0)
    return t("A turn has up to {count} actions, of any kind and in any order. It may be skipped.", { count });
  if (rules.fewest_actions === "all")
    return t("A turn has {count} actions, of any kind and in any order; none may be left out that is possible.", {
      count,
    });
  return t("A turn has one to {count} actions, of any kind and in any order.", { count });
}

/** @param {Rules} rules @returns {string[]} */
function supply(rules) {
  if (rules.supply !== "row")
    return [t("New cards come from a face-down deck. When it is used up, the discards are shuffled.")];
  return [
    t("New cards come from the open row, from the end with the arrow."),
    t("When the last card of the row has been taken, a new row of twelve is laid."),
  ];
}

/**
 * The rules by chapter: each with a heading and its sentences.
 * @param {Rules} rules
 * @returns {{ heading: string, sentences: string[] }[]}
 */
export function ruleChapters(rules) {
  return allChapters(rules)
    .map(([heading, sentences]) => ({ heading, sentences: sentences.filter((one) => one !== false) }))
    .filter(({ sentences }) => sentences.length > 0);
}

/**
 * @param {Rules} rules
 * @returns {[string, (string | false)[]][]}
 */
function allChapters(rules) {
  const { retreat, morgan } = gains(rules);
  const both = rules.tunnel > 0 && rules.jungle > 0;
  const start = placeName(rules.tunnel ? "jail" : "sloop");
  const goal = placeName(rules.jungle ? "cove" : "sloop");
  return [
    [
      t("The goal"),
      [
        t("Everyone begins with six cards and {count} pirates. They stand here: {start}.", {
          count: rules.pirates,
          start,
        }),
        t("Who has all pirates home first wins. Home is: {goal}.", { goal }),
        both
          ? t("The way has {tunnel} tiles of tunnel and {jungle} of jungle, with the sea between.", {
              tunnel: rules.tunnel,
              jungle: rules.jungle,
            })
          : t("The way has {count} tiles. Each carries all six symbols once.", { count: rules.tunnel + rules.jungle }),
      ],
    ],
    [
      t("The turn"),
      [
        turn(rules),
        t(
          "Run ahead: play a card and move one of your pirates to the nearest empty space ahead with its symbol. If there is none, it runs to the end.",
        ),
        retreat &&
          t(
            "Go back: move one of your pirates back to the nearest space with one or two pirates, and draw as many cards. Nobody goes back into jail.",
          ),
        morgan &&
          t(
            "Morgan: move another player's pirate ahead to the nearest space with one or two pirates, and draw as many cards; at the end of the way, two.",
          ),
        t("At most three pirates stand on a space."),
        retreat &&
          (rules.leave_goal === false
            ? t("A pirate that is home stays there.")
            : t("A pirate may go back out of the goal, too.")),
        rules.empty_hand_skip === true && t("Who has no cards may skip the whole turn and draw one card."),
      ],
    ],
    [t("The cards"), [rules.hands === "open" ? t("All hands are open.") : t("Hands are hidden."), ...supply(rules)]],
    [
      t("Sloop"),
      both
        ? [
            t(
              "To sail is an action. From Cartagena you need a pirate of yours aboard, from Tortuga one in the tunnel. The captain, who has the most aboard, sails free once at the start of a turn. Three of a colour fit aboard.",
            ),
            t("Pirates board it only at Cartagena and land only at Tortuga, with a card as on any other space."),
            retreat && t("Going back ends at the shore."),
          ]
        : [],
    ],
    [
      presetTitle("filibusters"),
      rules.filibusters
        ? [
            t("A dark card makes all others discard down to seven cards."),
            t("That is so when it is played for a spell, too."),
          ]
        : [],
    ],
    [
      presetTitle("black-magic"),
      rules.magic
        ? [
            t("A card may be played for its spell instead of a move, if the spell is announced. That is one action."),
            t("Weapons: look at the hand of another player and take a card. That player draws one."),
            t("Rum: draw one card more than there are players, keep two, and give one to each of the others."),
            t("Lantern: draw four cards, keep one, and put the others back on top in any order."),
            t("Parrot: two parrots together are one card of any other symbol."),
            t("Hook: play a second card and move two of your pirates that stand together with it."),
            t(
              "Chest: open the token under your pirate. Six hold one to three cards, one is empty, and one hides a snake that drives the pirate back to the nearest free rum.",
            ),
          ]
        : [],
    ],
  ];
}
