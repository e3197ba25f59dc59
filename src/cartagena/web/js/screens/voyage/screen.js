/** The voyage: a chart of the Caribbean with a rival in every harbour. Beat one, and sail on to the next. */

import { el, h, setTitle } from "../../lib/dom.js";
import { isolate, n, t } from "../../lib/i18n.js";
import { create, patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { presetTitle } from "../../model/catalogue.js";
import { distanceSailed, harbours } from "../../model/voyage.js";
import { quickStart } from "../../net/api.js";
import { storedBotSpeed, storedGame } from "../../ui/bot_choice.js";
import { showFailure } from "../../ui/errors.js";
import { portrait } from "../../ui/rivals.js";
import { fetchBeaten, storedBeaten } from "../../ui/voyage_progress.js";

/** @import { BotLevel } from "../../net/types.js" */

/** Show the chart. Returns a function that leaves it. @param {HTMLElement} main */
export function voyageScreen(main) {
  setTitle(t("The voyage"));
  const intro = el("p", { class: "quiet" });
  const chart = el("div", { class: "chart-paper", dir: "ltr" });
  const card = el("div", { class: "rival-card", "aria-live": "polite" });
  main.replaceChildren(
    el(
      "div",
      { class: "page voyage" },
      h("h1", {}, t("The voyage")),
      intro,
      h("div", { class: "chart-window", tabindex: 0, role: "group", "aria-label": t("The voyage") }, chart),
      card,
    ),
  );
  let closed = false;
  const show = (/** @type {SVGElement} */ drawing, /** @type {Set<string>} */ beaten) => {
    const sailed = distanceSailed(beaten);
    const all = harbours();
    patch(intro, voyageSentence(sailed, all.length));
    drawRoute(drawing, all, sailed);
    chart.replaceChildren(drawing, ...all.map((bot, i) => harbourButton(bot, i)));
    choose(all[Math.min(sailed, all.length - 1)]);

    /** @param {BotLevel} bot @param {number} i */
    function harbourButton(bot, i) {
      const stop = drawing.querySelector(`.stop[data-level="${bot.name}"]`);
      const box = drawing.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
      const percent = (/** @type {string} */ name, /** @type {number | undefined} */ size) =>
        `${(100 * Number(stop?.getAttribute(name))) / (size ?? 1)}%`;
      const state = beaten.has(bot.name) ? "beaten" : i <= sailed ? "open" : "far";
      const name = t(bot.rival?.person ?? "");
      const label = [name, t(bot.title), state === "beaten" && t("beaten")].filter(Boolean).join(", ");
      return create(
        h(
          "button",
          {
            type: "button",
            class: `harbour ${state}`,
            "data-level": bot.name,
            "aria-label": label,
            style: { left: percent("cx", box[2]), top: percent("cy", box[3]) },
            onclick: () => choose(bot),
          },
          portrait(bot.name, { mood: state === "beaten" ? "sour" : "" }),
          h("span", {}, state === "beaten" && "✓ ", name),
        ),
      );
    }

    /** @param {BotLevel | undefined} bot */
    function choose(bot) {
      if (!bot) return;
      for (const button of chart.querySelectorAll(".harbour")) {
        button.setAttribute("aria-pressed", String(button.getAttribute("data-level") === bot.name));
      }
      patch(card, rivalCard(bot, beaten.has(bot.name), all.indexOf(bot) <= sailed));
    }
  };
  const load = async () => {
    const response = await fetch(new URL("../../../chart.svg", import.meta.url));
    const parsed = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
    const drawing = /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    drawing.setAttribute("aria-hidden", "true");
    if (closed) return;
    const known = storedBeaten();
    show(drawing, known);
    chart.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "center" });
    const before = known.size;
    // Offline, the chart shows what this device knows.
    const beaten = await fetchBeaten().catch(() => known);
    if (!closed && beaten.size > before) show(drawing, beaten);
  };
  showFailure(load());
  return () => {
    closed = true;
  };
}

/** @param {number} sailed @param {number} harbours */
function voyageSentence(sailed, harbours) {
  if (!sailed) return t("A rival waits in every harbour. Beat the first one, and you may sail on to the next.");
  if (sailed === harbours) return t("You’ve beaten them all. The Caribbean is yours.");
  return n("You’ve reached {count} harbour of {all}.", "You’ve reached {count} harbours of {all}.", sailed, {
    all: harbours,
  });
}

/** Draw the ship where the player is, and the route it has sailed. @param {SVGElement} drawing @param {BotLevel[]} all @param {number} sailed */
function drawRoute(drawing, all, sailed) {
  for (const [i, { name }] of all.entries()) {
    drawing.querySelector(`.leg[data-level="${name}"]`)?.classList.toggle("sailed", i < sailed);
  }
  const last = all[sailed - 1];
  const stop = last && drawing.querySelector(`.stop[data-level="${last.name}"]`);
  if (!stop) return;
  // Next to the harbour, so that the portrait there stays in sight.
  const [x, y] = [Number(stop.getAttribute("cx")) + 62, Number(stop.getAttribute("cy")) + 6];
  drawing.querySelector("#ship")?.setAttribute("transform", `translate(${x} ${y})`);
}

/**
 * Return the card of a rival, with a button to play.
 * @param {BotLevel} bot
 * @param {boolean} isBeaten
 * @param {boolean} isOpen
 */
function rivalCard(bot, isBeaten, isOpen) {
  const { rival } = bot;
  if (!rival) return null;
  const person = t(rival.person);
  const play = () => showFailure(challenge(bot.name));
  return [
    portrait(bot.name, { mood: isBeaten ? "sour" : "", kind: "large" }),
    h(
      "div",
      {},
      h("h2", {}, person, " ", h("small", { class: "quiet" }, t(bot.title))),
      h("p", {}, t(rival.temper)),
      isBeaten && h("p", {}, h("q", {}, t(rival.beaten))),
      isOpen
        ? h(
            "p",
            { class: "buttons" },
            h(
              "button",
              { type: "button", class: "action main", onclick: play },
              t("Challenge {name}", { name: isolate(person) }),
            ),
            h("span", { class: "quiet" }, t("{game}, just the two of you", { game: presetTitle(storedGame()) })),
          )
        : h("p", { class: "quiet" }, t("Still too far away. Beat the others first.")),
    ),
  ];
}

/** Start a game against a rival. @param {string} level */
async function challenge(level) {
  const options = { rules: storedGame(), players: 2, level, colour: "blue", bot_speed: storedBotSpeed() };
  const table = await quickStart(options);
  navigate(`/table/${table.id}`);
}
