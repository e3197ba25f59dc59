/** The card at the end of a game: result, places, a sentence about the game, three buttons, and the rest under ⋯. */

import { addressOf, wholeAddressOf } from "../../lib/address.js";
import { art, el, h, pirateArt, scrollIntoView, toast } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { navigate } from "../../lib/router.js";
import { placesInOrder } from "../../model/board.js";
import { goalOf, viewOf } from "../../model/game_state.js";
import { isCardMove, parseMove } from "../../model/moves.js";
import { seatName, statusSentence } from "../../model/sentences.js";
import * as api from "../../net/api.js";
import { CONTEST_SEAT } from "../../net/duplicates.js";
import { me } from "../../net/http.js";
import { contributionAt } from "../../net/storage.js";
import { isLocal } from "../../net/table_link.js";
import { showFailure } from "../../ui/errors.js";
import { linkField, saveFile, shareButton } from "../../ui/share.js";
import { dailyLine } from "./daily_line.js";
import { check, checkLines } from "./fairness.js";
import { suggestion } from "./suggestion.js";
import { moveFromUrl, openTheatre } from "./theatre.js";
import { voyageLine } from "./voyage_line.js";

/** @import { TableInfo } from "../../net/types.js" */
/** @import { TableState } from "../../model/table_state.js" */

/**
 * The current panel.
 * @type {{ key: string, root: HTMLElement, show: (now: TableState) => void, goTo: (move: number) => Promise<void>,
 *   onMove: (move: number) => void } | null}
 */
let current = null;

/**
 * Return the panel of a finished game. It is created once, because it holds the replay and the analysis.
 * @param {TableState} state
 * @param {string} id
 * @param {(move: number) => void} onMove gets the number of the move that the replay shows
 */
export function finishedPanel(state, id, onMove) {
  const key = `${id} ${document.documentElement.lang} ${moveFromUrl()} ${state.table.sealed}`;
  if (current?.key !== key) current = { key, onMove, ...panel(state, id) };
  current.onMove = onMove;
  current.show(state);
  return current.root;
}

/** Show a move of the finished game in its replay. @param {number} move */
export function showReplayAt(move) {
  if (current) showFailure(current.goTo(move));
}

/** Return the players in the order of pirates brought home. @param {TableState} state */
function ranking(state) {
  const { pirates = {}, winner = "" } = viewOf(state) ?? {};
  const goal = goalOf(state.rules);
  const home = (/** @type {string} */ colour) => (pirates[colour]?.[goal] ?? 0) + (colour === winner ? 0.5 : 0);
  const order = Object.keys(pirates).sort((a, b) => home(b) - home(a));
  return h(
    "ol",
    { class: "ranking" },
    order.map((colour) =>
      h(
        "li",
        { class: `${colour}${state.you.includes(colour) ? " ours" : ""}` },
        pirateArt(colour),
        h("b", {}, state.you.length === 1 && state.you[0] === colour ? t("you") : seatName(state, colour)),
        " ",
        h("span", {}, n("{count} pirate home", "{count} pirates home", Math.floor(home(colour)))),
      ),
    ),
  );
}

/** Say who made the longest run with one card. @param {TableState} state */
function longestRun(state) {
  const order = placesInOrder(state.rules);
  const runs = state.log.flatMap(({ seat, move }) => {
    const { from, to, ...rest } = parseMove(move);
    return isCardMove({ from, to, ...rest }) ? [{ seat, length: order.indexOf(to) - order.indexOf(from) }] : [];
  });
  const longest = runs.sort((a, b) => b.length - a.length)[0];
  if (!longest) return "";
  const who = seatName(state, longest.seat);
  return n(
    "Longest run: {who}, {count} space with one card.",
    "Longest run: {who}, {count} spaces with one card.",
    longest.length,
    {
      who,
    },
  );
}

/** Return the game in one line: turns, cards played and drawn. @param {TableState} state */
function summary({ log }) {
  const turns = log.filter((line, i) => line.seat !== log[i - 1]?.seat).length;
  const drawn = log.reduce((sum, line) => sum + (line.drawn ?? 0), 0);
  const played = log.filter((line) => isCardMove(parseMove(line.move))).length;
  return [
    n("{count} turn.", "{count} turns.", turns),
    n("{count} card played.", "{count} cards played.", played),
    n("{count} card drawn.", "{count} cards drawn.", drawn),
  ].join(" ");
}

/**
 * @param {TableState} state
 * @param {string} id
 */
function panel(state, id) {
  const winner = viewOf(state)?.winner;
  const proofArea = el("div", { class: "proof", role: "status" });
  /** @type {ReturnType<typeof openTheatre> | null} */
  let theatre = null;
  /** Show a move in the theatre. @param {number} move @param {boolean} [analyse] whether to request the analysis */
  const goTo = async (move, analyse = false) => {
    theatre ??= openTheatre(state, id, (at) => current?.onMove(at));
    theatre.catch(() => (theatre = null));
    await (await theatre).open(move, analyse);
  };
  const startRematch = async (swap = false) => {
    const table = await api.rematch(id, swap);
    const { id: mine } = await me();
    // With other players the new table waits, so that no clock runs before everybody has arrived.
    const alone = table.seats.every(
      (seat) => seat.kind !== "open" && (seat.kind !== "player" || seat.identity === mine),
    );
    const ourColours = table.seats.filter((seat) => seat.identity === mine).map((seat) => seat.colour);
    if (table.status === "waiting" && alone) await api.start(table, ourColours).catch(() => null);
    navigate(`/table/${table.id}`);
  };
  /** @param {string} label @param {() => Promise<unknown>} action @param {string} [kind] */
  const button = (label, action, kind = "quiet") =>
    el("button", { type: "button", class: `action ${kind}`, onclick: () => showFailure(action()) }, label);
  const plays = state.you.length > 0;
  // A daily escape and a contest are played once.
  const isOnce = Boolean(state.table.daily || state.table.duplicate);
  const again = plays && !isOnce && button(t("Again"), () => startRematch(), "main");
  const swap = again && !state.table.from_position && button(t("Play again, swap colours"), () => startRematch(true));
  const rematchLink = el("a", { class: "action main" }, t("Go to the rematch"));
  const link = wholeAddressOf(`/table/${id}`);
  const isSealed = state.table.sealed;
  const root = el(
    "section",
    { class: `controls finished ${winner ?? ""}` },
    h(
      "h2",
      { class: "result" },
      winner ? art(`pirate-${winner}-jump`, "0 0 24 36", "pirate-art") : null,
      statusSentence(state),
    ),
    ranking(state),
    state.table.daily ? dailyLine(state.table.daily) : null,
    state.table.duplicate ? contestLine(state.table) : null,
    h("p", { class: "tale" }, longestRun(state)),
    h(
      "div",
      { class: "buttons" },
      again,
      rematchLink,
      isSealed ? null : button(t("See where it turned"), () => goTo(state.log.length, true)),
      isLocal(id) || isSealed ? null : shareButton(t("Share"), () => link),
    ),
    voyageLine(state),
    isSealed ? null : suggestion(state, id),
    h(
      "details",
      { class: "more", hidden: isSealed },
      h("summary", { "aria-label": t("More") }, "⋯"),
      h("p", { class: "summary" }, summary(state)),
      h(
        "div",
        { class: "buttons" },
        button(t("Replay"), () => goTo(0)),
        button(t("Check the shuffle"), () => verify(state, id, proofArea)),
        downloadLink(id),
        swap,
        button(t("New game"), async () => navigate("/")),
      ),
      proofArea,
      isLocal(id) ? null : linkField(link, undefined, "quiet"),
      isLocal(id) || !state.table.spectators ? null : embedField(id),
    ),
  );
  const linkedMove = moveFromUrl();
  if (linkedMove !== null && !isSealed) showFailure(goTo(linkedMove));
  /** Update the parts that may change after the game. @param {TableState} now */
  const show = ({ table }) => {
    const hadFocus = document.activeElement === again || document.activeElement === swap;
    for (const one of [again, swap]) if (one) one.hidden = table.rematch !== "";
    rematchLink.hidden = table.rematch === "";
    rematchLink.href = addressOf(`/table/${table.rematch}`);
    // The link replaces the button and takes its focus.
    if (hadFocus && table.rematch) rematchLink.focus();
  };
  return { root, show, goTo };
}

/** Return the way back to the contest of a table. @param {TableInfo} table */
function contestLine({ duplicate, sealed }) {
  const text = sealed
    ? t("Others still play with the same cards. You’ll see the cards and the ranking once everyone has finished.")
    : t("All tables of this contest are finished.");
  const link = h("a", { class: "action main", href: `/duplicate#${duplicate}` }, t("Go to the contest"));
  return h("div", { class: "daily-line" }, h("p", {}, text), link);
}

/** Return the address of the board, for other pages. @param {string} id */
function embedField(id) {
  const label = t("To show this board on another page, open this link in a frame:");
  return h("div", {}, h("p", {}, label), linkField(wholeAddressOf(`/embed/table/${id}`), label, "quiet"));
}

/** Return a link to the record of a game. @param {string} id */
function downloadLink(id) {
  const href = `/api/v1/tables/${id}/record`;
  return h(
    "a",
    { class: "action quiet", href, download: `cartagena-${id}.json`, onclick: isLocal(id) ? save : undefined },
    t("Download game record"),
  );

  /** Save the record of a game on this device, which no server has. @param {Event} event */
  async function save(event) {
    event.preventDefault();
    saveFile(`cartagena-${id}.json`, await api.fetchRecord(id));
  }
}

/** The sign before a line of the fairness check, by its outcome. */
const OUTCOME_SIGNS = { good: "✓", bad: "✗", quiet: "–" };

/**
 * Check the shuffles, and list the results.
 * @param {TableState} state
 * @param {string} id
 * @param {HTMLElement} home
 */
async function verify(state, id, home) {
  if (isLocal(id)) {
    home.replaceChildren(el("p", {}, t("This game ran on this device alone, so its shuffle can’t be proven fair.")));
    return scrollIntoView(home);
  }
  if (state.table.from_position) {
    const sentence = t("This game started from a set position, not a shuffle, so there’s nothing to check.");
    home.replaceChildren(el("p", {}, sentence));
    return scrollIntoView(home);
  }
  if (!crypto.subtle) {
    toast(t("This browser can only check this over a secure (https) connection."));
    return;
  }
  const record = await api.fetchRecord(id);
  const { duplicate } = state.table;
  const contribution = contributionAt(duplicate || id);
  const proof = await api.fetchProof(id);
  const result = await check(proof, record, contribution?.commitment);
  /** Return what we contributed for a seat. @param {string} seat */
  const contributed = (seat) => contribution?.values[duplicate ? CONTEST_SEAT : seat] ?? "";
  const seats = state.you.filter(contributed);
  const used = seats.every((seat) =>
    (proof.contributions?.[seat] ?? [proof.seat_entropy[seat]]).includes(contributed(seat)),
  );
  const lines = checkLines(result, Boolean(contribution), seats.length > 0 ? used : null);
  home.replaceChildren(
    el(
      "ul",
      {},
      lines.map(({ outcome, text }) => h("li", { class: outcome }, `${OUTCOME_SIGNS[outcome]} `, text)),
    ),
  );
  scrollIntoView(home);
}
