/** What is shown in place of a table that does not exist, or that we may not see. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { errorText } from "../../ui/errors.js";

/** @import { Problem } from "../../net/api.js" */

/** The statuses of an answer to a name that no table has. */
const UNKNOWN = [400, 404, 422];

/** Why the table cannot be shown. @param {Problem} error */
export function refusedPage(error) {
  return h(
    "section",
    { class: "page" },
    h("h1", {}, UNKNOWN.includes(error.status) ? t("This table doesn’t exist.") : errorText(error)),
    h("p", {}, h("a", { class: "action", href: "/" }, t("New game"))),
  );
}
