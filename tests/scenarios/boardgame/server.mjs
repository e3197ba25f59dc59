// A table server by boardgame.io, to be measured next to ours: node server.mjs PORT
//
// The game is a plain Cartagena without an end: pirates who arrive begin again. Everything is in memory.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");

const SYMBOLS = 6;
const SPACES = 36;
const PIRATES = 6;
const PLAYERS = ["0", "1"];

const fill = (length, of) => Array.from({ length }, (_, index) => of(index));

function setup({ random }) {
  const deck = random.Shuffle(fill(102, (index) => index % SYMBOLS));
  return {
    spaces: random.Shuffle(fill(SPACES, (index) => index % SYMBOLS)),
    pirates: Object.fromEntries(PLAYERS.map((player) => [player, fill(PIRATES, () => 0)])),
    hands: Object.fromEntries(PLAYERS.map((player) => [player, deck.splice(0, 6)])),
    deck,
    discarded: [],
  };
}

const pirates_at = (G, place) =>
  PLAYERS.reduce((sum, one) => sum + G.pirates[one].filter((at) => at === place).length, 0);

/** The next free space with this symbol, or home, one behind the last space. */
function advance_target(G, from, symbol) {
  let place = from + 1;
  while (place <= SPACES && (G.spaces[place - 1] !== symbol || pirates_at(G, place))) place += 1;
  return place;
}

/** The nearest space behind on which one or two pirates stand; 0 if there is none. */
function retreat_target(G, from) {
  let place = from - 1;
  while (place > 0 && ![1, 2].includes(pirates_at(G, place))) place -= 1;
  return place;
}

function legal_moves(G, player) {
  const moves = [];
  for (const from of new Set(G.pirates[player])) {
    for (const symbol of new Set(G.hands[player])) moves.push({ from, symbol, to: advance_target(G, from, symbol) });
    const to = retreat_target(G, from);
    if (to > 0) moves.push({ from, to, cards: pirates_at(G, to) });
  }
  return moves.length ? moves : [{ pass: true }];
}

function draw(G, player, count, random) {
  for (let drawn = 0; drawn < count; drawn += 1) {
    if (!G.deck.length) {
      G.deck = random.Shuffle(G.discarded);
      G.discarded = [];
    }
    if (G.deck.length) G.hands[player].push(G.deck.pop());
  }
}

/** Return one of the legal moves by a number, so that clients need not list them. */
function act({ G, playerID, random }, number) {
  const moves = legal_moves(G, playerID);
  const move = moves[number % moves.length];
  if (move.pass) {
    draw(G, playerID, 1, random);
    return;
  }
  const pirates = G.pirates[playerID];
  pirates[pirates.indexOf(move.from)] = move.to > SPACES ? 0 : move.to;
  if (move.cards) {
    draw(G, playerID, move.cards, random);
  } else {
    G.hands[playerID].splice(G.hands[playerID].indexOf(move.symbol), 1);
    G.discarded.push(move.symbol);
  }
}

/** What a player, or a spectator, may know. */
function playerView({ G, playerID }) {
  const hands = Object.fromEntries(PLAYERS.map((one) => [one, one === playerID ? G.hands[one] : G.hands[one].length]));
  return { ...G, hands, deck: G.deck.length };
}

const game = {
  name: "cartagena",
  setup,
  playerView,
  disableUndo: true,
  turn: { minMoves: 3, maxMoves: 3 },
  moves: { act: { move: act, client: false } },
};

const server = Server({ games: [game], origins: [] });
server.run(Number(process.argv[2]));
