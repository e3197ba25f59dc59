/** The settings of sound in the menu of a table: on or off, how loud, and the background. */

import { el, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { backgroundOn, playSound, setBackground, setSound, setVolume, soundOn, volume } from "./sounds.js";

/** Return the fields. */
export function soundField() {
  const on = el("input", { type: "checkbox", id: "sound-on", checked: soundOn() });
  const level = el("input", {
    type: "range",
    id: "volume",
    min: 0,
    max: 1,
    step: 0.05,
    value: volume(),
    "aria-label": t("Volume"),
  });
  const background = el("input", { type: "checkbox", id: "background-sound", checked: backgroundOn() });
  on.addEventListener("change", () => {
    setSound(on.checked);
    playSound("turn");
  });
  level.addEventListener("input", () => setVolume(Number(level.value)));
  level.addEventListener("change", () => playSound("turn"));
  background.addEventListener("change", () => setBackground(background.checked));
  return h(
    "div",
    { class: "sound-field" },
    h("p", { class: "setting" }, on, h("label", { for: "sound-on" }, t("Sound")), level),
    h(
      "p",
      { class: "setting" },
      background,
      h("label", { for: "background-sound" }, t("Tunnel and sea in the background")),
    ),
  );
}
