/** Virtual nodes: the elements created from them, and those kept when they are drawn again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { el, h, s } from "../../../src/cartagena/web/js/lib/dom.js";
import { patch } from "../../../src/cartagena/web/js/lib/patch.js";
import { fakePage } from "./fake_dom.js";

/** Draw a list with an item for each name, keyed by it. */
function drawList(root, names) {
  patch(
    root,
    h(
      "ul",
      {},
      names.map((name) => h("li", { key: name }, name)),
    ),
  );
  return root.firstChild.childNodes;
}

test("a description becomes an element with attributes, listeners, styles and children", () => {
  fakePage();
  let presses = 0;
  const button = el(
    "button",
    { class: "big", hidden: true, disabled: false, title: null, style: { "--share": "0.5" }, onclick: () => presses++ },
    "Take ",
    2,
    false,
    null,
    [s("svg", {}, s("use", { href: "#ct-key" })), " cards"],
  );
  assert.deepEqual(button.attributes, { class: "big", hidden: "" });
  assert.equal(button.style.properties.get("--share"), "0.5");
  assert.equal(button.textContent, "Take 2 cards");
  assert.equal(button.childNodes[2].namespaceURI, "http://www.w3.org/2000/svg");
  button.click();
  assert.equal(presses, 1);
});

test("drawing the same again changes nothing", () => {
  const { page, root } = fakePage();
  const draw = () => patch(root, h("p", { class: "quiet" }, "A ", h("b", {}, "card"), "."));
  draw();
  const { changes } = page;
  draw();
  assert.deepEqual([page.changes, page.moves], [changes, 0]);
});

test("attributes that differ are set, and those that are gone are removed", () => {
  const { root } = fakePage();
  patch(root, h("p", { class: "one", title: "tip", style: { "--a": "1" } }));
  const [paragraph] = root.childNodes;
  patch(root, h("p", { class: "two", lang: "cs", style: { "--b": "2" } }));
  assert.equal(root.firstChild, paragraph);
  assert.deepEqual(paragraph.attributes, { class: "two", lang: "cs" });
  assert.deepEqual([...paragraph.style.properties], [["--b", "2"]]);
});

test("attributes set by others stay, such as whether something is open", () => {
  const { root } = fakePage();
  patch(root, h("details", { class: "rules" }));
  root.firstChild.setAttribute("open", "");
  patch(root, h("details", { class: "rules" }));
  assert.deepEqual(root.firstChild.attributes, { class: "rules", open: "" });
});

test("a listener is replaced, and removed when it is gone", () => {
  const { root } = fakePage();
  const presses = [];
  for (const name of ["first", "second"]) patch(root, h("button", { onclick: () => presses.push(name) }));
  root.firstChild.click();
  patch(root, h("button"));
  root.firstChild.click();
  assert.deepEqual(presses, ["second"]);
});

test("keyed elements are kept when others come, go or change their places", () => {
  const { root } = fakePage();
  const [bottle, hat, key] = drawList(root, ["bottle", "hat", "key"]);
  assert.deepEqual([...drawList(root, ["hat", "dagger", "key"])].slice(0, 1), [hat]);
  assert.equal(bottle.parentNode, null);
  const items = drawList(root, ["key", "skull", "hat"]);
  assert.deepEqual([items[0], items[2]], [key, hat]);
  assert.deepEqual(
    items.map((item) => item.textContent),
    ["key", "skull", "hat"],
  );
});

test("an element that only gets new neighbours is not moved", () => {
  const { page, root } = fakePage();
  drawList(root, ["hat", "key"]);
  drawList(root, ["bottle", "hat", "dagger", "key", "skull"]);
  assert.equal(page.moves, 0);
});

test("elements with different keys are different, even if they look alike", () => {
  const { root } = fakePage();
  patch(root, h("button", { key: "hint" }, "OK"));
  const [hint] = root.childNodes;
  patch(root, h("button", { key: "undo" }, "OK"));
  assert.notEqual(root.firstChild, hint);
  patch(root, h("a", { key: "undo" }, "OK"));
  assert.equal(root.firstChild.nodeName, "a");
  assert.equal(root.childNodes.length, 1);
});

test("the same key twice does not lose an element", () => {
  const { root } = fakePage();
  assert.equal(drawList(root, ["rum", "rum", "hat"]).length, 3);
  assert.equal(drawList(root, ["rum", "hat", "rum", "rum"]).length, 4);
});

test("the focus stays in an element that is kept, even if it is moved", () => {
  const { page, root } = fakePage();
  const [, , key] = drawList(root, ["bottle", "hat", "key"]);
  key.focus();
  drawList(root, ["key", "hat"]);
  assert.equal(page.activeElement, key);
});

test("if the focused element is gone, what was patched takes the focus", () => {
  const { page, root } = fakePage();
  const [bottle] = drawList(root, ["bottle", "hat"]);
  bottle.focus();
  drawList(root, ["hat"]);
  assert.equal(page.activeElement, root);
  assert.equal(root.tabIndex, -1);
});

test("typed text stays, and a select shows the given value", () => {
  const { root } = fakePage();
  const draw = (level) =>
    patch(
      root,
      h("input", { value: "Anna" }),
      h(
        "select",
        { value: level },
        ["bosun", "captain"].map((value) => h("option", { key: value, value }, value)),
      ),
    );
  draw("bosun");
  const [input, select] = root.childNodes;
  assert.deepEqual([input.attributes, select.value, select.attributes], [{ value: "Anna" }, "bosun", {}]);
  input.value = "Bert";
  select.value = "captain";
  draw("bosun");
  assert.deepEqual([input.value, select.value], ["Bert", "bosun"]);
});

test("an element of the page inside a description is placed, not drawn", () => {
  const { root } = fakePage();
  const log = el("ol", { class: "log" }, h("li", {}, "a move"));
  const draw = (title) => patch(root, h("h2", {}, title), log);
  draw("Log");
  log.firstChild.setAttribute("class", "pointed");
  draw("History");
  assert.equal(root.childNodes[1], log);
  assert.deepEqual(log.firstChild.attributes, { class: "pointed" });
  patch(root, h("h2", {}, "Chat"));
  assert.equal(log.parentNode, null);
});

test("children that were added or replaced by hand give way", () => {
  const { page, root } = fakePage();
  const draw = (text) => patch(root, h("span", { class: "clock" }, text));
  draw("to move");
  const [clock] = root.childNodes;
  clock.firstChild.remove();
  clock.insertBefore(page.createTextNode("0:42"), null);
  draw("to move");
  assert.deepEqual([root.firstChild, clock.textContent], [clock, "to move"]);
  patch(root);
  assert.equal(root.childNodes.length, 0);
});
