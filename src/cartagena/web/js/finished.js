/** After the game: the result, the replay, the record, the fairness check, and once more. */

import * as api from "./api.js";
import { given } from "./chance.js";
import { h, pirateArt, toast } from "./dom.js";
import { check } from "./fairness.js";
import { go } from "./pages.js";
import { tell } from "./problems.js";
import { moveInAddress, replayBar } from "./replay.js";
import { standing } from "./sentences.js";
import { viewOf } from "./state.js";
import { study } from "./study.js";
import { begin, shareLink } from "./waiting.js";
import { n, t } from "./words.js";

/** @import { State } from "./state.js" */

/** @type {Map<string, HTMLElement>} */
const made = new Map();

/**
 * The panel of a finished game; made once, for it keeps what was asked of it.
 * @param {State} state
 * @param {string} id
 */
export function after(state, id) {
  const key = `${id} ${document.documentElement.lang}`;
  const known = made.get(key);
  if (known) return known;
  const winner = viewOf(state)?.winner;
  const proof = h("div", { class: "proof", role: "status" });
  const replay = h("div", { class: "replay" });
  /** @type {ReturnType<typeof replayBar> | null} */
  let bar = null;
  /** @param {number} move */
  const goTo = async (move) => {
    bar ??= replayBar(state, id, (at) => look.show(at));
    bar.catch(() => (bar = null));
    const { root, goTo: turn } = await bar;
    if (!root.isConnected) replay.replaceChildren(root);
    turn(move);
    root.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };
  const look = study(state, id, (move) => tell(goTo(move)));
  const again = async () => {
    const table = await api.rematch(id);
    if (table.status === "waiting" && !table.seats.some((seat) => seat.kind === "open")) {
      const { id: mine } = await api.me();
      const ours = table.seats.filter((seat) => seat.identity === mine).map((seat) => seat.colour);
      await begin(table, ours).catch(() => null);
    }
    go(`/table/${table.id}`);
  };
  /** @param {string} words @param {() => Promise<unknown>} deed @param {string} [kind] */
  const button = (words, deed, kind = "") =>
    h("button", { type: "button", class: `action ${kind}`, onclick: () => tell(deed()) }, words);
  const panel = h(
    "section",
    // By this key the page takes it or leaves it whole: it is kept, and must not be taken apart.
    { class: `controls finished ${winner ?? ""}`, "data-key": key },
    h("h2", { class: "result" }, winner ? pirateArt(winner) : null, standing(state)),
    h(
      "div",
      { class: "buttons" },
      state.you.length > 0 && button(t("Rematch"), again, "main"),
      button(t("Replay"), () => goTo(0)),
      button(t("Check the shuffle"), () => verify(state, id, proof)),
      h("a", { class: "action", href: `/api/tables/${id}/record`, download: `cartagena-${id}.json` }, t("Download record")),
      button(t("New game"), async () => go("/")),
    ),
    replay,
    look.root,
    proof,
    shareLink(`${location.origin}/table/${id}`),
  );
  made.set(key, panel);
  const wanted = moveInAddress();
  if (wanted !== null) tell(goTo(wanted));
  return panel;
}

/**
 * @param {State} state
 * @param {string} id
 * @param {HTMLElement} home
 */
async function verify(state, id, home) {
  if (!crypto.subtle) {
    toast(t("This browser checks only over a secure connection."));
    return;
  }
  const record = await (await fetch(`/api/tables/${id}/record`)).text();
  const ours = given(id);
  const told = await api.proof(id);
  const found = await check(told, record, ours?.commitment ?? state.table.commitment);
  const seats = state.you.filter((seat) => ours?.values[seat]);
  const used = seats.every((seat) => told.contributions[seat] === ours?.values[seat]);
  /** @param {boolean} good @param {string} words */
  const line = (good, words) => h("li", { class: good ? "good" : "bad" }, good ? "✓ " : "✗ ", words);
  home.replaceChildren(
    h(
      "ul",
      {},
      line(found.commitment, t("The server's secret is the one it promised before the deal.")),
      line(found.deal, t("The deal follows from the secret and what each player added.")),
      seats.length > 0 && line(used, t("What you added yourself is among it.")),
      line(found.moves, n("So does the chance in {count} move.", "So does the chance in all {count} moves.", found.count)),
    ),
  );
}
