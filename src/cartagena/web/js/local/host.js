/** Values that translated Python gets from the browser: names, nets and bots. */

/** Filled in by thinking.js and by the translated program. @type {any} */
export const host = {
  cleanName: (/** @type {string} */ name) => name.replace(/\s+/g, " ").trim(),
  noThreads: () => {
    throw new Error("a worker searches in one thread");
  },
};
