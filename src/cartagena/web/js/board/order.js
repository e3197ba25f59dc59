/** Brings elements into an order with as few moves as possible: an element that is moved is styled and animated again. */

/**
 * Return the indices of a longest increasing subsequence.
 * @param {number[]} numbers
 */
export function longestRise(numbers) {
  /** For each number: the length of the longest rise that ends there, and the index before it. @type {{ length: number, before: number }[]} */
  const ends = [];
  let last = -1;
  numbers.forEach((number, i) => {
    let [length, before] = [1, -1];
    for (let j = 0; j < i; j++) {
      const rise = ends[j]?.length ?? 0;
      if ((numbers[j] ?? 0) < number && rise >= length) [length, before] = [rise + 1, j];
    }
    ends.push({ length, before });
    if (length > (ends[last]?.length ?? 0)) last = i;
  });
  const indices = new Set();
  for (; last >= 0; last = ends[last]?.before ?? -1) indices.add(last);
  return indices;
}

/**
 * Bring all children of an element into this order.
 * @param {Element} parent
 * @param {Element[]} order
 */
export function bringIntoOrder(parent, order) {
  const places = new Map([...parent.children].map((child, i) => [child, i]));
  const staying = longestRise(order.map((child) => places.get(child) ?? -1));
  /** @type {Element | null} */
  let next = null;
  for (let i = order.length - 1; i >= 0; i--) {
    const child = order[i] ?? null;
    if (child && !staying.has(i)) parent.insertBefore(child, next);
    next = child;
  }
}
