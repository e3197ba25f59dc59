/** The parts of a page that lib/patch.js needs: nodes, attributes, the focus, and a select that shows an option. */

class FakeNode {
  constructor(name) {
    this.nodeName = name;
    this.parentNode = null;
    this.childNodes = [];
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get isConnected() {
    return page.body.contains(this);
  }

  contains(node) {
    return node === this || this.childNodes.some((child) => child.contains(node));
  }

  insertBefore(node, next) {
    node.remove();
    const index = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(index, 0, node);
    node.parentNode = this;
  }

  remove() {
    if (!this.parentNode) return;
    page.moves++;
    this.parentNode.childNodes.splice(this.parentNode.childNodes.indexOf(this), 1);
    this.parentNode = null;
    // In a browser, an element that leaves the page loses the focus, even if it comes back at once.
    if (this.contains(page.activeElement)) page.activeElement = page.body;
  }
}

class FakeText extends FakeNode {
  constructor(text) {
    super("#text");
    this.nodeValue = text;
  }

  get textContent() {
    return this.nodeValue;
  }
}

class FakeElement extends FakeNode {
  constructor(tag, namespace) {
    super(tag);
    this.tagName = namespace ? tag : tag.toUpperCase();
    this.namespaceURI = namespace;
    this.attributes = {};
    this.listeners = {};
    const properties = new Map();
    this.style = {
      properties,
      setProperty: (name, value) => properties.set(name, value),
      removeProperty: (name) => properties.delete(name),
    };
  }

  get textContent() {
    return this.childNodes.map((child) => child.textContent).join("");
  }

  setAttribute(name, value) {
    page.changes++;
    this.attributes[name] = value;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  /** Does what a press by the reader does. */
  click() {
    this.onclick?.({ currentTarget: this });
  }

  focus() {
    page.activeElement = this;
  }
}

/** The page, with counts of what was moved, removed or changed on it. */
const page = {
  body: new FakeElement("body"),
  activeElement: null,
  moves: 0,
  changes: 0,
  createElement: (tag) => new FakeElement(tag),
  createElementNS: (namespace, tag) => new FakeElement(tag, namespace),
  createTextNode: (text) => new FakeText(text),
};

/** Use a new page from now on, and return it with an element on it. */
export function fakePage() {
  Object.assign(page, { body: new FakeElement("body"), moves: 0, changes: 0 });
  page.activeElement = page.body;
  const root = page.createElement("div");
  page.body.insertBefore(root, null);
  Object.assign(globalThis, { document: page });
  return { page, root };
}
