/** The structure of the client: which folder may import which, no cycles, and a description of every export. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const JS = `${ROOT}src/cartagena/web/js`;

/**
 * The layers, from the bottom up. A layer imports itself and the layers named here. Types may be imported by all.
 * The rules of the model and the drawing of the board need no server, so they do not import `net`.
 */
const LAYERS = {
  lib: [],
  engine: [],
  net: ["lib"],
  model: ["lib"],
  board: ["lib", "model"],
  ui: ["lib", "net", "model", "board"],
  screens: ["lib", "net", "model", "board", "ui"],
  "main.js": ["lib", "net", "model", "board", "ui", "screens"],
};

/** The screens that start another screen or contain it. No other screen may import another. */
const SCREENS = {
  table: ["waiting", "finished", "analysis_board", "first_game", "puzzle"],
  finished: ["analysis_board"],
  learn: ["first_game", "puzzle"],
  home: ["first_game", "puzzle"],
};

const modules = readdirSync(JS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
/** @param {string} name */
const source = (name) => readFileSync(`${JS}/${name}`, "utf8");
/** The layer of a module, or the module itself at the top. @param {string} name */
const layerOf = (name) => name.split("/")[0] ?? name;
/** The folder of a screen's module. @param {string} name */
const screenOf = (name) => name.split("/")[1] ?? name;
/** The modules that a module imports; types do not count. @param {string} name */
const imports = (name) =>
  [...source(name).matchAll(/^\s*(?:import|export)\b[^;]*?from "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm)].map((found) =>
    normalize(join(dirname(name), found[1] ?? found[2] ?? "")),
  );

test("each layer imports only the layers below it", () => {
  assert.ok(modules.length > 50);
  for (const name of modules) {
    const allowed = /** @type {Record<string, string[]>} */ (LAYERS)[layerOf(name)];
    assert.ok(allowed, `${name} is in no layer`);
    for (const imported of imports(name)) {
      assert.ok(modules.includes(imported), `${name} imports ${imported}, which does not exist`);
      assert.ok([layerOf(name), ...allowed].includes(layerOf(imported)), `${name} must not import ${imported}`);
    }
  }
});

test("screens do not import each other, except those listed", () => {
  for (const name of modules.filter((one) => layerOf(one) === "screens")) {
    const allowed = /** @type {Record<string, string[]>} */ (SCREENS)[screenOf(name)] ?? [];
    for (const imported of imports(name).filter((one) => layerOf(one) === "screens")) {
      assert.ok([screenOf(name), ...allowed].includes(screenOf(imported)), `${name} must not import ${imported}`);
    }
  }
});

test("model makes no elements and touches no page", () => {
  for (const name of modules.filter((one) => layerOf(one) === "model")) {
    const code = source(name).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    assert.doesNotMatch(code, /\b(document|window|localStorage|fetch|lib\/dom\.js|lib\/patch\.js)\b/, name);
  }
});

test("only one function sets the title of the page", () => {
  const setters = modules.filter((name) => /document\.title\s*=/.test(source(name)));
  assert.deepEqual(setters, ["lib/dom.js"]);
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
