/** Errors of requests in the reader's language. */

import { toast } from "../lib/dom.js";
import { allMessages, t } from "../lib/i18n.js";
import { levelName } from "../model/catalogue.js";
import { cardName, colourName, placeName } from "../model/names.js";
import { fromNotation } from "../model/typed.js";
import { Problem } from "../net/failures.js";

/** @import { Params } from "../lib/i18n.js" */

/** Translators of the parameters of a server's sentence, by the parameter's name. @typedef {Record<string, (name: string) => string>} Translators */

/** The parameters that every screen translates. @type {Translators} */
const TRANSLATED = {
  card: cardName,
  colour: colourName,
  colours: colourName,
  level: levelName,
  levels: levelName,
  move: fromNotation,
  moves: fromNotation,
  place: placeName,
  target: placeName,
};

/**
 * Say why a request failed.
 * @param {unknown} error
 * @param {Translators} [more] for parameters whose names only one screen knows
 */
export function errorText(error, more = {}) {
  if (!(error instanceof Problem)) return t("Can’t reach the server.");
  if (error.kind === "request") return t("The server didn’t understand that.");
  if (error.kind === "who-are-you") return t("Your session has expired. Please reload the page.");
  /** @type {Params} */
  const params = {};
  for (const [name, value] of Object.entries(error.names)) {
    const translate = more[name] ?? TRANSLATED[name] ?? String;
    params[name] = [value]
      .flat()
      .map((one) => translate(String(one)))
      .join(", ");
  }
  return t(error.says, params);
}

/** Show why a request failed, if it does. @param {Promise<unknown>} request */
export function showFailure(request) {
  request.catch(async (error) => {
    await allMessages().catch(() => {});
    toast(errorText(error));
  });
}
