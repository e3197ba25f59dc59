/** The way of requests: screens reach tables only through net/table_link.js. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const JS = fileURLToPath(new URL("../../../src/cartagena/web/js", import.meta.url));

test("only the link to the server sends requests to it and opens event streams", () => {
  const modules = readdirSync(JS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const senders = modules.filter((name) => {
    const code = readFileSync(`${JS}/${name}`, "utf8");
    // The page's own files have addresses relative to a module.
    return /new EventSource\(|\bfetch\((?!new URL\()/.test(code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ""));
  });
  assert.deepEqual(senders.sort(), ["board/template.js", "net/server_link.js"]);
});
