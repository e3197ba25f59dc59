/** What the server refuses, said in the reader's language. */

import { toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { cardName, colourName, levelName, placeName } from "../model/names.js";
import { Problem } from "./api.js";

/** @import { Filling } from "../lib/i18n.js" */

/** How the names that fill a sentence are read. @type {Record<string, (name: string) => string>} */
const NAMED = {
  card: cardName,
  colour: colourName,
  colours: colourName,
  level: levelName,
  levels: levelName,
  place: placeName,
  target: placeName,
};

/**
 * Why something could not be done.
 * @param {unknown} problem
 */
export function sentence(problem) {
  if (!(problem instanceof Problem)) return t("The server cannot be reached.");
  if (problem.kind === "request") return t("The server does not understand that.");
  /** @type {Filling} */
  const names = {};
  for (const [name, value] of Object.entries(problem.names)) {
    const read = NAMED[name] ?? String;
    names[name] = [value]
      .flat()
      .map((one) => read(String(one)))
      .join(", ");
  }
  return t(problem.says, names);
}

/** Tell the reader if a request fails. @param {Promise<unknown>} request */
export function tell(request) {
  request.catch((problem) => toast(sentence(problem)));
}
