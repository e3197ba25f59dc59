/** After the game: the result, the replay, the record, the fairness check, and once more. */

import { h, pirateArt, toast } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { standing, who } from "../model/sentences.js";
import { goalOf, viewOf } from "../model/state.js";
import * as api from "../net/api.js";
import { given } from "../net/contribution.js";
import { tell } from "../net/errors.js";
import { go } from "../router.js";
import { intoSight } from "../table/cards.js";
import { begin, shareLink } from "../table/waiting_room.js";
import { study } from "./analysis.js";
import { check } from "./fairness.js";
import { moveInAddress, replayBar } from "./replay.js";

/** @import { State } from "../model/state.js" */

/** The last panel. @type {{ key: string, root: HTMLElement, show: (now: State) => void } | null} */
let kept = null;

/**
 * The panel of a finished game; made once, for it keeps what was asked of it.
 * @param {State} state
 * @param {string} id
 */
export function after(state, id) {
  const key = `${id} ${document.documentElement.lang}`;
  if (kept?.key !== key) kept = { key, ...panel(state, id, key) };
  kept.show(state);
  return kept.root;
}

/** How far everybody came. @param {State} state */
function placing(state) {
  const { pirates = {}, winner = "" } = viewOf(state) ?? {};
  const goal = goalOf(state.table);
  const home = (/** @type {string} */ colour) => (pirates[colour]?.[goal] ?? 0) + (colour === winner ? 0.5 : 0);
  const order = Object.keys(pirates).sort((a, b) => home(b) - home(a));
  return h(
    "ol",
    { class: "placing" },
    order.map((colour) =>
      h(
        "li",
        {},
        pirateArt(colour),
        h("b", {}, who(state, colour)),
        " ",
        n("{count} pirate home", "{count} pirates home", Math.floor(home(colour))),
      ),
    ),
  );
}

/**
 * @param {State} state
 * @param {string} id
 * @param {string} key
 */
function panel(state, id, key) {
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
    intoSight(root);
  };
  const look = study(state, id, (move) => tell(goTo(move)));
  const again = async () => {
    const table = await api.rematch(id);
    const { id: mine } = await api.me();
    // Where others sit, too, nobody's time may run before they are there: that table waits.
    const alone = table.seats.every(
      (seat) => seat.kind !== "open" && (seat.kind !== "player" || seat.identity === mine),
    );
    const ours = table.seats.filter((seat) => seat.identity === mine).map((seat) => seat.colour);
    if (table.status === "waiting" && alone) await begin(table, ours).catch(() => null);
    go(`/table/${table.id}`);
  };
  /** @param {string} words @param {() => Promise<unknown>} deed @param {string} [kind] */
  const button = (words, deed, kind = "") =>
    h("button", { type: "button", class: `action ${kind}`, onclick: () => tell(deed()) }, words);
  const rematch = state.you.length > 0 && button(t("Rematch"), again, "main");
  const there = h("a", { class: "action main" }, t("Go to the rematch"));
  const root = h(
    "section",
    // By this key the page takes it or leaves it whole: it is kept, and must not be taken apart.
    { class: `controls finished ${winner ?? ""}`, "data-key": key },
    h("h2", { class: "result" }, winner ? pirateArt(winner) : null, standing(state)),
    placing(state),
    h(
      "div",
      { class: "buttons" },
      rematch,
      there,
      button(t("Replay"), () => goTo(0)),
      button(t("Check the shuffle"), () => verify(state, id, proof)),
      h(
        "a",
        { class: "action", href: `/api/tables/${id}/record`, download: `cartagena-${id}.json` },
        t("Download record"),
      ),
      button(t("New game"), async () => go("/")),
    ),
    replay,
    look.root,
    proof,
    shareLink(`${location.origin}/table/${id}`),
  );
  const wanted = moveInAddress();
  if (wanted !== null) tell(goTo(wanted));
  /** What may change after the game. @param {State} now */
  const show = ({ table }) => {
    const held = rematch && document.activeElement === rematch;
    if (rematch) rematch.hidden = table.rematch !== "";
    there.hidden = table.rematch === "";
    there.href = `/table/${table.rematch}`;
    // One stands where the other stood: whoever was at it still is.
    if (held && rematch.hidden) there.focus();
    if (!root.isConnected) look.again();
  };
  return { root, show };
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
  const found = await check(told, record, ours?.commitment);
  const seats = state.you.filter((seat) => ours?.values[seat]);
  const used = seats.every((seat) => told.contributions[seat] === ours?.values[seat]);
  /** @param {boolean} good @param {string} words */
  const line = (good, words) => h("li", { class: good ? "good" : "bad" }, good ? "✓ " : "✗ ", words);
  home.replaceChildren(
    h(
      "ul",
      {},
      found.commitment && !ours
        ? h(
            "li",
            { class: "quiet" },
            "– ",
            t("This device does not know what the server promised before the deal, so it cannot check that."),
          )
        : line(found.commitment, t("The server's secret is the one it promised before the deal.")),
      line(found.deal, t("The deal follows from the secret and what each player added.")),
      seats.length > 0 && line(used, t("What you added yourself is among it.")),
      line(
        found.moves,
        n("So does the chance in {count} move.", "So does the chance in all {count} moves.", found.count),
      ),
    ),
  );
}
