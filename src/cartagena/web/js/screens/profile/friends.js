/** Friends on our profile: our link, who is here, and the people whom we have blocked. */

import { wholeAddressOf } from "../../lib/address.js";
import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { fetchFriends, removeFriend, renewFriendLink, setBlocked } from "../../net/friends.js";
import { showFailure } from "../../ui/errors.js";
import { linkField } from "../../ui/share.js";

/** @import { BlockedPerson, Friend, Friends } from "../../net/types.js" */

/** Return the section of the profile. */
export function friendsSection() {
  const content = el("div", { class: "friends", "aria-live": "polite" });
  const show = (/** @type {Friends} */ state) => patch(content, parts(state));
  /** @param {Promise<Friends>} change */
  const follow = (change) => showFailure(change.then(show));

  /** @param {string} text @param {() => Promise<Friends>} action @param {string} [kind] */
  const button = (text, action, kind = "action quiet") =>
    h("button", { key: text, type: "button", class: kind, onclick: () => follow(action()) }, text);

  /** @param {Friends} state */
  function parts({ code, friends, blocked }) {
    return [
      code
        ? h(
            "div",
            { key: "link" },
            linkField(wholeAddressOf(`/friend#${code}`), t("Friend link"), "quiet"),
            h("p", { class: "buttons" }, button(t("Replace the link"), renewFriendLink)),
          )
        : button(t("Create a friend link"), renewFriendLink, "action"),
      friends.length
        ? h("ul", { key: "friends", class: "people-list" }, friends.map(friendItem))
        : h(
            "p",
            { key: "none", class: "quiet" },
            t("No friends yet. Send your link to someone you like to play with."),
          ),
      blocked.length > 0 && h("h3", { key: "blocked heading" }, t("Blocked")),
      blocked.length > 0 && h("ul", { key: "blocked", class: "people-list" }, blocked.map(blockedItem)),
    ];
  }

  /** @param {Friend} friend */
  const friendItem = ({ identity, name, online }) =>
    h(
      "li",
      { key: identity },
      h("b", {}, h("bdi", {}, name)),
      online && h("span", { class: "tag due" }, t("online")),
      button(t("Remove"), () => removeFriend(identity)),
      button(t("Block"), () => setBlocked(identity, true)),
    );

  /** @param {BlockedPerson} person */
  const blockedItem = ({ identity, name }) =>
    h(
      "li",
      { key: identity },
      h("b", {}, h("bdi", {}, name)),
      button(t("Unblock"), () => setBlocked(identity, false)),
    );

  follow(fetchFriends());
  return h(
    "section",
    { id: "friends", "aria-labelledby": "friends-heading" },
    h("h2", { id: "friends-heading" }, t("Friends")),
    h("p", {}, t("Anyone who opens your link and presses the button becomes your friend.")),
    content,
  );
}
