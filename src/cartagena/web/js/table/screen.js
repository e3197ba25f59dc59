/** The table screen: listens, keeps the one state, shows it, and sends what the player does. */

import { listenTo } from "../board/input.js";
import { Picture } from "../board/picture.js";
import { SLIM } from "../board/places.js";
import { after as afterGame } from "../finished/panel.js";
import { announce, h, swap, toast } from "../lib/dom.js";
import { inAFrame, part } from "../lib/frames.js";
import { t } from "../lib/i18n.js";
import { shareButton } from "../lib/share.js";
import { sound } from "../lib/sounds.js";
import { covered, isCovered, stillRevealed } from "../model/hidden.js";
import { NOTHING } from "../model/moves.js";
import { colourName, gameName } from "../model/names.js";
import { standing } from "../model/sentences.js";
import { after, begin, deciderOf, isOurs, viewOf } from "../model/state.js";
import * as api from "../net/api.js";
import { sentence, tell } from "../net/errors.js";
import { listen } from "../net/stream.js";
import { mention, spread } from "./announce.js";
import { tick } from "./clock.js";
import { controls, turnLine } from "./controls.js";
import { advice, lit } from "./hints.js";
import { Beside } from "./sidebar.js";
import { pictureButtons } from "./tools.js";
import { waitingRoom } from "./waiting_room.js";

/** @import { State } from "../model/state.js" */
/** @import { Meaning } from "../board/input.js" */
/** @import { News } from "./announce.js" */

/** In milliseconds: when something that could not be fetched is tried again. */
const RETRY = 2000;

/**
 * Show a table until the returned function is called.
 * @param {HTMLElement} main
 * @param {string} id
 */
export function tableScreen(main, id) {
  /** @type {State | null} */
  let state = null;
  /** Whose hand may be seen, where several share the screen. */
  let revealed = "";
  let left = false;
  let given = false;
  /** @type {ReturnType<typeof listen> | undefined} */
  let stream;
  /** @type {News[]} */
  const unheard = [];
  const picture = new Picture();
  const banner = h(
    "div",
    { class: "banner", role: "status", hidden: true },
    t("The connection is away. Trying again …"),
  );
  const turn = h("div", { class: "turn", "aria-live": "polite" });
  const hand = h("div", { class: "hand-area" });
  const address = `${location.origin}/table/${id}`;
  const caption = () => (state ? `${gameName(state.table.rules)} · ${standing(state)}` : "");
  const boardArea = h("div", { class: "board-area" }, picture.root);
  const waiting = h("div", { class: "waiting", hidden: true });
  const deeds = {
    play: async (/** @type {string} */ move) => {
      if (!state || !isCovered(state, revealed)) return send(() => api.play(id, move, state?.answers ?? 0));
      toast(t("First say that you sit here."));
      return false;
    },
    undo: () => send(() => api.undo(id, state?.answers ?? 0)),
    hint: advise,
    choose: (/** @type {Partial<State["chosen"]>} */ chosen) => {
      if (!state) return;
      const next = { ...state.chosen, ...chosen };
      if (!next.place) next.colour = "";
      state = { ...state, chosen: next, hint: null };
      sound("choose");
      show();
    },
  };

  const beside = new Beside({
    id,
    deeds,
    pointed: (line) => state && picture.showLast(state, line),
    tools: [
      shareButton(t("Share"), () => address),
      ...pictureButtons(picture, caption, () => `cartagena-${state?.log.length ?? 0}`),
    ],
  });
  const playing = h(
    "div",
    { class: "table", hidden: true },
    h("div", { class: "main-column" }, turn, boardArea, hand),
    beside.root,
  );
  main.replaceChildren(banner, playing, waiting);

  /** Whether it was taken. @param {() => Promise<{ seq: number }>} request */
  async function send(request) {
    if (!state || state.busy) return false;
    state = { ...state, busy: true };
    show();
    try {
      const { seq } = await request();
      // Its event ends the wait; it may have come before the answer.
      if (state.answers >= seq) state = { ...state, busy: false };
    } catch (problem) {
      if (left) return false;
      toast(sentence(problem));
      state = { ...state, busy: false, chosen: NOTHING };
      if (problem instanceof api.Problem && problem.kind === "stale") stream?.again();
      showSoon();
      return false;
    }
    showSoon();
    return true;
  }

  /** Ask for a hint, and light up what it advises. */
  async function advise() {
    if (!state || state.asking) return;
    const { answers } = state;
    state = { ...state, asking: true };
    show();
    try {
      const hint = await api.hint(id, answers);
      if (left || state.answers !== answers) return;
      state = { ...state, hint, chosen: lit(hint) };
      announce(advice(state)?.textContent ?? "");
    } catch (problem) {
      if (!left) toast(sentence(problem));
    } finally {
      state = { ...state, asking: false };
      showSoon();
    }
  }

  /** @param {Meaning} meaning */
  function act(meaning) {
    if (meaning.say) toast(meaning.say);
    if (meaning.choose) deeds.choose(meaning.choose);
    if (meaning.play) deeds.play(meaning.play);
  }

  /** @param {string} kind @param {any} data */
  function heard(kind, data) {
    const before = state;
    if (!state && kind !== "snapshot") return;
    // What they said before is told anew, or no more.
    if (kind === "muted") tell(api.look(id).then((told) => heard("heard", told)));
    state = state ? after(state, kind, data) : begin(data);
    revealed = stillRevealed(before, state, revealed);
    if (!state.views.length) giveOurPart(state);
    if (kind === "moved" && before) unheard.push({ before, now: state, seat: data.seat, move: data.move });
    if (before) mention(kind, data, state);
    showSoon();
  }

  /**
   * Whoever is seated without having sat down, as for a rematch, has a part in the chance, too. The
   * host gives theirs at the start.
   * @param {State} now
   */
  function giveOurPart({ table, you }) {
    if (given || table.status !== "waiting" || beside.me === table.owner) return;
    given = true;
    api.contributeAll(table, you).catch(() => {});
  }

  function show() {
    if (!state || left) return;
    document.title = isOurs(state) ? `● ${standing(state)} – Cartagena` : `${gameName(state.table.rules)} – Cartagena`;
    const dealt = state.views.length > 0;
    if (dealt && waiting.contains(document.activeElement)) main.focus({ preventScroll: true });
    playing.hidden = !dealt;
    waiting.hidden = dealt;
    if (!dealt) {
      swap(waiting, waitingRoom(state, id, beside.me === state.table.owner));
      return;
    }
    playing.classList.toggle("busy", state.busy);
    playing.dataset.answers = String(state.answers);
    const current = state;
    const { views, legal, you, deadline } = state;
    part(turn, [views, legal, you, deadline], () => turnLine(current));
    tick(turn);
    swap(hand, handArea(state));
    showBoard();
    // The first picture is whole; later the board does not wait for what stands beside it.
    if (beside.shown) besideSoon();
    else showBeside();
  }

  function showBoard() {
    if (!state || left) return;
    const { table, board } = state;
    if (picture.isOf(table, board, SLIM.matches)) picture.show(visible(state));
    else picture.load(table, board, SLIM.matches).then(showBoard, () => setTimeout(showBoard, RETRY));
  }

  /** What all at this screen may see. @param {State} now */
  function visible(now) {
    return isCovered(now, revealed) ? covered(now) : now;
  }

  function showBeside() {
    if (!state?.views.length || left) return;
    beside.show(visible(state));
    spread(unheard.splice(0), { hand, people: beside.people, cards: beside.cards });
  }

  const besideSoon = inAFrame(showBeside);
  const showSoon = inAFrame(show);

  /** @param {State} now */
  function handArea(now) {
    if (viewOf(now)?.over) return afterGame(now, id);
    if (isCovered(now, revealed)) {
      const open = () => {
        revealed = now.seen;
        show();
      };
      const words = t("{who}: show my cards", { who: colourName(now.seen) });
      return h(
        "div",
        { class: `controls curtain ${now.seen}` },
        h("button", { type: "button", class: "big", onclick: open }, words),
      );
    }
    const seat = now.table.seats.find((one) => one.colour === now.seen);
    if (!seat?.standin) return controls(now, deeds);
    const back = () => tell(api.comeBack(id));
    return h(
      "div",
      { class: "controls" },
      h("p", { class: "prompt" }, t("A bot plays for you while you are away.")),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "action", onclick: back }, t("I am back"))),
    );
  }

  /** There is no such table, or it is not for us. @param {unknown} problem */
  function turnedAway(problem) {
    if (left || !(problem instanceof api.Problem) || problem.status >= 429) return;
    stream?.stop();
    main.replaceChildren(
      h(
        "section",
        { class: "page" },
        h("h1", {}, [400, 404, 422].includes(problem.status) ? t("This table doesn’t exist.") : sentence(problem)),
        h("p", {}, h("a", { class: "action", href: "/" }, t("New game"))),
      ),
    );
  }

  function resized() {
    if (state) show();
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.key === "Escape" && state && (state.chosen.card || state.chosen.place)) deeds.choose(NOTHING);
  }

  listenTo(
    picture.root,
    () => (state && deciderOf(viewOf(state)) !== "" && !isCovered(state, revealed) ? state : null),
    act,
  );
  SLIM.addEventListener("change", resized);
  addEventListener("keydown", pressed);
  const timer = setInterval(() => tick(playing), 1000);
  /** Whoever has no identity yet gets one first, so that the stream knows them. */
  async function arrive() {
    try {
      beside.me = (await api.me()).id;
    } catch {
      banner.hidden = false;
      if (!left) setTimeout(arrive, RETRY);
      return;
    }
    if (left) return;
    stream = listen(id, heard, (up) => {
      banner.hidden = up;
      // Whom the server sends away need not wait for the line.
      if (!up) api.look(id).catch(turnedAway);
    });
  }

  arrive();
  return () => {
    left = true;
    stream?.stop();
    clearInterval(timer);
    SLIM.removeEventListener("change", resized);
    removeEventListener("keydown", pressed);
  };
}
