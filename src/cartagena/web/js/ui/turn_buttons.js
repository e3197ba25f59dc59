/**
 * The round buttons of the turn: hint, undo, sail and the end of the turn. Each has its own place, so that no button
 * ever moves.
 */

import { art, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describeSail } from "../model/explain.js";
import { isOurs, viewOf } from "../model/game_state.js";
import { mayHint } from "./hints.js";
import { icon } from "./icons.js";

/** @import { UndoWindow } from "../net/types.js" */
/** @import { Child } from "../lib/patch.js" */
/** @import { Actions, TableControls } from "./controls.js" */
/** @import { GameState } from "../model/game_state.js" */
/** @import { Move } from "../model/moves.js" */

/** Return the CSS class of a button, if a hint advises its move. @param {GameState} state @param {Move} move */
export function hintedClass(state, move) {
  return state.hint?.move === move.text ? " hinted" : "";
}

/**
 * Return a button with a text and perhaps a picture.
 * @param {string} text
 * @param {() => void} onclick
 * @param {Record<string, unknown> & { key: string }} properties
 * @param {Child} [picture]
 */
export function actionButton(text, onclick, { class: kind, ...properties }, picture = null) {
  return h("button", { type: "button", class: `action ${kind}`, onclick, ...properties }, picture, h("span", {}, text));
}

/**
 * Return the buttons of the turn.
 * @param {GameState} state
 * @param {Actions} actions
 * @param {TableControls} table
 */
export function turnButtons(state, actions, { hintPending = false, hintShare = 0, undoWindow = null }) {
  const ours = isOurs(state) && !state.busy;
  const { hint: askHint } = actions;
  const end = ours && state.legal.find((move) => move.kind === "pass" || move.kind === "skip");
  const sail = ours && state.legal.find((move) => move.kind === "sail");
  /** @param {string} name @param {Child} element */
  const slot = (name, element) => h("span", { key: name, class: "slot", "data-slot": name }, element);
  return [
    slot("hint", ours && mayHint(state) && askHint && hintButton(askHint, hintPending, hintShare)),
    slot("undo", state.undo && !state.busy && roundButton(t("Undo"), actions.undo, "undo", icon("undo"))),
    sail && slot("sail", sailButton(state, sail, actions)),
    slot("end", undoWindow ? endTurnButton(state, actions, undoWindow) : end && endButton(state, end, actions)),
  ];
}

/** @param {string} text @param {() => void} onclick @param {string} kind @param {Child} picture @param {Record<string, unknown>} [more] */
function roundButton(text, onclick, kind, picture, more = {}) {
  const properties = { key: kind.split(" ")[0] ?? "", class: `round ${kind}`, "data-tip": text, ...more };
  return actionButton(text, onclick, properties, picture);
}

/** Return the button that asks for a hint and, while it is worked out, stops that. @param {() => void} onclick @param {boolean} isPending @param {number} share */
function hintButton(onclick, isPending, share) {
  if (!isPending) return roundButton(t("Hint"), onclick, "hint", art("lantern"));
  return roundButton(t("Stop"), onclick, "hint hint-pending", art("lantern"), { style: { "--done": String(share) } });
}

/** @param {GameState} state @param {Move} move @param {Actions} actions */
function sailButton(state, move, actions) {
  const text = viewOf(state)?.free_sail ? t("Sail for free") : t("Sail");
  const kind = `sail${hintedClass(state, move)}`;
  return roundButton(text, () => actions.play(move.text), kind, icon("sail"), { "data-tip": describeSail(state) });
}

/** @param {GameState} state @param {Move} move @param {Actions} actions */
function endButton(state, move, actions) {
  const isPass = move.kind === "pass";
  const text = isPass ? t("End turn") : t("Skip turn and draw a card");
  const kind = `${move.kind}${hintedClass(state, move)}`;
  return roundButton(text, () => actions.play(move.text), kind, icon(isPass ? "done" : "skip"));
}

/**
 * Return the button that ends our turn before its undo window closes.
 * @param {GameState} state
 * @param {Actions} actions
 * @param {UndoWindow} undoWindow
 */
function endTurnButton({ undo, busy }, { endTurn }, { until }) {
  if (!undo || busy || !endTurn) return false;
  return roundButton(t("End turn"), endTurn, "end-turn", icon("done"), { "data-until": until ?? "" });
}
