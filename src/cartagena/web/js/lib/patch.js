/** Puts a new picture of a part of the page in the place of the old, touching only what differs. */

/** What elements listen with, so that it can be handed on. @type {WeakMap<Element, Record<string, unknown>>} */
const ears = new WeakMap();

/**
 * @param {Element} element
 * @param {Record<string, unknown>} wanted
 */
export function hear(element, wanted) {
  const before = ears.get(element);
  if (!before && !Object.keys(wanted).length) return;
  Object.assign(element, Object.fromEntries(Object.keys(before ?? {}).map((name) => [name, null])), wanted);
  ears.set(element, wanted);
}

/** @param {Element} element */
export function earsOf(element) {
  return ears.get(element) ?? {};
}

/**
 * Elements that are still there stay what they are, with the focus and whatever moves in them:
 * making them anew costs far more than comparing. So what listens should find its element by the
 * event, not keep the one it was made with.
 * @param {HTMLElement} home
 * @param {...Node} children
 */
export function swap(home, ...children) {
  const held = document.activeElement;
  const inside = held instanceof HTMLElement && home.contains(held);
  adopt(home, children);
  if (!inside || home.contains(held)) return;
  // What had the focus is gone. The part itself has it now, for another button might be pressed
  // by a key meant for the old one.
  home.tabIndex = -1;
  home.focus({ preventScroll: true });
}

/**
 * @param {Element} home
 * @param {Node[]} wanted
 */
function adopt(home, wanted) {
  let at = home.firstChild;
  for (const fresh of wanted) {
    const same = find(at, fresh);
    if (!same) {
      home.insertBefore(fresh, at);
      continue;
    }
    while (at && at !== same) at = dropped(at);
    at = same.nextSibling;
    become(same, fresh);
  }
  while (at) at = dropped(at);
}

/** @param {ChildNode} node */
function dropped(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/**
 * The first of these and those after it that stands for the same thing.
 * @param {ChildNode | null} first
 * @param {Node} fresh
 */
function find(first, fresh) {
  const key = keyOf(fresh);
  for (let node = first; node; node = node.nextSibling) {
    if (node === fresh || keyOf(node) === key) return node;
  }
  return null;
}

/**
 * What an element stands for: a card, a colour, a button with its words, or just its kind.
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
 * @param {Node} old
 * @param {Node} fresh
 */
function become(old, fresh) {
  if (old === fresh) return;
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  hear(old, earsOf(fresh));
  adopt(old, [...fresh.childNodes]);
}
