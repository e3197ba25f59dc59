/** Updates a part of the page to match a newly made copy, changing only the nodes that differ. */

/** The event listeners of elements made by `h`, by property name. @type {WeakMap<Element, Record<string, unknown>>} */
const listeners = new WeakMap();

/**
 * Replace an element's listeners; a property such as `onclick` holds each.
 * @param {Element} element
 * @param {Record<string, unknown>} wanted
 */
export function setListeners(element, wanted) {
  const before = listeners.get(element);
  if (!before && !Object.keys(wanted).length) return;
  Object.assign(element, Object.fromEntries(Object.keys(before ?? {}).map((name) => [name, null])), wanted);
  listeners.set(element, wanted);
}

/** The listeners that were set on an element. @param {Element} element */
export function listenersOf(element) {
  return listeners.get(element) ?? {};
}

/**
 * Make the children of an element like these. Nodes that stand for the same thing are kept, with
 * focus and animations, so a listener must find its element by the event and not remember the one
 * it was made with.
 * @param {HTMLElement} parent
 * @param {...Node} children
 */
export function patch(parent, ...children) {
  const focused = document.activeElement;
  const inside = focused instanceof HTMLElement && parent.contains(focused);
  patchChildren(parent, children);
  if (!inside || parent.contains(focused)) return;
  // The focused element is gone. The parent takes the focus, so that a key meant for the old
  // button does not press another one.
  parent.tabIndex = -1;
  parent.focus({ preventScroll: true });
}

/**
 * @param {Element} parent
 * @param {Node[]} wanted
 */
function patchChildren(parent, wanted) {
  let at = parent.firstChild;
  for (const fresh of wanted) {
    const match = findMatch(at, fresh);
    if (!match) {
      parent.insertBefore(fresh, at);
      continue;
    }
    while (at && at !== match) at = removeAndNext(at);
    at = match.nextSibling;
    patchNode(match, fresh);
  }
  while (at) at = removeAndNext(at);
}

/** @param {ChildNode} node */
function removeAndNext(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/**
 * The first of this node and its next siblings that stands for the same thing.
 * @param {ChildNode | null} first
 * @param {Node} fresh
 */
function findMatch(first, fresh) {
  const key = keyOf(fresh);
  for (let node = first; node; node = node.nextSibling) {
    if (node === fresh || keyOf(node) === key) return node;
  }
  return null;
}

/**
 * What an element stands for: its key, a card, a colour, a button with its text, or just its kind.
 * @param {Node} node
 * @returns {string}
 */
function keyOf(node) {
  if (!(node instanceof Element)) return node.nodeName;
  const named = node.getAttribute("data-key") ?? node.getAttribute("data-card") ?? node.getAttribute("data-colour");
  if (named !== null) return `${node.nodeName} ${named}`;
  if (node.nodeName === "BUTTON") return `${node.nodeName} ${node.textContent}`;
  const first = node.nodeName === "LI" ? node.firstElementChild : null;
  if (first?.nodeName === "BUTTON") return `${node.nodeName} ${keyOf(first)}`;
  return `${node.nodeName} ${node.classList[0] ?? ""}`;
}

/**
 * Give an old node the attributes, listeners and children of a new one.
 * @param {Node} old
 * @param {Node} fresh
 */
function patchNode(old, fresh) {
  if (old === fresh) return;
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    // Whether <details> is open belongs to the reader.
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  setListeners(old, listenersOf(fresh));
  patchChildren(old, [...fresh.childNodes]);
  // What was chosen belongs to the reader, too, unless the page says what is.
  const chosen = fresh.getAttribute("data-value");
  if (old instanceof HTMLSelectElement && chosen !== null) old.value = chosen;
}
