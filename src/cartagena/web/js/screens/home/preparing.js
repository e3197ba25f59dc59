/** The line that says what the server is still preparing after its first start. New games need none of it. */

import { el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { fetchStatus } from "../../net/api.js";

/** Poll interval in milliseconds. */
const POLL_MS = 1000;

/** @param {"rules" | "bots" | "hints"} part @param {number} percent */
function words(part, percent) {
  if (part === "rules") return t("Preparing saved games, strong bots and hints: {percent}%", { percent });
  if (part === "bots") return t("Preparing strong bots and hints: {percent}%", { percent });
  return t("Preparing hints: {percent}%", { percent });
}

/** Show the line until the server is ready. */
export async function showPreparation() {
  const line = el("p", { id: "preparing", hidden: true });
  document.body.append(line);
  try {
    for (;;) {
      const { preparing, percent } = await fetchStatus();
      if (!preparing) break;
      line.textContent = words(preparing, percent);
      line.hidden = false;
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  } catch {
    // The page itself says when the connection is lost.
  }
  line.remove();
}
