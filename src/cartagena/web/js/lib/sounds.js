/** Sounds made of nothing but numbers; off until the player wants them. */

/** @type {AudioContext | null} */
let context = null;
let on = localStorage.getItem("sound") === "on";

/** Whether there is sound. */
export function soundOn() {
  return on;
}

/** Sound on or off. @param {boolean} wanted */
export function setSound(wanted) {
  on = wanted;
  localStorage.setItem("sound", wanted ? "on" : "off");
  if (on) sound("turn");
}

/** Tones of each sound: hertz, start and length in seconds. @type {Record<string, [number, number, number][]>} */
const TONES = {
  choose: [[660, 0, 0.05]],
  advance: [
    [330, 0, 0.09],
    [440, 0.07, 0.11],
  ],
  with: [
    [330, 0, 0.09],
    [440, 0.07, 0.11],
    [550, 0.14, 0.11],
  ],
  as: [
    [392, 0, 0.09],
    [523, 0.08, 0.14],
  ],
  retreat: [
    [440, 0, 0.09],
    [330, 0.07, 0.12],
  ],
  morgan: [
    [294, 0, 0.09],
    [370, 0.08, 0.12],
  ],
  sail: [
    [196, 0, 0.35],
    [247, 0.12, 0.35],
    [294, 0.24, 0.4],
  ],
  weapons: [
    [784, 0, 0.08],
    [622, 0.07, 0.2],
  ],
  rum: [
    [262, 0, 0.1],
    [330, 0.08, 0.1],
    [392, 0.16, 0.2],
  ],
  lantern: [
    [523, 0, 0.15],
    [659, 0.1, 0.2],
  ],
  parrots: [
    [880, 0, 0.06],
    [988, 0.07, 0.06],
    [880, 0.14, 0.08],
  ],
  hook: [
    [220, 0, 0.1],
    [440, 0.08, 0.15],
  ],
  chest: [
    [165, 0, 0.15],
    [330, 0.12, 0.2],
  ],
  turn: [
    [523, 0, 0.12],
    [784, 0.12, 0.22],
  ],
  word: [[740, 0, 0.06]],
  win: [
    [392, 0, 0.16],
    [523, 0.14, 0.16],
    [659, 0.28, 0.16],
    [784, 0.42, 0.5],
  ],
};

/** Make a sound. @param {string} name */
export function sound(name) {
  const tones = TONES[name];
  if (!on || !tones) return;
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [pitch, when, length] of tones) {
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = "triangle";
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start + when);
    volume.gain.exponentialRampToValueAtTime(0.12, start + when + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + when + length);
    voice.connect(volume).connect(context.destination);
    voice.start(start + when);
    voice.stop(start + when + length + 0.02);
  }
}
