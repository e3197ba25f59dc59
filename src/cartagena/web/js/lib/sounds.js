/** Sounds made by the browser's synthesizer; off until the player turns them on. */

/** A tone: its pitch in hertz, then its start and length in seconds. @typedef {[number, number, number]} Tone */

/** @type {AudioContext | null} */
let context = null;

/** Whether sound is on. */
export function soundOn() {
  return localStorage.getItem("sound") === "on";
}

/** Turn sound on or off. @param {boolean} on */
export function setSound(on) {
  localStorage.setItem("sound", on ? "on" : "off");
}

/** Play some tones, if sound is on. @param {Tone[]} tones */
export function playTones(tones) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [pitch, when, length] of tones) {
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start + when);
    volume.gain.exponentialRampToValueAtTime(0.12, start + when + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + when + length);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start + when);
    oscillator.stop(start + when + length + 0.02);
  }
}
