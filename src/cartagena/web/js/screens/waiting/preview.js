/** The board of a table before its game begins. Its tiles are shuffled at the start, so their order here is fixed. */

import { Picture } from "../../board/picture.js";
import { el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { symbolsOf } from "../../model/board.js";
import { gameState } from "../../model/game_state.js";

/** @import { TableInfo } from "../../net/types.js" */

/** The symbols on the tiles, used in turn. */
const TILES = ["024135", "513024", "350412", "241503", "135240", "402315"];

/** The current preview and its table. @type {{ id: string, root: HTMLElement } | null} */
let current = null;

/** Return the board with a line below it. It is the same element for as long as the table waits. @param {TableInfo} table */
export function boardPreview(table) {
  if (current?.id === table.id) return current.root;
  const { rules } = table;
  const picture = new Picture();
  picture.root.setAttribute("role", "img");
  picture.root.setAttribute("aria-label", t("The board"));
  const tiles = Array.from({ length: rules.tunnel + rules.jungle }, (_, i) => TILES[i % TILES.length] ?? "");
  const board = [...tiles.join("")].map((digit) => symbolsOf(rules)[Number(digit)] ?? "");
  const note = el("figcaption", { class: "quiet" }, t("The tiles are shuffled when the game starts."));
  const root = el("figure", { class: "preview" }, picture.root, note);
  picture.show(gameState({ rules, board, views: [] }));
  current = { id: table.id, root };
  return root;
}
