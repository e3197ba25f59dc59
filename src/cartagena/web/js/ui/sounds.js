/** Sounds: loads the samples with the first press, and plays them at the volume that the player chose. */

import { paced } from "../lib/pace.js";

/** @import { Rules } from "../net/types.js" */

/** Where a sample lies in the file: its rate in hertz, its start and its length in bytes. @typedef {[number, number, number]} Entry */

/** A sample to play: its name, the seconds to wait, and how much faster it runs. @typedef {[string, number?, number?]} Note */

/** What boots land on. @typedef {"stone" | "plank" | "sand"} Surface */

/** Stands in a note for the sample of boots on the surface where a pirate lands. */
const BOOTS = "boots";

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  choose: [["tick"]],
  turn: [["bell"]],
  message: [["coin"]],
  win: [["victory"], ["cheer", 0.2]],
  home: [["cheer", 0, 1.12]],
  lose: [["dusk"]],
  refuse: [["refuse"]],
  // The sounds of moves by kind. All other kinds are silent.
  advance: [["play"], ["hop", 0.08], [BOOTS, 0.3]],
  with: [["play"], ["hop", 0.08], [BOOTS, 0.3], [BOOTS, 0.42, 1.1]],
  as: [["play"], ["flip", 0.1], [BOOTS, 0.3]],
  retreat: [[BOOTS], [BOOTS, 0.11, 0.94], [BOOTS, 0.25, 0.88], ["card", 0.4]],
  morgan: [["chain"], [BOOTS, 0.3]],
  sail: [["creak"], ["sail", 0.1], ["splash", 0.5]],
  weapons: [["blade"]],
  rum: [["cork"]],
  lantern: [["lantern"]],
  parrots: [["parrot"]],
  hook: [["hook"]],
  chest: [["creak"], ["plank", 0.3], ["coin", 0.45]],
};

/** The volume until the player chooses another one. */
const DEFAULT_VOLUME = 0.35;
/** The µ of the µ-law by which samples are stored. */
const MU = 255;
/** Duration of a jump on the board, in seconds. */
const JUMP_S = 0.25;
/** Volume of the background, as a fraction of the volume setting. */
const BACKGROUND = 0.4;
/** Seconds in which one background fades into another. */
const FADE_S = 1.5;
/** Number of spaces on a tile. */
const SPACES_PER_TILE = 6;
/** Each pirate that is jumped over raises the pitch by this factor: a whole tone. */
const STEP = 2 ** (2 / 12);

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let output = null;
/** @type {Promise<Map<string, AudioBuffer>> | null} */
let loading = null;
/** @type {Map<string, AudioBuffer>} */
let samples = new Map();

/** The background that is playing, and the one that should be playing. */
let background = /** @type {{ name: string, gain: GainNode, source: AudioBufferSourceNode } | null} */ (null);
let wantedBackground = "";

/** Return true if sound is on, as it is by default. */
export function soundOn() {
  return localStorage.getItem("sound") !== "off";
}

/** Turn sound on or off. @param {boolean} on */
export function setSound(on) {
  localStorage.setItem("sound", on ? "on" : "off");
  if (on) wakeSounds();
  updateContext();
}

/** Return true if the tunnel and the sea may be heard in the background. */
export function backgroundOn() {
  return localStorage.getItem("background-sound") !== "off";
}

/** Turn the background on or off. @param {boolean} on */
export function setBackground(on) {
  localStorage.setItem("background-sound", on ? "on" : "off");
  updateBackground();
}

/** Return the volume, from 0 to 1. */
export function volume() {
  const stored = Number(localStorage.getItem("volume") ?? DEFAULT_VOLUME);
  return stored >= 0 && stored <= 1 ? stored : DEFAULT_VOLUME;
}

/** Set the volume, from 0 to 1. @param {number} level */
export function setVolume(level) {
  localStorage.setItem("volume", String(level));
  if (output) output.gain.value = level;
}

/** Prepare sounds. Browsers allow them only after a press, so the page calls this with the first one. */
export function wakeSounds() {
  if (!soundOn() || loading || typeof AudioContext === "undefined") return;
  context = new AudioContext();
  output = context.createGain();
  output.gain.value = volume();
  output.connect(context.destination);
  loading = load(context).catch(() => new Map());
  loading.then((loaded) => {
    samples = loaded;
    updateBackground();
  });
  document.addEventListener("visibilitychange", updateContext);
}

/** Suspend the audio device while nothing can be heard: sound is off, or the page is hidden. */
function updateContext() {
  const audible = soundOn() && !document.hidden;
  if (context) (audible ? context.resume() : context.suspend()).catch(() => {});
}

/**
 * Return the surface that boots land on at a place.
 * @param {string} place
 * @param {Pick<Rules, "tunnel">} rules
 * @returns {Surface}
 */
export function surfaceOf(place, { tunnel }) {
  if (place === "sloop") return "plank";
  return place === "jail" || Number(place) <= SPACES_PER_TILE * tunnel ? "stone" : "sand";
}

/** Play the sound with this name, if there is one and sound is on. @param {string} name @param {number} [wait] seconds */
export function playSound(name, wait = 0) {
  for (const note of notesOf(name, "stone", 0)) play(note[0], wait + (note[1] ?? 0), note[2] ?? 1);
}

/**
 * Play a move: its own sound, and the boots where the pirate lands. The board plays the jumps.
 * @param {string} kind of the move
 * @param {Surface} surface
 * @param {number} jumped number of spaces
 */
export function playMove(kind, surface, jumped) {
  for (const [sample, delay = 0, rate = 1] of notesOf(kind, surface, jumped)) play(sample, delay, rate);
}

/**
 * Return the notes of a sound. Boots land after the last jump.
 * @param {string} name
 * @param {Surface} surface
 * @param {number} jumped
 * @returns {Note[]}
 */
export function notesOf(name, surface, jumped) {
  return (SOUNDS[name] ?? []).map(([sample, delay = 0, rate = 1]) =>
    sample === BOOTS ? [surface, delay + paced(jumped * JUMP_S), rate] : [sample, delay, rate],
  );
}

/** Return how much faster the note of a jump runs: the pitch climbs with each. @param {number} jumped */
export const vaultRate = (jumped) => STEP ** Math.min(jumped, 12);

/** Play the note of a jump. @param {number} jumped the spaces jumped over so far */
export function playVault(jumped) {
  play("vault", 0, vaultRate(jumped));
}

/** Play a loop in the background: "tunnel", "surf", or nothing. @param {string} name */
export function playBackground(name) {
  wantedBackground = name;
  updateBackground();
}

function updateBackground() {
  const name = backgroundOn() ? wantedBackground : "";
  if (!context || !output || (background?.name ?? "") === name) return;
  const end = context.currentTime + FADE_S;
  background?.gain.gain.linearRampToValueAtTime(0, end);
  background?.source.stop(end);
  background = null;
  const buffer = samples.get(name);
  if (!buffer) return;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, context.currentTime);
  gain.gain.linearRampToValueAtTime(BACKGROUND, end);
  gain.connect(output);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.loop = true;
  source.connect(gain);
  source.start();
  background = { name, gain, source };
}

/** @param {string} name @param {number} delay @param {number} rate */
function play(name, delay, rate) {
  const buffer = samples.get(name);
  if (!soundOn() || !context || !output || !buffer) return;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.playbackRate.value = rate;
  source.connect(output);
  source.start(context.currentTime + delay);
}

/** @param {AudioContext} target @returns {Promise<Map<string, AudioBuffer>>} */
async function load(target) {
  const [index, data] = await Promise.all([
    fetch(new URL("../../sounds.json", import.meta.url)).then((response) => response.json()),
    fetch(new URL("../../sounds.bin", import.meta.url)).then((response) => response.arrayBuffer()),
  ]);
  return new Map(
    Object.entries(/** @type {Record<string, Entry>} */ (index)).map(([name, [rate, start, length]]) => {
      const buffer = target.createBuffer(1, length, rate);
      buffer.copyToChannel(expand(new Uint8Array(data, start, length)), 0);
      return [name, buffer];
    }),
  );
}

/** Expand µ-law bytes to samples between -1 and 1. @param {Uint8Array} bytes @returns {Float32Array<ArrayBuffer>} */
export function expand(bytes) {
  const expanded = new Float32Array(bytes.length);
  for (const [i, byte] of bytes.entries()) {
    const level = (byte - 128) / 127;
    expanded[i] = (Math.sign(level) * ((1 + MU) ** Math.abs(level) - 1)) / MU;
  }
  return expanded;
}
