// An open microphone that tells when somebody begins to speak and what they said. Speech is told from silence here, by the module
// `/ear/ear.js`; the sound of silence is forgotten after half a second.

/** Frames of 16 milliseconds from before an utterance was noticed that belong to it. */
const BEFORE = 32;
/** Who speaks for longer than this many frames, a second and a half, does not only nod. Counted in sound: a busy page hears late. */
const NOD = 94;

let module = null;

/** Loads the module once; again where that failed. */
async function load() {
  const ear = await import('/ear/ear.js');
  await ear.default({ module_or_path: '/ear/ear.wasm' });
  return ear;
}

/**
 * Opens the microphone. `on` has `began()`, `lasts()`, `ended(wav)`, `slip()` and `gone()`; `aloud()` says whether a reply is being read.
 * Throws what `getUserMedia` throws, or a fault named `Deaf` where the module or the sound could not be had.
 */
export async function open({ on, aloud, seconds }) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
  const audio = new AudioContext();
  const shut = () => {
    stream.getTracks().forEach((track) => track.stop());
    void audio.close();
  };
  let made;
  try {
    module ??= load();
    [made] = await Promise.all([module, audio.audioWorklet.addModule('/voice/frames.js'), audio.resume()]);
  } catch (cause) {
    module = null;
    shut();
    throw Object.assign(new Error('no voice activity', { cause }), { name: 'Deaf' });
  }
  const { Ear, Heard } = made;
  const ear = new Ear();
  const source = audio.createMediaStreamSource(stream);
  const frames = new AudioWorkletNode(audio, 'frames');
  // Nothing is heard of it: it writes no sound. Without a way to the end some browsers do not run it.
  source.connect(frames).connect(audio.destination);
  let before = [];
  let [said, since, dropped] = [null, 0, false];
  const over = (words) => {
    const whole = dropped ? null : said;
    [said, dropped] = [null, false];
    if (whole && words) on.ended(wave(whole));
    else if (whole) on.slip();
  };
  frames.port.onmessage = ({ data }) => {
    (said ?? before).push(data);
    if (before.length > BEFORE) before.shift();
    const heard = ear.hear(data, aloud());
    if (heard === Heard.Began) {
      [said, before, since] = [before, [], 0];
      on.began();
    } else if (heard === Heard.Slip) {
      over(false);
    } else if (heard === Heard.Ended) {
      over(true);
    } else if (said && said.length * 0.016 >= seconds) {
      ear.forget();
      over(true);
    } else if (said && !dropped && ++since === NOD) {
      on.lasts();
    }
  };
  stream.getTracks()[0].onended = () => on.gone();
  return {
    audio,
    source,
    /** Somebody is speaking now. */
    hearing: () => said !== null && !dropped,
    /** Drops what is being said, to its end. */
    discard: () => (dropped = true),
    close() {
      frames.port.onmessage = null;
      stream.getTracks()[0].onended = null;
      shut();
      ear.free();
    },
  };
}

/** Frames at 16 kHz as a WAV of 16 bits. */
function wave(frames) {
  const count = frames.length * 256;
  const [header, samples] = [new DataView(new ArrayBuffer(44)), new Int16Array(count)];
  const text = (at, word) => [...word].forEach((sign, offset) => header.setUint8(at + offset, sign.charCodeAt(0)));
  text(0, 'RIFF');
  header.setUint32(4, 36 + count * 2, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, 16_000, true);
  header.setUint32(28, 32_000, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  text(36, 'data');
  header.setUint32(40, count * 2, true);
  frames.forEach((frame, at) => frame.forEach((sample, offset) => (samples[at * 256 + offset] = Math.max(-1, Math.min(1, sample)) * 32_767)));
  return new Blob([header, samples], { type: 'audio/wav' });
}
