// A short sound, made here: two soft notes, the second a fifth above the first. Needs no file.

const NOTES = [587.33, 880]; // hertz
const STEP_S = 0.11;
const FADE_S = 0.35;
const LOUDNESS = 0.12;

let context = null;

/** Plays it, where the browser lets a page make sounds: most do after somebody has pressed something. */
export function chime() {
  const Context = globalThis.AudioContext;
  if (!Context || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new Context();
  context.resume().then(() => NOTES.forEach((hertz, i) => note(context, hertz, context.currentTime + i * STEP_S)), () => {});
}

function note(audio, hertz, at) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "sine";
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + FADE_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + FADE_S);
}
