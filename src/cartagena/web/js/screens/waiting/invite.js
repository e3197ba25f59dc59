/** In the waiting room: invite friends to this table. */

import { el, h, toast } from "../../lib/dom.js";
import { isolate, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { fetchFriends, inviteFriend } from "../../net/friends.js";
import { showFailure } from "../../ui/errors.js";

/** @import { Friend } from "../../net/types.js" */

/**
 * The list of friends. It is created once for a table, so that it is not fetched again with every event.
 * @type {{ id: string, root: HTMLElement } | null}
 */
let list = null;

/** Return our friends with a button for each, those who are here first. @param {string} id */
export function inviteFriends(id) {
  if (list?.id === id) return list.root;
  const root = el("div", { class: "invite-friends", hidden: true });
  list = { id, root };
  /** @param {Friend} friend @param {Event} event */
  const invite = async (friend, event) => {
    // The event forgets its target while we wait.
    const button = event.currentTarget;
    await inviteFriend(id, friend.identity);
    if (button instanceof HTMLButtonElement) button.disabled = true;
    toast(t("{name} is invited.", { name: isolate(friend.name) }));
  };
  const load = async () => {
    const { friends } = await fetchFriends();
    if (!friends.length) return;
    root.hidden = false;
    const sorted = friends.sort((a, b) => Number(b.online) - Number(a.online));
    patch(
      root,
      h("h2", {}, t("Invite friends")),
      h(
        "p",
        { class: "buttons" },
        sorted.map((friend) =>
          h(
            "button",
            {
              key: friend.identity,
              type: "button",
              class: "action quiet",
              onclick: (/** @type {Event} */ event) => showFailure(invite(friend, event)),
            },
            h("bdi", {}, friend.name),
            friend.online && h("span", { class: "tag due" }, t("online")),
          ),
        ),
      ),
    );
  };
  load().catch(() => {});
  return root;
}
