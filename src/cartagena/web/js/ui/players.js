/** The players with their hands. */

import { h, pirateArt } from "../lib/dom.js";
import { language, n, t } from "../lib/i18n.js";
import { deciderOf, goalOf, seatOf, viewOf } from "../model/game_state.js";
import { colourName, nameAndLevel, personName } from "../model/names.js";
import { smallHand } from "./cards.js";
import { clock, restingClock } from "./clock.js";
import { icon } from "./icons.js";
import { seatPortrait } from "./rivals.js";

/** @import { Child } from "../lib/patch.js" */
/** @import { GameState } from "../model/game_state.js" */
/** @import { TableState } from "../model/table_state.js" */

/**
 * What a table adds to a player in the list: whether they are absent, tags next to the name, and a clock.
 * @typedef {{ absent?: boolean, tags?: Child[], clock?: Child }} PlayerDetails
 */

/**
 * List all players: pirates home, hands, and whose choice it is.
 * @param {GameState} state
 * @param {(colour: string) => PlayerDetails} [detailsOf]
 */
export function playerList(state, detailsOf = () => ({})) {
  const view = viewOf(state);
  if (!view) return h("div");
  const decider = deciderOf(view);
  const goal = goalOf(state.rules);
  const items = Object.keys(view.pirates).map((colour) => {
    const seat = seatOf(state, colour);
    const home = view.pirates[colour]?.[goal] ?? 0;
    const size = view.hand_sizes[colour] ?? 0;
    const { absent = false, tags = [], clock = decider === colour && toMove() } = detailsOf(colour);
    const figures = Array.from({ length: state.rules.pirates }, (_, i) => pirateArt(colour, i < home ? "" : "away"));
    const isSelf = state.you.includes(colour) && state.you.length === 1;
    const name = isSelf ? t("you") : personName(seat);
    const tip = seat?.kind === "bot" ? nameAndLevel(seat) : name;
    return h(
      "li",
      {
        class: `player ${colour}${decider === colour ? " to-move" : ""}${absent ? " absent" : ""}`,
        key: colour,
        "data-colour": colour,
      },
      h(
        "div",
        { class: "player-head" },
        pirateArt(colour),
        seatPortrait(seat),
        h(
          "span",
          { class: "player-name", "data-tip": tip },
          h("b", { dir: "auto", class: isSelf ? "self" : null }, name),
        ),
        tags,
        clock,
      ),
      h(
        "div",
        { class: "player-body" },
        count("hand-size", n("{count} card", "{count} cards", size), icon("card"), size),
        count("pirates-home", n("{count} pirate home", "{count} pirates home", home), icon("home"), home, figures),
        state.shownSeat === colour ? null : smallHand(view.hands[colour] ?? {}, size),
      ),
    );
  });
  return h("ul", { class: `players ${state.rules.hands}`, "aria-label": t("Players") }, items);
}

/**
 * Return a number with its icon and, optionally, more pictures.
 * @param {string} kind
 * @param {string} label
 * @param {Child} picture
 * @param {number} number
 * @param {Child[]} [more]
 */
function count(kind, label, picture, number, more = []) {
  return h(
    "span",
    { class: `tally ${kind}`, role: "img", "data-tip": label, "aria-label": label },
    picture,
    h("b", {}, number),
    more.length > 0 && h("span", { class: "figures" }, more),
  );
}

/** Return the tag of the player to move, where there is no clock. */
function toMove() {
  return h("span", { key: "to-move", class: "tag to-move" }, t("to move"));
}

/**
 * Return what the list of players shows at a table in addition to the game.
 * @param {TableState} state
 * @param {string} colour
 * @param {((colour: string) => void) | null} remove for the host: removes a player whose time ran out
 * @returns {PlayerDetails}
 */
export function playerDetails(state, colour, remove) {
  const { table, present, you } = state;
  const seat = seatOf(state, colour);
  const absent = seat?.kind === "player" && !present.includes(seat.identity);
  const wantsPause = !table.paused && table.pause_wanted.includes(colour);
  const until = seat?.substitute ? 0 : (seat?.away_until ?? 0);
  const onVacation = until > Date.now() + state.clockOffset;
  const tag = (/** @type {string} */ text, tip = "") =>
    h("span", { key: text, class: "tag", "data-tip": tip || null }, text);
  return {
    absent,
    tags: [
      seat?.substitute && tag(t("bot playing")),
      wantsPause && tag(t("wants a pause")),
      onVacation && tag(t("day off"), t("Away until {date} at the latest", { date: shortDate(until) })),
      absent && !seat?.substitute && !wantsPause && !onVacation && tag(t("away")),
      remove && seat?.substitute && !you.includes(colour) && removeButton(colour, remove),
    ],
    clock: deciderOf(viewOf(state)) === colour ? clock(state, t("to move")) : restingClock(state, colour),
  };
}

/** @param {number} time in milliseconds */
const shortDate = (time) => new Intl.DateTimeFormat(language(), { day: "numeric", month: "long" }).format(time);

/** @param {string} colour @param {(colour: string) => void} remove */
function removeButton(colour, remove) {
  const label = t("Remove: {colour}", { colour: colourName(colour) });
  const onclick = () => remove(colour);
  return h("button", { type: "button", class: "tag remove", "aria-label": label, onclick }, t("Remove"));
}
