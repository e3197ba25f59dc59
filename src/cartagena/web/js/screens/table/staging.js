/** Staging around the board: the deal at the start of a game, and the caption of the last move. */

import { announce, el, h, motionAllowed, pirateArt } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { viewOf } from "../../model/game_state.js";
import { colourName } from "../../model/names.js";
import { logSentence, seatName } from "../../model/sentences.js";
import { isFirstGame } from "../first_game/start.js";
import { puzzleAt } from "../puzzle/progress.js";

/** @import { TableState } from "../../model/table_state.js" */

/** Duration of the deal in milliseconds, as in staging.css. */
const DEAL_MS = 1800;
/** How long a caption stays, in milliseconds. */
const CAPTION_MS = 4500;

/** The tables whose deal was shown. @type {Set<string>} */
const dealt = new Set();

/** Return whether the game began with a shuffle and nobody has had a second turn. @param {TableState} state */
function hasJustBegun({ log, table, you }) {
  const turns = log.filter((line, i) => line.seat !== log[i - 1]?.seat).length;
  return !table.from_position && turns < table.seats.length && !log.some((line) => you.includes(line.seat));
}

/**
 * Show the deal of a game once: who begins, which colour we are, and the cards that slide into the hand. Any press ends
 * it, and still reaches what was pressed.
 * @param {HTMLElement} table
 * @param {TableState} state
 */
export function showDeal(table, state) {
  const { id } = state.table;
  if (dealt.has(id)) return;
  dealt.add(id);
  const ours = state.you.length === 1 ? (state.you[0] ?? "") : "";
  if (!ours || !hasJustBegun(state) || isFirstGame(id) || puzzleAt(id) !== null) return;
  const first = state.log[0]?.seat ?? viewOf(state)?.turn ?? "";
  const you = t("You’re {colour}.", { colour: colourName(ours) });
  const begins = first === ours ? t("You begin.") : t("{who} begins.", { who: seatName(state, first) });
  announce(`${you} ${begins}`);
  if (!motionAllowed()) return;
  const card = el(
    "div",
    { class: `deal ${ours}`, "aria-hidden": "true" },
    pirateArt(ours),
    h("p", {}, h("b", {}, you), h("span", {}, begins)),
  );
  table.append(card);
  table.classList.add("dealing");
  const end = () => {
    card.remove();
    table.classList.remove("dealing");
    clearTimeout(timer);
    for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, end, { capture: true });
  };
  const timer = setTimeout(end, DEAL_MS);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, end, { capture: true });
}

/** A caption on the board with the last move of another player, which fades. */
export class Caption {
  constructor() {
    // Screen readers already announce the move.
    this.root = el("p", { class: "caption gone", "aria-hidden": "true" });
    /** The log at the last call. @type {TableState["log"] | null} */
    this.log = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Show the last move if it is new. @param {TableState} state */
  show(state) {
    const before = this.log;
    this.log = state.log;
    const line = state.log.at(-1);
    if (!before || state.log.length <= before.length || !line || state.you.includes(line.seat)) return;
    patch(this.root, pirateArt(line.seat), h("span", {}, logSentence(state, line)));
    this.root.classList.remove("gone");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.root.classList.add("gone"), CAPTION_MS);
  }
}
