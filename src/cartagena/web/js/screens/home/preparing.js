/** A line that tells what the server is still preparing after its first start. New games need none of it. */

import { el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { fetchStatus } from "../../net/api.js";

/** In milliseconds: how often we ask. */
const OFTEN = 1000;

/** @param {"rules" | "bots" | "hints"} part @param {number} percent */
function words(part, percent) {
  if (part === "rules") return t("Preparing saved games, strong bots and hints: {percent}%", { percent });
  if (part === "bots") return t("Preparing strong bots and hints: {percent}%", { percent });
  return t("Preparing hints: {percent}%", { percent });
}

/** Show the line for as long as there is something to tell. */
export async function showPreparation() {
  const line = el("p", { id: "preparing", hidden: true });
  document.body.append(line);
  try {
    for (;;) {
      const { preparing, percent } = await fetchStatus();
      if (!preparing) break;
      line.textContent = words(preparing, percent);
      line.hidden = false;
      await new Promise((done) => setTimeout(done, OFTEN));
    }
  } catch {
    // The page itself tells when the connection is away.
  }
  line.remove();
}
