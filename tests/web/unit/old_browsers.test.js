/**
 * Features that Safari 16.4 lacks. The list is of features that are easily used without thinking of it, with the first
 * version of Safari that has each, by the compatibility data of MDN.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../../src/cartagena/web/", import.meta.url));

/** Names of JavaScript and the page, and modules that use them only where they exist. @type {[RegExp, string, string[]?][]} */
const SCRIPTS = [
  [/\.(show|hide|toggle)Popover\(|:popover-open/, "17", ["lib/dom.js"]],
  [/\.checkVisibility\(/, "17.4"],
  [/\bPromise\.(withResolvers|try)\b/, "17.4"],
  [/\b(Object|Map)\.groupBy\b/, "17.4"],
  [/\bAbortSignal\.any\b/, "17.4"],
  [/\bnew Set\([^)]*\)\.(union|intersection|difference|isSubsetOf|isSupersetOf)\(/, "17"],
  [/\b(Array\.fromAsync|Iterator\.from)\b/, "16.4 has neither"],
  [/\bURL\.(canParse|parse)\(/, "17"],
  [/\b(startViewTransition|requestIdleCallback|moveBefore|setHTMLUnsafe)\b/, "18 or later"],
  [/\bscheduler\.(yield|postTask)\b/, "none"],
  [/\bUint8Array\.from(Hex|Base64)\b|\.to(Hex|Base64)\(\)/, "18.2"],
  [/\bwith \{ type: "(json|css)" \}/, "17.2"],
  [/\/[dgimsuy]*v[dgimsuy]*\.(test|exec)\(/, "17"],
  // Iterators of JavaScript's own collections have no such methods. Those of local tables are lists.
  [/\b(map|set|headers|params)\.(values|keys|entries)\(\)\.(map|filter|some|every|find|reduce|toArray)\(/, "18.4"],
];

/** @type {[RegExp, string][]} */
const STYLES = [
  [/[{;]\s*&/, "16.5: nesting"],
  [/@(scope|starting-style|position-try|view-transition)\b/, "17.4 or later"],
  [/\blight-dark\(/, "17.5"],
  [/:popover-open|:user-(in)?valid|:open\b/, "16.5 or later"],
  [/\b(anchor-name|position-anchor|interpolate-size|field-sizing|transition-behavior)\s*:/, "17.4 or later"],
  [/\blinear\(\s*[\d.]/, "17.2"],
  [/\bcontent-visibility\s*:/, "18"],
];

/** @param {string} folder @param {string} ending */
const files = (folder, ending) =>
  readdirSync(WEB + folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(`${WEB}${folder}/${name}`, "utf8").replace(/\/\*[\s\S]*?\*\//g, "") }));

test("scripts use nothing that Safari 16.4 lacks", () => {
  const scripts = [...files("js", ".js"), { name: "worker.js", text: readFileSync(`${WEB}worker.js`, "utf8") }];
  for (const { name, text } of scripts)
    for (const [feature, version, guarded = []] of SCRIPTS)
      if (!guarded.includes(name)) assert.doesNotMatch(text, feature, `${name}: Safari ${version}`);
});

test("styles use nothing that Safari 16.4 lacks", () => {
  for (const { name, text } of files("css", ".css")) {
    for (const [feature, version] of STYLES) assert.doesNotMatch(text, feature, `${name}: Safari ${version}`);
    for (const property of ["user-select", "backdrop-filter"]) {
      const plain = text.match(new RegExp(`[\\s;{]${property}:`, "g"))?.length ?? 0;
      const prefixed = text.match(new RegExp(`-webkit-${property}:`, "g"))?.length ?? 0;
      assert.equal(prefixed, plain, `${name}: ${property} needs its -webkit- name, too`);
    }
  }
});
