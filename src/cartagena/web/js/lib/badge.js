/** A badge on the icon of the page, in the tab of the browser, while something waits for us. */

/** Show the badge, or no longer. @param {boolean} wanted */
export function showBadge(wanted) {
  const link = document.querySelector('link[rel="icon"]');
  const address = link?.getAttribute("href") ?? "";
  const shown = address.replace(/[^/]+\.svg$/, wanted ? "icon-turn.svg" : "icon.svg");
  if (shown !== address) link?.setAttribute("href", shown);
}
