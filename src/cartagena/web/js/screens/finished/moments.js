/** The moments that decided a game and the moves that could have been better, in sentences with reasons. */

import { isolate, language, n, t } from "../../lib/i18n.js";
import { parseMove } from "../../model/moves.js";
import { countedCards, logSentence, moveInBrief, seatName } from "../../model/sentences.js";
import { reasonFor } from "../../ui/hints.js";

/** @import { AnalysedMove, AnalysisDocument, MomentDocument } from "../../net/types.js" */
/** @import { GameState } from "../../model/game_state.js" */

/**
 * A sentence about a move, and the colour whose chances it changed.
 * @typedef {{ number: number, colour: string, sentence: string }} MoveSentence
 */

/** Number of missed moves that are listed. */
const MAX_MISSED = 5;
/** Number of our own turns that can be tried again. */
const MAX_TURNS = 3;
/** Half the width of a 95 % interval, in standard errors. */
const INTERVAL = 1.96;

/** Format a change of the chance of winning in points of a hundred, with its sign. @param {number} change */
export function formatPoints(change) {
  const form = new Intl.NumberFormat(language(), {
    signDisplay: "exceptZero",
    maximumFractionDigits: 0,
  });
  return form.format(100 * change).replace("-", "−");
}

/** Format a change with its 95 % interval. @param {number} change @param {number} error */
function pointsWithError(change, error) {
  return isolate(`${formatPoints(change)} ± ${Math.round(100 * INTERVAL * error)}`);
}

/**
 * Return the moments that decided the game, in order.
 * @param {GameState} state
 * @param {AnalysisDocument} analysis
 * @returns {MoveSentence[]}
 */
export function decisiveMoments(state, analysis) {
  return (analysis.moments ?? []).map((moment) => ({
    number: moment.number,
    colour: moment.seat,
    sentence: momentSentence(state, moment),
  }));
}

/** Return a moment with its reasons as text. @param {GameState} state @param {MomentDocument} moment */
export function momentSentence(state, moment) {
  const { seat, move, found, drawn } = moment;
  const reasons = moment.reasons.map((reason) => reasonFor(state, reason, seat));
  const other = moment.other ? moveInBrief(state, parseMove(moment.other)) : "";
  if (moment.kind === "decision") {
    const better = betterText(other, -moment.change, moment.error);
    return joinSentences(logSentence(state, { seat, move }), better, ...reasons);
  }
  const inRow = state.rules.supply === "row" && drawn.length > 0;
  return joinSentences(
    logSentence(state, { seat, move, ...(found ? { found } : {}), cards: inRow ? [] : drawn }),
    inRow ? t("New in the row: {cards}.", { cards: countedCards(drawn) }) : "",
    luckText(state, moment),
    other && possibleText(moment, other),
    ...reasons,
  );
}

/** Join sentences, each once. @param {...string} texts */
const joinSentences = (...texts) => [...new Set(texts.filter(Boolean))].join(" ");

/** @param {GameState} state @param {MomentDocument} moment */
function luckText(state, { seat, change, error }) {
  const params = { who: seatName(state, seat), points: pointsWithError(change, error) };
  const count = Math.abs(Math.round(100 * change));
  return change > 0
    ? n("{who} was lucky: {points} point.", "{who} was lucky: {points} points.", count, params)
    : n("{who} was unlucky: {points} point.", "{who} was unlucky: {points} points.", count, params);
}

/** @param {MomentDocument} moment @param {string} move */
function possibleText({ change }, move) {
  return change > 0 ? t("It made this possible: {move}.", { move }) : t("The best that was left: {move}.", { move });
}

/**
 * Return the moves that had a clearly better alternative, costliest first. For all players together there are only a
 * few, without the decisive moments; for one player there are all.
 * @param {GameState} state
 * @param {AnalysisDocument} analysis
 * @param {string} [seat] the colour of the player, or "" for all
 * @returns {MoveSentence[]}
 */
export function missedMoves(state, analysis, seat = "") {
  const decisive = new Set(
    (analysis.moments ?? []).filter(({ kind }) => kind === "decision").map(({ number }) => number),
  );
  const missed = analysis.moves
    .filter((move) => move.better && (seat ? move.seat === seat : !decisive.has(move.number)))
    .sort((a, b) => b.loss - a.loss);
  return (seat ? missed : missed.slice(0, MAX_MISSED)).map((move) => {
    const sentence = `${logSentence(state, { seat: move.seat, move: move.move })} ${betterSentence(state, move)}`;
    return { number: move.number, colour: move.seat, sentence };
  });
}

/**
 * Return a player's costliest moves in game order, at most one per turn.
 * @param {AnalysisDocument} analysis
 * @param {string} seat
 */
export function costliestMoves({ moves }, seat) {
  /** The number of the turn of every move. @type {number[]} */
  const turns = [];
  for (const [i, move] of moves.entries())
    turns.push((turns.at(-1) ?? 0) + (i && move.seat !== moves[i - 1]?.seat ? 1 : 0));
  const turnOf = (/** @type {AnalysedMove} */ { number }) => turns[number - 1];
  /** @type {AnalysedMove[]} */
  const costliest = [];
  const missed = moves.filter((move) => move.seat === seat && move.better).sort((a, b) => b.loss - a.loss);
  for (const move of missed) if (costliest.every((one) => turnOf(one) !== turnOf(move))) costliest.push(move);
  return costliest.slice(0, MAX_TURNS).sort((a, b) => a.number - b.number);
}

/** Say what would have been better than a move, and by how much. @param {GameState} state @param {AnalysedMove} move */
export function betterSentence(state, move) {
  return betterText(moveInBrief(state, parseMove(move.better ?? "")), move.loss, move.loss_error);
}

/** Say that a move is better, and by how much. @param {string} move @param {number} loss @param {number} error */
export function betterText(move, loss, error) {
  return n("Better: {move} ({points} point).", "Better: {move} ({points} points).", Math.round(100 * loss), {
    move,
    points: pointsWithError(loss, error),
  });
}
