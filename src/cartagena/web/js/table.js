/** The table screen: listens, keeps the one state, shows it, and sends what the player does. */

import * as api from "./api.js";
import { after as afterGame } from "./finished.js";
import { tick } from "./clock.js";
import { controls, turnLine } from "./controls.js";
import { announce, h, swap, toast } from "./dom.js";
import { onceAFrame } from "./frames.js";
import { advice, lit } from "./hints.js";
import { listenTo } from "./input.js";
import { boardList, typedMove } from "./lists.js";
import { Log } from "./log.js";
import { NOTHING } from "./moves.js";
import { colourName, gameName } from "./names.js";
import { spread } from "./news.js";
import { sentence, tell } from "./problems.js";
import { Picture } from "./render.js";
import { standing } from "./sentences.js";
import { shareButton } from "./share.js";
import { players, supply } from "./side.js";
import { rulebook } from "./rulebook.js";
import { sound } from "./sounds.js";
import { SLIM } from "./stage.js";
import { after, begin, deciderOf, isOurs, viewOf } from "./state.js";
import { talk, talkLine } from "./talk.js";
import { pictureButtons } from "./tools.js";
import { waitingRoom } from "./waiting.js";
import { t } from "./words.js";

/** @import { State } from "./state.js" */
/** @import { Meaning } from "./input.js" */
/** @import { News } from "./news.js" */

/**
 * Show a table until the returned function is called.
 * @param {HTMLElement} main
 * @param {string} id
 */
export function tableScreen(main, id) {
  /** @type {State | null} */
  let state = null;
  let tab = "log";
  let revealed = "";
  let me = "";
  /** @type {News[]} */
  const unheard = [];
  /** @type {unknown} */
  let said = null;
  const picture = new Picture();
  const log = new Log((line) => state && picture.showLast(state, line));
  const banner = h("div", { class: "banner", role: "status", hidden: true }, t("The connection is away. Trying again …"));
  const turn = h("div", { class: "turn", "aria-live": "polite" });
  const hand = h("div", { class: "hand-area" });
  const people = h("div", { class: "people-area" });
  const cards = h("div", { class: "supply-area" });
  const tabs = h("div", { class: "tabs" });
  const pane = h("div", { class: "pane", role: "tabpanel" });
  const extra = h("div", { class: "pane-extra" });
  const heading = h("h1", { class: "table-name" });
  const address = `${location.origin}/table/${id}`;
  const caption = () => (state ? `${gameName(state.table.rules)} · ${standing(state)}` : "");
  const tools = h("div", { class: "tools" }, shareButton(t("Share"), () => address), pictureButtons(picture, caption, () => `cartagena-${state?.log.length ?? 0}`));
  const boardArea = h("div", { class: "board-area" }, picture.root);
  const playing = h(
    "div",
    { class: "table", hidden: true },
    h("div", { class: "main-column" }, turn, boardArea, hand),
    h("aside", { class: "side-column" }, h("div", { class: "table-head" }, heading, tools), people, cards, tabs, pane, extra),
  );
  const waiting = h("div", { class: "waiting", hidden: true });
  main.replaceChildren(banner, playing, waiting);

  const deeds = {
    play: (/** @type {string} */ move) => send(() => api.play(id, move, state?.answers ?? 0)),
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

  /** @param {() => Promise<unknown>} request */
  async function send(request) {
    if (!state || state.busy) return;
    state = { ...state, busy: true };
    show();
    try {
      await request();
    } catch (problem) {
      toast(sentence(problem));
      if (state) state = { ...state, busy: false, chosen: NOTHING };
      show();
      return;
    }
    // The event that the answer belongs to may already have come.
    if (state) state = { ...state, busy: false };
    showSoon();
  }

  /** Ask for a hint, and light up what it advises. */
  async function advise() {
    if (!state || state.asking) return;
    const { answers } = state;
    state = { ...state, asking: true };
    show();
    try {
      const hint = await api.hint(id, answers);
      if (state.answers !== answers) return;
      state = { ...state, hint, chosen: lit(hint) };
      announce(advice(state)?.textContent ?? "");
    } catch (problem) {
      toast(sentence(problem));
    } finally {
      state = { ...state, asking: false };
      show();
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
    if (kind === "moved" && before) unheard.push({ before, now: state, seat: data.seat, move: data.move });
    showSoon();
    if (kind === "said" && before && !before.you.includes(data.seat)) sound("word");
  }

  function show() {
    if (!state) return;
    document.title = isOurs(state) ? `● ${standing(state)} – Cartagena` : `${gameName(state.table.rules)} – Cartagena`;
    const dealt = state.views.length > 0;
    playing.hidden = !dealt;
    waiting.hidden = dealt;
    if (!dealt) {
      swap(waiting, waitingRoom(state, id, me === state.table.owner));
      return;
    }
    heading.textContent = gameName(state.table.rules);
    playing.classList.toggle("busy", state.busy);
    playing.dataset.answers = String(state.answers);
    const current = state;
    const { views, legal, table, present, deadline, seen, you } = state;
    part(turn, [views, legal, you], () => turnLine(current));
    swap(hand, handArea(state));
    part(people, [views, table, present, deadline, seen, you], () => players(current));
    part(cards, [views, seen], () => supply(current));
    showPane(state);
    if (picture.isOf(state.table, state.board, SLIM.matches)) picture.show(state);
    else picture.load(state.table, state.board, SLIM.matches).then(() => picture.show(state ?? current));
    tick(playing);
    // Only now, when nothing more will change, is anything measured: one layout for each frame.
    if (log.show(state) || said !== state.chat) toEnd();
    said = state.chat;
    spread(unheard.splice(0), { hand, people, cards });
  }

  const showSoon = onceAFrame(show);

  /** @type {Map<HTMLElement, unknown[]>} */
  const shown = new Map();

  /**
   * Draw a part of the page anew, but only if something that it shows has changed.
   * @param {HTMLElement} home
   * @param {unknown[]} depends
   * @param {() => Node} make
   */
  function part(home, depends, make) {
    const before = shown.get(home);
    if (before?.length === depends.length && before.every((one, i) => one === depends[i])) return;
    shown.set(home, depends);
    swap(home, make());
  }

  /** @param {State} now */
  function handArea(now) {
    if (viewOf(now)?.over) return afterGame(now, id);
    // Several players at one screen: nobody sees a hand before its owner sits there.
    if (now.you.length > 1 && now.table.rules.hands === "hidden" && revealed !== now.seen) {
      const open = () => {
        revealed = now.seen;
        show();
      };
      const words = t("{who}: show my cards", { who: colourName(now.seen) });
      return h("div", { class: `controls curtain ${now.seen}` }, h("button", { type: "button", class: "big", onclick: open }, words));
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

  /** @param {State} now */
  function showPane(now) {
    const names = { log: t("Log"), talk: t("Chat"), list: t("Board as a list"), rules: t("Rules") };
    part(tabs, [tab], () =>
      h("div", { role: "tablist" }, Object.entries(names).map(([name, words]) =>
        h("button", { type: "button", role: "tab", "data-tab": name, "aria-selected": String(tab === name), onclick: () => choose(name) }, words),
      )),
    );
    /** @type {Record<string, [unknown[], () => HTMLElement]>} */
    const panes = {
      log: [[], () => log.root],
      talk: [[now.chat, now.muted], () => talk(now, id, me)],
      list: [[now.views, now.legal, now.chosen], () => boardList(now, deeds)],
      rules: [[now.table.rules], () => rulebook(now)],
    };
    const [depends, make] = panes[tab] ?? [[], () => rulebook(now)];
    part(pane, [tab, ...depends], make);
    const wanted = tab === "talk" ? "talk" : now.seen ? "typed" : "";
    if (extra.dataset.kind !== wanted) {
      extra.dataset.kind = wanted;
      extra.replaceChildren(...(wanted === "talk" ? [talkLine(id)] : wanted ? [typedMove(deeds)] : []));
    }
  }

  /** The newest line of the log or the talk comes into sight. */
  function toEnd() {
    const list = pane.querySelector(".log, .talk");
    if (list) list.scrollTop = list.scrollHeight;
  }

  /** @param {string} name */
  function choose(name) {
    tab = name;
    show();
    toEnd();
  }

  /** There is no such table, or it is not for us. @param {unknown} problem */
  function turnedAway(problem) {
    if (left || !(problem instanceof api.Problem) || problem.status >= 429) return;
    stop();
    main.replaceChildren(
      h("section", { class: "page" }, h("h1", {}, sentence(problem)), h("p", {}, h("a", { class: "action", href: "/" }, t("New game")))),
    );
  }

  function resized() {
    if (state) show();
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.key === "Escape" && state && (state.chosen.card || state.chosen.place)) deeds.choose(NOTHING);
  }

  listenTo(picture.root, () => (state && deciderOf(viewOf(state)) !== "" ? state : null), act);
  SLIM.addEventListener("change", resized);
  addEventListener("keydown", pressed);
  const timer = setInterval(() => tick(playing), 1000);
  let stop = () => {};
  let left = false;
  // Whoever has no identity yet gets one first, so that the stream knows them.
  api.me().then(
    (known) => {
      if (left) return;
      me = known.id;
      stop = api.listen(id, heard, (up) => {
        banner.hidden = up;
        if (state) state = { ...state, connected: up };
        else if (!up) api.look(id).catch(turnedAway);
      });
    },
    () => toast(t("The server cannot be reached.")),
  );
  return () => {
    left = true;
    stop();
    clearInterval(timer);
    SLIM.removeEventListener("change", resized);
    removeEventListener("keydown", pressed);
  };
}
