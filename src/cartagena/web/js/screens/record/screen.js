/** The form that opens the record of a finished game on this device, to replay and analyse it. */

import { el, h, setTitle } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { navigate } from "../../lib/router.js";
import { openRecord } from "../../net/api.js";
import { errorText } from "../../ui/errors.js";

/** Show the form. Returns a function that leaves it. @param {HTMLElement} main */
export function recordScreen(main) {
  setTitle(t("Analyse a game"));
  const text = el("textarea", { id: "record", rows: 8, dir: "ltr", spellcheck: false, required: true });
  const problem = el("p", { class: "form-error", role: "alert" });
  const submit = el("button", { type: "submit", class: "big" }, t("Open the game"));
  const file = el("input", { type: "file", id: "record-file", accept: ".json,application/json" });
  file.addEventListener("change", async () => {
    text.value = (await file.files?.[0]?.text()) ?? "";
  });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    submit.disabled = true;
    problem.textContent = "";
    try {
      navigate(`/table/${(await openRecord(text.value)).id}`);
    } catch (error) {
      problem.textContent = errorText(error);
      submit.disabled = false;
    }
  };
  main.replaceChildren(
    el(
      "form",
      { class: "page record", onsubmit: send },
      h("h1", {}, t("Analyse a game")),
      h(
        "p",
        {},
        t(
          "Open the record of a finished game to replay it and see where it turned. Everything is computed on this device.",
        ),
      ),
      h("p", { class: "field" }, h("label", { for: "record-file" }, t("File with the record")), file),
      h("p", { class: "field" }, h("label", { for: "record" }, t("Or paste the record here")), text),
      problem,
      submit,
    ),
  );
  return () => {};
}
