/** The rules of a game by chapter, with everything that docs/rules.md says about its options. */

import { t } from "../lib/i18n.js";
import { presetTitle } from "./catalogue.js";

/** @import { Rules } from "../net/types.js" */

/** Number of chests, one for each tile. */
const CHESTS = 8;

/**
 * Return the chapters, each with a heading and its sentences.
 * @param {Rules} rules
 * @returns {{ heading: string, sentences: string[] }[]}
 */
export function ruleChapters(rules) {
  return [
    { heading: t("The goal"), sentences: goal(rules) },
    { heading: t("A turn"), sentences: turn(rules) },
    { heading: t("The cards"), sentences: cards(rules) },
    { heading: t("Sloop"), sentences: hasBoth(rules) ? sloop(rules) : [] },
    { heading: presetTitle("filibusters"), sentences: rules.filibusters ? filibusters(rules) : [] },
    { heading: presetTitle("black-magic"), sentences: rules.magic ? spells(rules) : [] },
  ].filter(({ sentences }) => sentences.length > 0);
}

/** Return whether the path has a tunnel and a jungle. @param {Rules} rules */
function hasBoth(rules) {
  return rules.tunnel > 0 && rules.jungle > 0;
}

/** Return the sentences that apply. @param {(string | false)[]} sentences */
function only(...sentences) {
  return sentences.filter((sentence) => sentence !== false);
}

/** @param {Rules} rules */
function gains(rules) {
  const ways = [rules.tunnel ? rules.tunnel_cards : "", rules.jungle ? rules.jungle_cards : ""];
  return {
    retreat: ways.includes("retreat") || ways.includes("both"),
    morgan: ways.includes("morgan") || ways.includes("both"),
    differ: hasBoth(rules) && rules.tunnel_cards !== rules.jungle_cards,
  };
}

/** Say how players gain cards in a part of the path. @param {string} way */
function gainName(way) {
  if (way === "both") return t("going back or Morgan");
  return way === "morgan" ? presetTitle("morgan") : t("going back");
}

/** @param {Rules} rules */
function goal(rules) {
  const limit = Number(rules.turn_limit ?? 0);
  const count = rules.pirates;
  return only(
    rules.jungle
      ? t("The first player with all pirates in the pirate cove wins.")
      : t("The first player with all pirates aboard the sloop wins."),
    t("The game ends at once, even in the middle of a turn."),
    rules.tunnel
      ? t("Everyone starts with six cards, and with {count} pirates in jail.", { count })
      : t("Everyone starts with six cards, and with {count} pirates on the half-flooded sloop.", { count }),
    t("The starting player is chosen at random. Turns go clockwise."),
    hasBoth(rules)
      ? t(
          "The path has {tunnel} tunnel tiles and {jungle} jungle tiles, with the sea in between. Each shows all six symbols once.",
          { tunnel: rules.tunnel, jungle: rules.jungle },
        )
      : t("The path has {count} tiles. Each shows all six symbols once.", { count: rules.tunnel + rules.jungle }),
    limit > 0 && t("After {count} turns the game ends without a winner.", { count: limit }),
  );
}

/** @param {Rules} rules */
function actions(rules) {
  const count = rules.most_actions;
  if (rules.fewest_actions === 0)
    return t("A turn has up to {count} actions, of any kind and in any order. You may also skip it.", { count });
  if (rules.fewest_actions === "all")
    return t("A turn has {count} actions, of any kind and in any order. You must take every action you can.", {
      count,
    });
  return t("A turn has 1 to {count} actions, of any kind and in any order.", { count });
}

/** @param {Rules} rules */
function turn(rules) {
  const { retreat, morgan, differ } = gains(rules);
  return only(
    actions(rules),
    t("You may move the same pirate more than once, and play cards you have just drawn."),
    t(
      "Advance: play a card and move one of your pirates forward to the nearest empty space with that symbol. If there is none, it goes all the way to the end.",
    ),
    t("You jump over everything in between: other symbols, and occupied spaces with the same symbol."),
    retreat &&
      t(
        "Go back: move one of your pirates back to the nearest space with one or two pirates of any colour, and draw that many cards. Nobody goes back to the start.",
      ),
    retreat &&
      t(
        "Going back needs no card. You pass empty spaces and full ones, but you must stop at the first space with one or two pirates.",
      ),
    morgan &&
      t(
        "Morgan: move another player’s pirate forward to the nearest space with one or two pirates, and draw that many cards. If there is no such space, it goes to the end and you draw two. A player whose last pirate you bring home wins.",
      ),
    morgan && t("Morgan needs no card. You may move a pirate from the start, but not one that’s already home."),
    differ &&
      t("In the tunnel you gain cards like this: {tunnel}. In the jungle: {jungle}.", {
        tunnel: gainName(rules.tunnel_cards),
        jungle: gainName(rules.jungle_cards),
      }),
    t("No more than three pirates can stand on a space. The start and the goal hold any number."),
    retreat &&
      (rules.leave_goal === false
        ? t("Pirates that are home stay there.")
        : t("Pirates may also go back from the goal.")),
    rules.empty_hand_skip === true && t("With no cards in hand, you may skip the whole turn and draw one card."),
    rules.stuck === "skip"
      ? t(
          "If you can’t do anything at the start of your turn, you skip it and draw a card. Later in the turn, you just end it.",
        )
      : t("If you can’t do anything, your turn ends."),
    t("If nobody can do anything or draw a card for a whole round, the game ends without a winner."),
  );
}

/** @param {Rules} rules */
function cards(rules) {
  const tooFew = t("If too few cards are left, you draw what there is.");
  const all = t("There are 102 cards, 17 of each symbol.");
  if (rules.supply !== "row")
    return only(
      all,
      rules.hands === "open" ? t("All hands are open.") : t("Hands are hidden."),
      t("New cards come from a face-down deck. When it runs out, the discard pile is reshuffled."),
      tooFew,
    );
  return only(
    all,
    rules.hands === "open"
      ? t("All hands are open.")
      : t("Hands are hidden, but everyone sees the cards drawn from the row."),
    t("New cards come from the open row, from the end with the arrow."),
    t("When the last card of the row is taken, a new row of twelve is laid out at once, even in the middle of a draw."),
    t("When the deck runs out, the discard pile is reshuffled."),
    tooFew,
  );
}

/** @param {Rules} rules */
function sloop(rules) {
  return only(
    t("Pirates board only at Cartagena and land only at Tortuga, by playing a card as for any other move."),
    t("The sloop holds three pirates of each colour. While it is away or full, nobody can board."),
    t(
      "Sailing is an action. To leave Cartagena you need a pirate of your own aboard; to leave Tortuga you need one in the tunnel. You may sail more than once in a turn.",
    ),
    rules.jail_in_tunnel === true
      ? t("A pirate in jail counts as in the tunnel.")
      : t("A pirate in jail doesn’t count as in the tunnel."),
    t(
      "If you have a pirate aboard at the start of your turn and nobody has more, you are captain: you may sail once for free before your first action. After that, you can’t skip the turn.",
    ),
    gains(rules).retreat && t("You can’t go back across the sea, or from the sloop at Tortuga."),
  );
}

/** @param {Rules} rules */
function filibusters(rules) {
  return only(
    t(
      "When someone plays a dark card, everyone else discards down to seven cards of their choice. Two cards of each symbol are dark.",
    ),
    t("A dark card that is discarded has no effect."),
    rules.magic === true &&
      t("This also applies to a card played as a spell or together with one, once the spell is over."),
  );
}

/** @param {Rules} rules */
function spells(rules) {
  return only(
    t(
      "You may play a card as a spell instead of moving, if you call “Black Magic Woman!”: that is what the spell button does. A spell is one action.",
    ),
    t("You can cast a spell only if it can be carried out."),
    t(
      "Weapons: look at another player’s hand and take a card. That player draws a new one. A player with no cards can’t be chosen.",
    ),
    t("Rum: draw one more card than there are players, keep two, and give one to each of the others."),
    t(
      "Lantern: draw four cards, keep one, and put the others back on top in any order. The last one put back is drawn first.",
    ),
    t("Parrot: two parrots together count as one card of any other symbol, for moving a pirate."),
    t("Hook: play a second card with it to move two of your pirates from the same place together."),
    t(
      "Chest: open the chest under your pirate. Of the eight chests, six hold one to three cards, one is empty, and one hides a snake. An opened chest leaves the board.",
    ),
    t(
      "The snake chases your pirate back to the nearest empty rum space, or to the start if there is none. Then all eight chests are shuffled and laid out again.",
    ),
    hasBoth(rules) &&
      t("In the jungle, the snake looks for rum only in the jungle. If none is free, the pirate goes back to jail."),
    rules.tunnel + rules.jungle < CHESTS &&
      t("With fewer than eight tiles, some chests stay in the box. The snake may be among them."),
  );
}
