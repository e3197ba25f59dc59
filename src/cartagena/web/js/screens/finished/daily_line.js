/** The result of a daily escape at the end of its game, and the way back to the day. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { loadStyles } from "../../lib/styles.js";
import { showFailure } from "../../ui/errors.js";
import { isoDay } from "../daily/dates.js";
import { fetchDay, sendResult, settleDaily } from "../daily/progress.js";
import { dailyResult } from "../daily/result.js";

/** Return a place for the result of a day. It is stored, shown and sent to the server. @param {number} day */
export function dailyLine(day) {
  const place = el("div", { class: "daily-line" });
  const load = async () => {
    const [entry] = await Promise.all([settleDaily(day), loadStyles("daily")]);
    const link = h("a", { class: "action quiet", href: `/daily#${isoDay(day)}` }, t("All results and past days"));
    patch(place, entry?.result ? [dailyResult(day, entry.result), link] : link);
    await sendResult(day, await fetchDay(day));
  };
  showFailure(load());
  return place;
}
