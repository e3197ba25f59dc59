/** The looks of screens that are loaded later. */

/** The files that are there, or on their way. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Load a file of css/, once; what it is for can be shown then. @param {string} name */
export function loadStyles(name) {
  const known = sheets.get(name) ?? fetchSheet(name);
  sheets.set(name, known);
  known.catch(() => sheets.delete(name));
  return known;
}

/** @param {string} name @returns {Promise<void>} */
function fetchSheet(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../../css/${name}.css`, import.meta.url).href;
  return new Promise((done, failed) => {
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      failed(new Error(`no styles ${name}`));
    };
    document.head.append(link);
  });
}
