/** Loads the style sheets of screens that are opened later. */

/** The style sheets that are loaded or loading. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Load a style sheet of css/ once. Resolves when it is applied. @param {string} name */
export function loadStyles(name) {
  const sheet = sheets.get(name) ?? fetchSheet(name);
  sheets.set(name, sheet);
  sheet.catch(() => sheets.delete(name));
  return sheet;
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
