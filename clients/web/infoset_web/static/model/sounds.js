// Short sounds that the browser makes itself, of tones and noise: there is no file to fetch.

// A part of a sound: {at, ms, hz, to?, wave?, gain?}: begins so many ms after the sound, glides from `hz` to `to`. The wave
// "noise" is hiss around `hz`.
export const SOUNDS = {
  turn: [
    { at: 0, ms: 130, hz: 587, wave: "triangle" },
    { at: 110, ms: 220, hz: 880, wave: "triangle" },
  ],
  place: [
    { at: 0, ms: 60, hz: 190, to: 90, gain: 0.9 },
    { at: 0, ms: 25, hz: 1800, wave: "noise", gain: 0.35 },
  ],
  card: [{ at: 0, ms: 90, hz: 3200, to: 1400, wave: "noise", gain: 0.35 }],
  dice: [0, 70, 125, 210, 260].map((at) => ({ at, ms: 35, hz: 2300 - 3 * at, wave: "noise", gain: 0.7 })),
  trade: [
    { at: 0, ms: 80, hz: 1320, gain: 0.5 },
    { at: 75, ms: 140, hz: 1760, gain: 0.5 },
  ],
  hit: [{ at: 0, ms: 260, hz: 700, to: 90, wave: "noise", gain: 0.8 }],
  clock: [
    { at: 0, ms: 45, hz: 1050, wave: "square", gain: 0.25 },
    { at: 180, ms: 45, hz: 1050, wave: "square", gain: 0.25 },
  ],
  over: [392, 523, 659, 784].map((hz, i) => ({ at: 110 * i, ms: 240, hz, wave: "triangle" })),
};

const RANK = ["dice", "hit", "trade", "place", "card"]; // of what happens at once, the first is heard

/**
 * The name of the sound for events that are shown together; undefined where they have none. `sounds` is a game's own: by kind of
 * event a name, or what tells it of the event.
 */
export function soundOf(sounds, items) {
  const found = new Set(items.map((event) => named(sounds?.[event.e], event)));
  return RANK.find((name) => found.has(name));
}

const named = (sound, event) => (typeof sound === "function" ? sound(event) : sound);

const LOUDNESS = 0.12;
const GAP_MS = 90; // between two sounds: what comes sooner is not heard
const REST_MS = 1000; // of silence before the context rests: to begin anew takes a moment

/** Plays sounds, from the first time on that somebody has touched the page: before, browsers are silent. */
export class Speaker {
  /** `makeContext()` returns an AudioContext; `now()` is in ms. */
  constructor({ makeContext = () => new AudioContext(), now = () => performance.now() } = {}) {
    this.makeContext = makeContext;
    this.now = now;
    this.context = null;
    this.isAllowed = false; // has the browser let the context run? It then does so again
    this.resting = undefined; // the timer that lets it rest
    this.quietUntil = 0;
  }

  /** Somebody has touched the page: from now on there may be sounds. Where there is no audio, there are none. */
  wake() {
    try {
      this.context ??= this.makeContext();
      if (!this.isAllowed || this.context.state === "interrupted") this.run(0);
    } catch {
      this.context = null;
    }
  }

  /** Plays a sound of `SOUNDS`. Returns whether it does. */
  play(name) {
    if (!this.isAllowed || this.now() < this.quietUntil) return false;
    this.quietUntil = this.now() + GAP_MS;
    const parts = SOUNDS[name];
    for (const part of parts) this.sound(part);
    this.run(Math.max(...parts.map(({ at, ms }) => at + ms)));
    return true;
  }

  /** Lets the context run for so long and a little more. One that runs keeps a processor busy even where it is silent. */
  run(ms) {
    const { context } = this;
    clearTimeout(this.resting);
    if (context.state === "running") this.isAllowed = true;
    const allow = () => (this.isAllowed = true);
    context.resume().then(allow, () => {}); // also one that is "running": it may be about to rest
    this.resting = setTimeout(() => context.suspend().catch(() => {}), ms + REST_MS);
  }

  sound({ at, ms, hz, to = hz, wave = "sine", gain = 1 }) {
    const { context } = this;
    const begins = context.currentTime + at / 1000;
    const ends = begins + ms / 1000;
    const volume = context.createGain();
    volume.gain.setValueAtTime(gain * LOUDNESS, begins);
    volume.gain.exponentialRampToValueAtTime(0.0001, ends);
    volume.connect(context.destination);
    const source = wave === "noise" ? this.noise(ms) : context.createOscillator();
    const tuned = wave === "noise" ? context.createBiquadFilter() : source;
    if (wave === "noise") {
      tuned.type = "bandpass";
      source.connect(tuned);
    } else source.type = wave;
    tuned.frequency.setValueAtTime(hz, begins);
    tuned.frequency.exponentialRampToValueAtTime(to, ends);
    tuned.connect(volume);
    source.start(begins);
    source.stop(ends);
  }

  noise(ms) {
    const { context } = this;
    const buffer = context.createBuffer(1, Math.ceil((context.sampleRate * ms) / 1000), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
    const source = context.createBufferSource();
    source.buffer = buffer;
    return source;
  }
}
