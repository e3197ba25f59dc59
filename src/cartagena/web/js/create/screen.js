/** Create a table: the games as pictures, every option, the seats, the time. */

import { art, h, pirateArt, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { colourName, LIMITS, levelName, limitName, PRESETS, presetName, presetSentence } from "../model/names.js";
import * as api from "../net/api.js";
import { sentence } from "../net/errors.js";
import { go } from "../router.js";
import { optionFields } from "./options.js";

/** @import { Catalogue, Preset, Rules } from "../net/types.js" */

const WAYS = {
  jamaica: "tunnel",
  tortuga: "tunnel",
  hispaniola: "tunnel",
  escape: "tunnel",
  island: "jungle",
  complete: "both",
  morgan: "tunnel",
  filibusters: "tunnel",
  "black-magic": "tunnel",
  short: "tunnel",
  long: "tunnel",
  everything: "both",
};

/** Symbols that stand for a game. @type {Record<string, string[]>} */
const EMBLEMS = {
  jamaica: ["skull", "dagger", "bottle"],
  tortuga: ["hat", "key", "pistol"],
  hispaniola: ["pistol", "skull", "key"],
  escape: ["lantern", "hook", "weapons"],
  island: ["parrot", "rum", "chest"],
  complete: ["lantern", "parrot", "rum"],
  morgan: ["weapons", "rum", "hook"],
  filibusters: ["weapons", "weapons", "weapons"],
  "black-magic": ["chest", "parrot", "lantern"],
  short: ["hook", "rum"],
  long: ["rum", "lantern", "chest", "hook"],
  everything: ["chest", "weapons", "parrot", "hook"],
};

/**
 * Where the rulebooks of 2000 differ.
 * @type {Record<string, { fewest_actions: number | string, leave_goal: boolean }>}
 */
const READINGS = {
  usual: { fewest_actions: 1, leave_goal: true },
  cs: { fewest_actions: 0, leave_goal: true },
  hu: { fewest_actions: "all", leave_goal: false },
};

/** Which rulebook these rules follow, if they follow one. @param {Rules} rules */
function readingOf(rules) {
  const follows = (/** @type {object} */ reading) =>
    Object.entries(reading).every(([name, value]) => rules[name] === value);
  return Object.entries(READINGS).find(([, reading]) => follows(reading))?.[0] ?? "own";
}

/** @param {HTMLElement} main */
export function createScreen(main) {
  document.title = `${t("Create a table")} – Cartagena`;
  main.replaceChildren(h("p", { class: "page" }, t("One moment …")));
  let left = false;
  api.catalogue().then(
    (known) => !left && main.replaceChildren(form(known)),
    () => toast(t("The server cannot be reached.")),
  );
  return () => {
    left = true;
  };
}

/**
 * @param {string} name
 * @param {boolean} chosen
 * @param {() => void} choose
 */
function game(name, chosen, choose) {
  const kind = WAYS[/** @type {keyof typeof WAYS} */ (name)];
  const radio = h("input", { type: "radio", name: "preset", value: name, checked: chosen, onchange: choose });
  const symbols = (EMBLEMS[name] ?? []).map((symbol) => {
    return h("span", { class: "plate" }, art(symbol));
  });
  return h(
    "label",
    { class: `game ${kind}${name === "filibusters" ? " night" : ""}` },
    radio,
    h("span", { class: "emblem", "aria-hidden": "true" }, symbols),
    h("b", {}, presetName(name)),
    h("span", {}, presetSentence(name)),
  );
}

/** @param {Catalogue} known */
function form(known) {
  /** @type {Rules} */
  let rules = { ...rulesOf(known, "jamaica") };
  const options = h("div", { class: "options" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const readings = h(
    "select",
    {
      id: "reading",
      onchange: () => {
        rules = { ...rules, ...READINGS[readings.value] };
        change();
      },
    },
    h("option", { value: "usual" }, t("as most rulebooks")),
    h("option", { value: "cs" }, t("Czech rulebook of 2000")),
    h("option", { value: "hu" }, t("Hungarian rulebook of 2000")),
    h("option", { value: "own" }, t("as chosen below")),
  );

  function change() {
    readings.value = readingOf(rules);
    options.replaceChildren(
      optionFields(known, rules, (name, value) => {
        rules = { ...rules, [name]: value };
        readings.value = readingOf(rules);
        wrong.textContent = "";
      }),
    );
  }
  change();
  const games = PRESETS.map((name) =>
    game(name, name === "jamaica", () => {
      rules = { ...rulesOf(known, name) };
      wrong.textContent = "";
      change();
    }),
  );
  const seats = known.colours.map((colour, i) => seatField(known, colour, i, introduce));

  /** The first of our seats is our own; the others at this screen have names of their own. */
  function introduce() {
    const ours = seats.filter((seat) => seat.read().kind === "me");
    for (const seat of seats) seat.called.hidden = !ours.includes(seat);
    const own = ours[0]?.name;
    if (own && !own.value) own.value = api.knownName();
  }
  introduce();
  const time = h(
    "select",
    { id: "time" },
    LIMITS.map((seconds) => h("option", { value: seconds }, limitName(seconds))),
  );
  const standin = h(
    "select",
    { id: "standin" },
    known.levels.map((level) =>
      h("option", { value: level, selected: level === "deckhand" }, t("Bot: {level}", { level: levelName(level) })),
    ),
  );
  const visible = h("input", { type: "checkbox", id: "public" });
  const watched = h("input", { type: "checkbox", id: "watched", checked: true });
  const lay = h("button", { type: "submit", class: "big" }, t("Lay the table"));

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    const chosen = seats.map((seat) => seat.read()).filter((seat) => seat.kind !== "closed");
    const own = chosen.find((seat) => seat.kind === "me");
    for (const seat of chosen) if (seat.kind === "me" && seat !== own) seat.name ??= t("Pirate");
    // One press, one table: while it is being laid, nothing more can be sent.
    lay.disabled = true;
    wrong.textContent = "";
    try {
      if (own?.name && own.name !== api.knownName()) await api.rename(own.name);
      const made = await api.createTable({
        rules,
        seats: chosen,
        public: visible.checked,
        spectators: watched.checked,
        seconds: Number(time.value),
        standin: standin.value,
      });
      const mine = made.seats.filter((seat) => seat.kind === "player");
      await api.contributeAll(
        made,
        mine.map((seat) => seat.colour),
      );
      if (mine.length && !made.seats.some((seat) => seat.kind === "open")) await api.start(made.id);
      go(`/table/${made.id}`);
    } catch (problem) {
      lay.disabled = false;
      wrong.textContent = sentence(problem);
      wrong.scrollIntoView({ block: "center" });
    }
  }

  return h(
    "form",
    { class: "page create", onsubmit: send },
    h("h1", {}, t("Create a table")),
    h("fieldset", { class: "games" }, h("legend", {}, t("Which game?")), games),
    h(
      "fieldset",
      { class: "seats" },
      h("legend", {}, t("Who plays?")),
      h("p", { class: "quiet" }, t("Several seats for you means that you share this screen.")),
      seats.map((seat) => seat.field),
    ),
    h(
      "fieldset",
      { class: "more" },
      h("legend", {}, t("The table")),
      h("label", { for: "time" }, t("Time")),
      time,
      h("label", { for: "standin" }, t("Plays on for whoever leaves or runs out of time")),
      standin,
      h("label", {}, visible, t("Public: listed for everyone to join")),
      h("label", {}, watched, t("Others may watch")),
    ),
    h(
      "details",
      { class: "all-options" },
      h("summary", {}, t("All rules in detail")),
      h("p", { class: "option" }, h("label", { for: "reading" }, t("Where the rulebooks differ")), readings),
      options,
    ),
    wrong,
    lay,
  );
}

/** @param {Catalogue} known @param {string} name */
function rulesOf(known, name) {
  const found = known.presets.find((/** @type {Preset} */ preset) => preset.name === name);
  if (!found) throw new Error(name);
  return found.rules;
}

/**
 * @param {Catalogue} known
 * @param {string} colour
 * @param {number} i
 * @param {() => void} changed
 */
function seatField(known, colour, i, changed) {
  const usual = i === 0 ? "me" : i === 1 ? "open" : "closed";
  const choices = [
    ["me", t("you")],
    ["open", t("open")],
    ...known.levels.map((level) => [`bot ${level}`, t("Bot: {level}", { level: levelName(level) })]),
    ["closed", t("not used")],
  ];
  const id = `seat-${colour}`;
  const select = h(
    "select",
    { id, onchange: changed },
    choices.map(([value, words]) => h("option", { value, selected: value === usual }, words ?? "")),
  );
  const name = h("input", {
    maxlength: 40,
    dir: "auto",
    autocomplete: "off",
    "aria-label": t("Name of {colour}", { colour: colourName(colour) }),
  });
  const called = h("label", { class: "called" }, t("Name"), name);
  const field = h(
    "div",
    { class: `seat ${colour}` },
    pirateArt(colour),
    h("label", { for: id }, colourName(colour)),
    select,
    called,
  );
  const read = () => {
    const [kind = "closed", level] = select.value.split(" ");
    const given = kind === "me" ? name.value.trim() : "";
    return { colour, kind, level, name: given || undefined };
  };
  return { field, read, name, called };
}
