/** The coach of a first game: a few words and a hand next to what to press. */

import { markOnly, whereToPress } from "../../board/press_marks.js";
import { el, h, s, scrollIntoView } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { loadStyles } from "../../lib/styles.js";
import * as api from "../../net/api.js";
import { storedBotSpeed } from "../../ui/bot_choice.js";
import { showFailure } from "../../ui/errors.js";
import { endFirstGame, startFirstGame } from "./start.js";
import { coachStep } from "./steps.js";

/** @import { GameState } from "../../model/game_state.js" */
/** @import { CoachStep } from "./steps.js" */

/** The full game that follows, of the same edition. */
const WHOLE_GAME = { rules: "escape", players: 3, level: "deckhand", colour: "blue" };
/** Poll interval in milliseconds for the position of the marked element: pirates walk, and the window may turn. */
const FOLLOW_MS = 150;
/** Distance from the edges of the window, in pixels. */
const GAP = 8;

/** Return a hand that points up. */
function pointingHand() {
  return s(
    "svg",
    { viewBox: "0 0 32 40", class: "guide-hand", "aria-hidden": "true" },
    s("path", {
      d: "M11 19V5.5a3 3 0 0 1 6 0V16l9 2.4a4 4 0 0 1 3 4.4L27.6 32a6 6 0 0 1-6 5H15a6 6 0 0 1-4.6-2.1L3.5 26.5a3 3 0 0 1 4.4-4L11 25Z",
      fill: "#fff8e7",
      stroke: "#231916",
      "stroke-width": 2.2,
      "stroke-linejoin": "round",
    }),
  );
}

/**
 * Open the coach of a table.
 * @param {HTMLElement} table
 */
export function openCoach(table) {
  loadStyles("guide").catch(() => {});
  /** @type {GameState | null} */
  let current = null;
  let name = "";
  let closed = false;
  /** The selectors of what to press now. @type {string[]} */
  let marks = [];
  const text = el("p", { role: "status" });
  const buttons = el("div", { class: "guide-buttons" });
  const skip = el(
    "button",
    { type: "button", class: "guide-skip", "aria-label": t("Skip the tips"), onclick: () => close() },
    "×",
  );
  const root = el("section", { class: "guide", "aria-label": t("Tips") }, pointingHand(), text, skip, buttons);
  document.body.append(root);
  const timer = setInterval(follow, FOLLOW_MS);
  addEventListener("resize", follow);

  function close() {
    endFirstGame();
    stop();
  }

  function stop() {
    closed = true;
    marks = [];
    clearInterval(timer);
    removeEventListener("resize", follow);
    markOnly(table, []);
    root.remove();
    document.body.classList.remove("guided", "guide-over");
  }

  /** Return the place of words that point at nothing: the prompt, which is empty, or the upper part of the window. @param {number} height */
  function placeAlone(height) {
    const prompt = root.classList.contains("over") ? null : table.querySelector(".prompt");
    const { x, y, width, height: room } = prompt?.getBoundingClientRect() ?? new DOMRect();
    if (!width) return { middle: innerWidth / 2, top: innerHeight * 0.2 };
    return { middle: x + width / 2, top: Math.min(innerHeight - height - GAP, y + (room - height) / 2) };
  }

  /** Put the words next to the marked element. */
  function follow() {
    if (closed) return;
    if (!table.isConnected) return stop();
    // The board is drawn again when something else is pointed at.
    if (marks.length) markOnly(table, marks);
    const mark = [...table.querySelectorAll(".marked")].find((one) => one.getBoundingClientRect().width > 0);
    const box = mark?.getBoundingClientRect();
    const { width, height } = root.getBoundingClientRect();
    root.classList.toggle("pointing", Boolean(box));
    const alone = placeAlone(height);
    const middle = box ? box.left + box.width / 2 : alone.middle;
    const left = Math.max(GAP, Math.min(innerWidth - width - GAP, middle - width / 2));
    const below = !box || box.bottom + height + GAP < innerHeight;
    const top = box ? (below ? box.bottom + 2 : box.top - height - 2) : alone.top;
    root.classList.toggle("above", !below);
    root.style.setProperty("--hand", `${middle - left}px`);
    root.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.max(GAP, top))}px)`;
  }

  async function playReal() {
    endFirstGame();
    const { id } = await api.quickStart({ ...WHOLE_GAME, bot_speed: storedBotSpeed() });
    stop();
    navigate(`/table/${id}`);
  }

  function playWithFriend() {
    close();
    navigate("/create");
  }

  /** @param {CoachStep} step */
  function endButtons({ name: step }) {
    if (step !== "won" && step !== "lost") return [];
    const button = (/** @type {string} */ label, /** @type {() => unknown} */ onclick, kind = "quiet") =>
      h("button", { key: label, type: "button", class: `action ${kind}`, onclick }, label);
    return [
      button(t("Play a real one"), () => showFailure(playReal()), "main"),
      button(t("Play with a friend"), playWithFriend),
      step === "lost" && button(t("Play again"), () => showFailure(startFirstGame())),
    ];
  }

  /** Show the tip for this state. @param {GameState} state */
  function show(state) {
    if (closed) return;
    const step = coachStep(state);
    const first = !current;
    current = state;
    if (text.textContent !== step.text) text.textContent = step.text;
    root.hidden = step.text === "";
    const over = step.name === "won" || step.name === "lost";
    root.classList.toggle("over", over);
    document.body.classList.toggle("guided", !root.hidden);
    document.body.classList.toggle("guide-over", over);
    skip.hidden = over;
    if (name !== step.name) patch(buttons, h("div", {}, endButtons(step)));
    name = step.name;
    marks = step.move ? whereToPress(step.move, state.selection, state.you[0] ?? "") : [];
    for (const element of markOnly(table, marks)) scrollIntoView(element);
    follow();
    // The focus starts at the card for keyboards and screen readers, unless the reader has moved it.
    const card = table.querySelector(".card-button.marked");
    if (first && card instanceof HTMLElement && document.activeElement?.matches("body, main"))
      card.focus({ preventScroll: true });
  }
  return { show };
}
