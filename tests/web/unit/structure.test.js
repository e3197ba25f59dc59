/** The structure of the client: which folder may import which, no cycles, and a description of every export. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const JS = `${ROOT}src/cartagena/web/js`;

/** What each folder may import besides itself. Types of the protocol may be imported by all. */
const ALLOWED = {
  lib: [],
  model: ["lib"],
  net: ["lib", "model"],
  board: ["lib", "model"],
  bots: ["lib", "model"],
  puzzle: ["lib", "model", "net", "router.js"],
  first_game: ["lib", "model", "net", "board", "bots", "router.js"],
  table: ["lib", "model", "net", "board", "finished", "explore", "first_game", "puzzle", "waiting", "router.js"],
  waiting: ["lib", "model", "net", "board", "bots", "table", "router.js"],
  lobby: ["lib", "model", "net", "home", "router.js"],
  finished: ["lib", "model", "net", "board", "bots", "table", "router.js"],
  learn: ["lib", "model", "net", "board", "table", "first_game", "puzzle", "router.js"],
  home: ["lib", "model", "net", "board", "bots", "first_game", "router.js"],
  create: ["lib", "model", "net", "bots", "router.js"],
  explore: ["lib", "model", "net", "board", "table"],
  profile: ["lib", "model", "net", "router.js"],
  "router.js": [],
  "main.js": ["lib", "model", "net", "table", "learn", "home", "lobby", "create", "profile", "router.js"],
};

const modules = readdirSync(JS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
/** @param {string} name */
const source = (name) => readFileSync(`${JS}/${name}`, "utf8");
/** The folder of a module, or the module itself at the top. @param {string} name */
const folder = (name) => name.split("/")[0] ?? name;
/** The modules that a module imports; types do not count. @param {string} name */
const imports = (name) =>
  [...source(name).matchAll(/^\s*(?:import|export)\b[^;]*?from "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm)].map((found) =>
    normalize(join(dirname(name), found[1] ?? found[2] ?? "")),
  );

test("each folder imports only what is below it", () => {
  assert.ok(modules.length > 50);
  for (const name of modules) {
    const allowed = /** @type {Record<string, string[]>} */ (ALLOWED)[folder(name)];
    assert.ok(allowed, `${name} is in no known folder`);
    for (const imported of imports(name)) {
      assert.ok(modules.includes(imported), `${name} imports ${imported}, which does not exist`);
      assert.ok([folder(name), ...allowed].includes(folder(imported)), `${name} must not import ${imported}`);
    }
  }
});

test("model makes no elements and touches no page", () => {
  for (const name of modules.filter((one) => folder(one) === "model")) {
    const code = source(name).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    assert.doesNotMatch(code, /\b(document|window|localStorage|fetch|lib\/dom\.js|lib\/patch\.js)\b/, name);
  }
});

test("no modules import each other in a circle", () => {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {string[]} path */
  const visit = (name, path) => {
    assert.ok(!path.includes(name), `${[...path, name].join(" → ")}`);
    if (done.has(name)) return;
    for (const imported of imports(name)) visit(imported, [...path, name]);
    done.add(name);
  };
  for (const name of modules) visit(name, []);
});

test("every module and every export is described", () => {
  for (const name of modules) {
    const lines = source(name).split("\n");
    assert.match(lines[0] ?? "", /^\/\*\*/, name);
    lines.forEach((line, i) => {
      const exported = /^export (?:async )?(?:function|class|const) (\w+)/.exec(line)?.[1];
      if (!exported) return;
      assert.match(lines[i - 1] ?? "", /\*\/$/, `${name}: ${exported} has no comment`);
      const comment = lines.slice(0, i).join("\n").split("/**").pop() ?? "";
      const words = comment.replace(/@\w+[^\n]*|[*/\s]/g, "");
      assert.ok(words.length > 8, `${name}: ${exported} is not described`);
    });
  }
});
