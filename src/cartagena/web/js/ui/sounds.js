/** Sounds: loads the samples with the first press, and plays them at the volume that the player chose. */

/** Where a sample lies in the file: its rate in hertz, its start and its length in bytes. @typedef {[number, number, number]} Entry */

/** A sample to play: its name, the seconds to wait, and how much faster it runs. @typedef {[string, number?, number?]} Note */

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  choose: [["tick"]],
  turn: [["bell"]],
  message: [["coin"]],
  win: [["victory"], ["cheer", 0.2]],
  lose: [["dusk"]],
  refuse: [["refuse"]],
  // Kinds of move. Those without their own sound are silent.
  advance: [["play"], ["hop", 0.08], ["stone", 0.3]],
  with: [["play"], ["hop", 0.08], ["stone", 0.3], ["stone", 0.42, 1.1]],
  as: [["play"], ["flip", 0.1], ["stone", 0.3]],
  retreat: [["stone"], ["stone", 0.11, 0.94], ["stone", 0.25, 0.88], ["card", 0.4]],
  morgan: [["chain"], ["stone", 0.3]],
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

/** Return true if sound is on. It is until the player turns it off. */
export function soundOn() {
  return localStorage.getItem("sound") !== "off";
}

/** Turn sound on or off. @param {boolean} on */
export function setSound(on) {
  localStorage.setItem("sound", on ? "on" : "off");
  if (on) wakeSounds();
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
  });
}

/** Play the sound of a name, if there is one and sound is on. @param {string} name */
export function playSound(name) {
  for (const [sample, delay = 0, rate = 1] of SOUNDS[name] ?? []) play(sample, delay, rate);
}

/** Play a note that is higher the more pirates have been jumped over. @param {number} jumped */
export function playVault(jumped) {
  play("vault", 0, STEP ** Math.min(jumped, 12));
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
