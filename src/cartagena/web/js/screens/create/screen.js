/** The form to create a table: the game, every option of its rules, the seats, the time limit. */

import { isServerless } from "../../lib/address.js";
import { el, h, pirateArt, setTitle } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { catalogue, games, levelSentence, presetRules, rivalTitle, rulebookReadings } from "../../model/catalogue.js";
import { colourName, LIMITS, limitName } from "../../model/names.js";
import * as api from "../../net/api.js";
import { rename, storedName } from "../../net/http.js";
import { botSpeeds, DEFAULT_GAME, levelSelect, rememberBotSpeed, storedBotSpeed } from "../../ui/bot_choice.js";
import { errorText } from "../../ui/errors.js";
import { oneDeviceText } from "../../ui/panels.js";
import { loadPosters, poster } from "../../ui/posters.js";
import { portrait } from "../../ui/rivals.js";
import { optionFields, optionName } from "./options.js";

/** @import { Rules } from "../../net/types.js" */

/** The bot that takes over from absent players, unless another one is chosen. */
const DEFAULT_SUBSTITUTE = "deckhand";

/** Return the rulebook that these rules follow, or "own". @param {Rules} rules */
function rulebookOf(rules) {
  const reading = rulebookReadings().find(({ options }) =>
    Object.entries(options).every(([name, value]) => rules[name] === value),
  );
  return reading ? reading.rulebook : "own";
}

/** @param {string} rulebook a language, or empty for most rulebooks */
function rulebookName(rulebook) {
  /** @type {Record<string, string>} */
  const names = {
    "": t("follow most rulebooks"),
    cs: t("follow the Czech rulebook (2000)"),
    hu: t("follow the Hungarian rulebook (2000)"),
  };
  return names[rulebook] ?? rulebook;
}

/** Show the form. @param {HTMLElement} main */
export function createScreen(main) {
  loadPosters().catch(() => {});
  setTitle(t("Create a table"));
  main.replaceChildren(form());
  return () => {};
}

function form() {
  /** @type {Rules} */
  let rules = { ...presetRules(DEFAULT_GAME) };
  const options = el("div", { class: "options" });
  const problem = el("p", { class: "form-error", role: "alert" });
  const follow = () => {
    const reading = rulebookReadings().find((one) => one.rulebook === rulebook.value);
    rules = /** @type {Rules} */ ({ ...rules, ...reading?.options });
    showOptions();
  };
  const rulebook = el(
    "select",
    { id: "rulebook", onchange: follow },
    rulebookReadings().map((one) => h("option", { value: one.rulebook }, rulebookName(one.rulebook))),
    h("option", { value: "own" }, t("custom (see below)")),
  );

  function showOptions() {
    rulebook.value = rulebookOf(rules);
    const fields = optionFields(catalogue().options, rules, (name, value) => {
      rules = { ...rules, [name]: value };
      rulebook.value = rulebookOf(rules);
      problem.textContent = "";
    });
    options.replaceChildren(fields);
  }
  showOptions();
  const cards = games().map((preset) =>
    poster(preset, preset.name === DEFAULT_GAME, () => {
      rules = { ...preset.rules };
      problem.textContent = "";
      showOptions();
    }),
  );
  const seats = catalogue().colours.map((colour, i) => seatField(colour, i, showNames));

  /** Show a name field for each seat at this screen. The first seat is the player's own. */
  function showNames() {
    const ours = seats.filter((seat) => seat.read().kind === "me");
    for (const seat of seats) seat.nameField.hidden = !ours.includes(seat);
    const own = ours[0]?.name;
    if (own && !own.value) own.value = storedName();
  }
  showNames();
  const time = el(
    "select",
    { id: "time" },
    LIMITS.map((limit, i) => h("option", { value: i }, limitName(limit))),
  );
  const substitute = levelSelect("substitute", DEFAULT_SUBSTITUTE, () => {});
  const speed = el(
    "select",
    { id: "bot-speed", onchange: () => rememberBotSpeed(speed.value) },
    Object.entries(botSpeeds()).map(([value, text]) =>
      h("option", { value, selected: value === storedBotSpeed() }, text),
    ),
  );
  const isPublic = el("input", { type: "checkbox", id: "public" });
  const spectators = el("input", { type: "checkbox", id: "spectators", checked: true });
  const submit = el("button", { type: "submit", class: "big" }, t("Create the table"));

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    const openSeats = seats.map((seat) => seat.read()).filter((seat) => seat.kind !== "closed");
    const own = openSeats.find((seat) => seat.kind === "me");
    for (const seat of openSeats) if (seat.kind === "me" && seat !== own) seat.name ??= t("Pirate");
    // A second press must not create another table.
    submit.disabled = true;
    problem.textContent = "";
    try {
      if (own?.name && own.name !== storedName()) await rename(own.name);
      const table = await api.createTable({
        rules,
        seats: openSeats,
        public: isPublic.checked,
        spectators: spectators.checked,
        ...LIMITS[Number(time.value)],
        substitute: substitute.select.value,
        bot_speed: speed.value,
      });
      const ours = table.seats.filter((seat) => seat.kind === "player").map((seat) => seat.colour);
      const isFull = !table.seats.some((seat) => seat.kind === "open");
      if (ours.length && isFull) await api.start(table, ours);
      else await api.contributeAll(table, ours);
      navigate(`/table/${table.id}`);
    } catch (error) {
      submit.disabled = false;
      problem.textContent = errorText(error, { option: (name) => optionName({ name, sentence: name }) });
      problem.scrollIntoView({ block: "center" });
    }
  }

  return el(
    "form",
    { class: "page create", onsubmit: send },
    h("h1", {}, t("Create a table")),
    h("fieldset", { class: "games" }, h("legend", {}, t("Which game?")), cards),
    h(
      "fieldset",
      { class: "seats" },
      h("legend", {}, t("Who’s playing?")),
      h("p", { class: "quiet" }, t("Pick “you” for more than one seat to share this screen.")),
      isServerless() && h("p", { class: "quiet" }, oneDeviceText()),
      seats.map((seat) => seat.field),
    ),
    h(
      "fieldset",
      { class: "more" },
      h("legend", {}, t("Table settings")),
      h("p", { class: "field" }, h("label", { for: "time" }, t("Time limit")), time),
      h(
        "p",
        { class: "field" },
        h("label", { for: "substitute" }, t("Bot that takes over if someone leaves or runs out of time")),
        h("span", { class: "level" }, substitute.select, substitute.sentence),
      ),
      h("p", { class: "field" }, h("label", { for: "bot-speed" }, t("Speed of the bots")), speed),
      !isServerless() && [
        h("label", { class: "check" }, isPublic, h("span", {}, t("Public: anyone can find this table and join"))),
        h("label", { class: "check" }, spectators, h("span", {}, t("Allow spectators"))),
      ],
    ),
    h(
      "details",
      { class: "all-options" },
      h("summary", {}, t("All rule options")),
      h("p", { class: "option" }, h("label", { for: "rulebook" }, t("Where the rulebooks disagree")), rulebook),
      options,
    ),
    problem,
    submit,
  );
}

/**
 * Return the field that says who plays a colour: its elements, and a function that reads the choice.
 * @param {string} colour
 * @param {number} i the first seat is the player's, the second open
 * @param {() => void} onChange
 */
function seatField(colour, i, onChange) {
  // Without a server nobody can take an open seat.
  const [second, open] = isServerless() ? [`bot ${DEFAULT_SUBSTITUTE}`, []] : ["open", [["open", t("open seat")]]];
  const first = i === 0 ? "me" : i === 1 ? second : "closed";
  const bots = catalogue().levels.map((level) => [`bot ${level}`, t("Bot: {level}", { level: rivalTitle(level) })]);
  const choices = [["me", t("you")], ...open, ...bots, ["closed", t("closed")]];
  const id = `seat-${colour}`;
  const sentence = el("small", { class: "quiet level-sentence", id: `${id}-sentence`, hidden: true });
  const change = () => {
    const { kind, level } = read();
    sentence.hidden = kind !== "bot";
    patch(sentence, portrait(level ?? ""), levelSentence(level ?? ""));
    onChange();
  };
  const select = el(
    "select",
    { id, "aria-describedby": sentence.id, onchange: change },
    choices.map(([value, text]) => h("option", { value, selected: value === first }, text ?? "")),
  );
  const name = el("input", {
    maxlength: 40,
    dir: "auto",
    autocomplete: "off",
    "aria-label": t("Name of {colour}", { colour: colourName(colour) }),
  });
  const nameField = el("label", { class: "seat-name" }, t("Name"), name);
  const label = el("label", { for: id }, colourName(colour));
  const field = el("div", { class: `seat ${colour}` }, pirateArt(colour), label, select, nameField, sentence);
  const read = () => {
    const [kind = "closed", level] = select.value.split(" ");
    const ownName = kind === "me" ? name.value.trim() : "";
    return { colour, kind, level, name: ownName || undefined };
  };
  return { field, read, name, nameField };
}
