/** Checks in the browser that the shuffles of a finished game were fair. See docs/fairness.md. */

import { n, t } from "../../lib/i18n.js";

/** @import { Proof } from "../../net/types.js" */

const SCHEME = "cartagena-fairness-3";

/** @param {string} digits */
function bytes(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {ArrayBuffer | Uint8Array<ArrayBuffer>} buffer */
function hex(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array<ArrayBuffer>} key @param {string} message */
async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(message));
}

/**
 * Return the seed of the game as in the record: a number of 256 bits, its lowest byte first.
 * @param {Uint8Array<ArrayBuffer>} key
 */
async function gameSeed(key) {
  const digest = new Uint8Array(await hmac(key, "game"));
  return BigInt(`0x${hex(digest.reverse())}`);
}

/**
 * Return whether the contributions that the server made for bots and others follow from its secret.
 * @param {Proof} proof
 * @param {Uint8Array<ArrayBuffer>} secret
 */
async function followsFromSecret(proof, secret) {
  for (const colour of proof.server_entropy_seats) {
    const value = hex(await hmac(secret, `${SCHEME}\n${proof.table}\nseat ${colour}`));
    if (proof.seat_entropy[colour] !== value) return false;
  }
  return proof.scheme === SCHEME;
}

/**
 * Return whether the value of each seat combines what people added at all tables with this deal.
 * @param {Proof} proof
 */
async function combinesAll({ contributions, seat_entropy: entropy, server_entropy_seats: server }) {
  for (const [colour, values] of Object.entries(contributions ?? {})) {
    const text = [SCHEME, "equal deals", ...values].join("\n");
    const digest = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    if (values.length ? entropy[colour] !== digest : !server.includes(colour)) return false;
  }
  return true;
}

/**
 * Return the result of each check.
 * @param {Proof} proof
 * @param {string} record the record as text, for its seed is larger than a number can be
 * @param {string} [published] the commitment that was published before the deal, if it was kept here
 */
export async function check(proof, record, published) {
  const secret = bytes(proof.secret ?? "");
  const digest = hex(await crypto.subtle.digest("SHA-256", secret));
  const lines = [
    SCHEME,
    proof.table,
    ...Object.entries(proof.seat_entropy).map(([colour, value]) => `${colour} ${value}`),
  ];
  const key = new Uint8Array(await hmac(secret, lines.join("\n")));
  const deal = /"seed":\s*(\d+)/.exec(record)?.[1] ?? "";
  const { moves, draws } = JSON.parse(record);
  return {
    commitment: digest === proof.commitment && digest === (published ?? digest),
    deal:
      deal !== "" &&
      BigInt(deal) === (await gameSeed(key)) &&
      (await followsFromSecret(proof, secret)) &&
      (await combinesAll(proof)),
    // Every card follows from the seed, unless the record lists other draws.
    moves: draws === undefined,
    count: moves.length,
  };
}

/**
 * One line of the result: whether a check passed, failed or was not possible, and what it says.
 * @typedef {{ outcome: "good" | "bad" | "quiet", text: string }} CheckLine
 */

/**
 * Say what each check found. A check that failed has its own sentence, so that nobody reads the opposite.
 * @param {Awaited<ReturnType<typeof check>>} result
 * @param {boolean} knowsPromise whether this device kept what the server promised before the deal
 * @param {boolean | null} addedOwn whether the deal uses what this player added; null if they added nothing here
 * @returns {CheckLine[]}
 */
export function checkLines(result, knowsPromise, addedOwn) {
  /** @param {boolean} passed @param {string} success @param {string} failure @returns {CheckLine} */
  const line = (passed, success, failure) =>
    passed ? { outcome: "good", text: success } : { outcome: "bad", text: failure };
  /** @param {string} text @returns {CheckLine} */
  const unchecked = (text) => ({ outcome: "quiet", text });
  const lines = [
    result.commitment && !knowsPromise
      ? unchecked(t("This device doesn’t know what the server promised before the deal, so it can’t check that."))
      : line(
          result.commitment,
          t("The server’s secret matches what it promised before the deal."),
          t("The server’s secret doesn’t match what it promised before the deal."),
        ),
    line(
      result.deal,
      t("The deal follows from the server’s secret and what each player added."),
      t("The deal doesn’t follow from the server’s secret and what each player added."),
    ),
  ];
  if (addedOwn !== null) {
    lines.push(line(addedOwn, t("Your own contribution is part of it."), t("Your own contribution isn’t part of it.")));
  }
  lines.push(
    line(
      result.moves,
      n(
        "The luck in {count} move follows from them, too.",
        "The luck in all {count} moves follows from them, too.",
        result.count,
      ),
      t("Not all the luck in the moves follows from them."),
    ),
  );
  return lines;
}
