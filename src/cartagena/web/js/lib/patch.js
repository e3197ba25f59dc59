/** Creates elements from descriptions of them, and later changes only what differs. */

/**
 * A description of an element, made by `h` or `s` in lib/dom.js.
 *
 * Siblings with the same tag and `key` stand for the same element. An element without a key stands for the next one
 * of its tag, so everything in a list, and every button that can come or go, needs a key.
 * @template {string} [T=string]
 * @typedef {{ tag: T, svg: boolean, key: string | number, props: Props, children: (VNode | Node | string)[] }} VNode
 */

/**
 * The properties of an element. One that begins with `on` is an event listener, `style` holds CSS properties, and
 * all others are attributes. `value` of a select is the option that it shows; what is typed into an input stays.
 * @typedef {Record<string, unknown> & { style?: Record<string, string> }} Props
 */

/** What an element can contain; numbers are shown, and what is missing or false is left out. @typedef {VNode | Node | string | number | null | undefined | false} Child */

/** A child that is on the page, and what it was made from. @typedef {{ child: VNode | Node | string, node: ChildNode }} Drawn */

const SVG = "http://www.w3.org/2000/svg";

/** The children that were drawn into each element. @type {WeakMap<Element, Drawn[]>} */
const drawnChildren = new WeakMap();

/** Return the children that are to be drawn. @param {(Child | Child[])[]} children */
export function presentChildren(children) {
  const present = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  return present.map((child) => (typeof child === "number" ? String(child) : child));
}

/** Create an element. @param {VNode} vnode @returns {Element} */
export function create(vnode) {
  const element = vnode.svg ? document.createElementNS(SVG, vnode.tag) : document.createElement(vnode.tag);
  update(element, { ...vnode, props: {}, children: [] }, vnode);
  return element;
}

/**
 * Draw children into an element. Existing elements stay, with their focus, their animations, the text typed into them,
 * and whether they are open. Other children are removed.
 * @param {HTMLElement} parent
 * @param {...(Child | Child[])} children
 */
export function patch(parent, ...children) {
  const focused = document.activeElement;
  const hadFocus = focused !== null && focused !== parent && parent.contains(focused);
  updateChildren(parent, presentChildren(children));
  if (!hadFocus || document.activeElement === focused) return;
  // An element that was moved has lost the focus. If it is gone, the parent takes the focus, so that a key meant for
  // the old button does not press another one.
  const isThere = parent.contains(focused);
  if (!isThere) parent.tabIndex = -1;
  const target = isThere ? /** @type {HTMLElement} */ (focused) : parent;
  target.focus({ preventScroll: true });
}

/** Return the key of a child among its siblings. @param {VNode | Node | string} child */
function identity(child) {
  if (typeof child === "string") return "#text";
  return "tag" in child ? `${child.tag} ${child.key}` : child;
}

/** Return the node of a new child. @param {VNode | Node | string} child @returns {ChildNode} */
function nodeFor(child) {
  if (typeof child === "string") return document.createTextNode(child);
  return /** @type {ChildNode} */ ("tag" in child ? create(child) : child);
}

/**
 * @param {Element} parent
 * @param {(VNode | Node | string)[]} children
 */
function updateChildren(parent, children) {
  /** The remaining children, by key. @type {Map<unknown, Drawn[]>} */
  const before = new Map();
  for (const drawn of drawnChildren.get(parent) ?? []) {
    if (drawn.node.parentNode !== parent) continue;
    const name = identity(drawn.child);
    const same = before.get(name);
    if (same) same.push(drawn);
    else before.set(name, [drawn]);
  }
  const after = children.map((child) => {
    const same = before.get(identity(child))?.shift();
    if (!same) return { child, node: nodeFor(child) };
    if (typeof child === "string") {
      if (same.child !== child) same.node.nodeValue = child;
    } else if ("tag" in child) {
      update(/** @type {Element} */ (/** @type {unknown} */ (same.node)), /** @type {VNode} */ (same.child), child);
    }
    return { child, node: same.node };
  });
  for (const gone of before.values()) for (const { node } of gone) node.remove();
  let next = parent.firstChild;
  for (const { node } of after) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  // All other nodes were added by hand.
  while (next) {
    const node = next;
    next = node.nextSibling;
    node.remove();
  }
  drawnChildren.set(parent, after);
}

/**
 * Change an element from one description to the next.
 * @param {Element} element
 * @param {VNode} before
 * @param {VNode} after
 */
function update(element, before, after) {
  if (before === after) return;
  for (const name of Object.keys({ ...before.props, ...after.props })) {
    if (before.props[name] !== after.props[name]) setProperty(element, name, after.props[name], before.props[name]);
  }
  updateChildren(element, after.children);
  // The options must exist first. The value is set every time, because the reader may have chosen another one.
  if (after.tag === "select" && after.props.value !== undefined) {
    /** @type {HTMLSelectElement} */ (element).value = String(after.props.value);
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 * @param {unknown} before
 */
function setProperty(element, name, value, before) {
  if (name.startsWith("on")) {
    Object.assign(element, { [name]: value || null });
  } else if (name === "style") {
    const { style } = /** @type {HTMLElement} */ (element);
    const old = /** @type {Record<string, unknown>} */ (before ?? {});
    const current = /** @type {Record<string, unknown>} */ (value ?? {});
    for (const one of Object.keys(old)) if (!(one in current)) style.removeProperty(one);
    for (const [one, text] of Object.entries(current)) if (old[one] !== text) style.setProperty(one, String(text));
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else if (name !== "value" || element.tagName !== "SELECT") {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}
