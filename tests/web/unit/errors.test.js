/** Errors in the reader's words, without the library's names of parameters and options. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "../../../src/cartagena/web/js/model/catalogue.js";
import { Problem } from "../../../src/cartagena/web/js/net/failures.js";
import { optionName } from "../../../src/cartagena/web/js/screens/create/options.js";
import { errorText } from "../../../src/cartagena/web/js/ui/errors.js";
import "./tables.js";

const problem = (says, names = {}) =>
  new Problem(422, { type: "urn:cartagena:problem:rules", detail: "as the library says it", says, names });

test("an option is called by its label on the page", () => {
  const label = (name) => optionName({ name, sentence: name });
  const refused = problem("“{option}” has no effect without tunnel tiles.", { option: "tunnel_cards" });
  assert.equal(
    errorText(refused, { option: label }),
    "“How you gain cards in the tunnel” has no effect without tunnel tiles.",
  );
});

test("every option has a label, none with quotation marks that would be nested", () => {
  for (const { name } of catalogue().options) {
    const label = optionName({ name, sentence: "" });
    assert.ok(label, name);
    assert.doesNotMatch(label, /[“”]/, name);
  }
});

test("cards, places and colours are called by their names", () => {
  const refused = problem("{colour}, {card}, {place}", { colour: "red", card: "rum*", place: "sloop" });
  assert.equal(errorText(refused), "Red, dark rum, sloop");
});
