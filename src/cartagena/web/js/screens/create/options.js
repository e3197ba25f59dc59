/** Fields for every option of the rules. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @import { OptionInfo, Rules } from "../../net/types.js" */

/**
 * Return the label of an option. An option without a label has its sentence.
 * @param {Pick<OptionInfo, "name" | "sentence">} option
 */
export function optionName({ name, sentence }) {
  /** @type {Record<string, string>} */
  const names = {
    edition: t("Edition: symbols, cards and tiles"),
    hands: t("Hands"),
    supply: t("New cards come from"),
    tunnel: t("Tunnel tiles"),
    jungle: t("Jungle tiles"),
    pirates: t("Pirates per player"),
    fewest_actions: t("Minimum actions per turn"),
    most_actions: t("Maximum actions per turn"),
    leave_goal: t("Pirates may go back from the goal"),
    empty_hand_skip: t("With an empty hand, you may skip your turn and draw a card"),
    jail_in_tunnel: t("For sailing back, a pirate in jail counts as in the tunnel"),
    stuck: t("A player who can’t move"),
    turn_limit: t("End the game after this many turns (0 = no limit)"),
    tunnel_cards: t("How you gain cards in the tunnel"),
    jungle_cards: t("How you gain cards in the jungle"),
    filibusters: t("Filibusters: a dark card makes the others discard down to seven"),
    magic: t("Black Magic Woman: spells and chests"),
  };
  return names[name] ?? sentence;
}

/** @param {string} name @param {string | number | boolean} value */
function valueName(name, value) {
  if (name === "stuck") return value === "skip" ? t("draws a card") : t("just ends the turn");
  /** @type {Record<string, string>} */
  const names = {
    hidden: t("hidden"),
    open: t("open"),
    deck: t("a face-down deck"),
    row: t("an open row"),
    all: t("as many as possible"),
    retreat: t("going back"),
    morgan: t("Morgan"),
    both: t("both"),
  };
  return names[String(value)] ?? String(value);
}

/**
 * Return a field for each option: a checkbox, a number or a list.
 * @param {OptionInfo[]} options
 * @param {Rules} rules
 * @param {(name: string, value: string | number | boolean) => void} onChange
 */
export function optionFields(options, rules, onChange) {
  const fields = options.map((option) => {
    const id = `option-${option.name}`;
    const value = rules[option.name];
    if (option.choices.length === 2 && option.choices.every((choice) => typeof choice === "boolean")) {
      const checkbox = el("input", {
        type: "checkbox",
        id,
        checked: value === true,
        onchange: () => onChange(option.name, checkbox.checked),
      });
      return h("label", { class: "option yes-no", for: id }, checkbox, h("span", {}, optionName(option)));
    }
    if (!option.choices.length) {
      const input = el("input", {
        type: "number",
        id,
        min: 0,
        max: 1000000,
        value: Number(value),
        onchange: () => onChange(option.name, Math.round(Number(input.value))),
      });
      return h("label", { class: "option", for: id }, optionName(option), input);
    }
    const select = el(
      "select",
      { id, onchange: () => onChange(option.name, option.choices[select.selectedIndex] ?? "") },
      option.choices.map((choice) => h("option", { selected: choice === value }, valueName(option.name, choice))),
    );
    return h("label", { class: "option", for: id }, optionName(option), select);
  });
  return el("div", { class: "option-list" }, fields);
}
