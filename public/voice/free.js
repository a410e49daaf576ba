// Listening without hands, in two ways. A `host` is what the controls let them do: `hearing(now, words)`, `transcribe(sound)`,
// `heard(text, confidence)`, `interrupt()` a reply that is read aloud, `hold(now)` it or go on with it, `speaking()`, `end(words)`
// and `fail(words)`.
import { open } from './ear.js';
import { recognise } from './recognition.js';
import { draw } from './wave.js';
import { ofMicrophone, ofRecognition, WORDS } from './words.js';

/** Who says nothing for so long, in milliseconds, has gone away. */
const UNSPOKEN = 180_000;
/** Some browsers refuse to recognise again at once. */
const BREATH = 250;

/** Ends listening when nobody has spoken for long: `touch()` when somebody did. */
function watch(host) {
  let late;
  const touch = () => {
    clearTimeout(late);
    late = setTimeout(() => host.end(WORDS.unspoken), UNSPOKEN);
  };
  touch();
  return { touch, over: () => clearTimeout(late) };
}

/** An open microphone. */
function openEar(host, on) {
  const nothing = () => {};
  return open({ seconds: host.seconds, aloud: host.speaking, on: { lasts: nothing, slip: nothing, ended: nothing, ...on, gone: () => host.fail(WORDS.gone) } });
}

/**
 * By the server's transcriber: each utterance is written down in its turn. Whoever speaks is not spoken over: a reply is held until
 * it is known what they said, and goes on where that was a nod.
 */
export function byEar(host) {
  const { touch, over } = watch(host);
  let [ear, hush, closed, turn] = [null, null, false, Promise.resolve()];
  return {
    async begin() {
      try {
        ear = await openEar(host, {
          began: () => {
            touch();
            host.hold(true);
            host.hearing(true, WORDS.hearing);
          },
          lasts: host.interrupt,
          slip: () => {
            host.hearing(false, WORDS.waiting);
            host.hold(false);
          },
          ended: (sound) => {
            touch();
            host.hearing(false);
            turn = turn.then(() => host.transcribe(sound));
          },
        });
      } catch (fault) {
        if (!closed) host.fail(ofMicrophone(fault));
        return;
      }
      if (closed) ear.close();
      else hush = draw(host.canvas, ear.audio, ear.source);
    },
    hearing: () => ear?.hearing() ?? false,
    discard() {
      host.interrupt();
      ear.discard();
      host.hearing(false, WORDS.waiting);
    },
    aloud() {
      touch();
    },
    close() {
      closed = true;
      over();
      hush?.();
      ear?.close();
    },
  };
}

/**
 * By the browser's recognition, which finds the pauses itself. It would hear the replies too: while one is read aloud an ear
 * listens in its place, and whoever speaks then ends the reply. A nod does too: recognition that begins with it begins too late to
 * hear a word as short as "okay".
 */
export function byRecognition(host) {
  const { touch, over } = watch(host);
  let [running, ear, closed, spoken] = [null, null, false, false];
  const hush = () => {
    running?.abort();
    running = null;
    spoken = false;
  };
  const deaf = () => {
    ear?.close();
    ear = null;
  };
  const listen = () => {
    if (closed || running || host.speaking()) return;
    const mine = recognise({
      words: (text) => {
        touch();
        spoken = true;
        host.hearing(true, text);
      },
      said: (text, confidence) => {
        touch();
        spoken = false;
        host.hearing(false);
        host.heard(text, confidence);
      },
      ended: (failed) => {
        if (running !== mine) return;
        [running, spoken] = [null, false];
        // Browsers end it by themselves after a while, and where nothing was said.
        if (!failed || failed === 'no-speech' || failed === 'aborted') setTimeout(listen, BREATH);
        else host.fail(ofRecognition(failed));
      },
    });
    running = mine;
  };
  return {
    async begin() {
      listen();
    },
    hearing: () => spoken,
    discard() {
      hush();
      host.hearing(false, WORDS.waiting);
      setTimeout(listen, BREATH);
    },
    async aloud(now) {
      touch();
      if (!now) {
        deaf();
        setTimeout(listen, BREATH);
        return;
      }
      hush();
      // Without it only the key and the button end a reply.
      const made = await openEar(host, { began: host.interrupt }).catch(() => null);
      if (closed || !host.speaking()) made?.close();
      else ear = made;
    },
    close() {
      closed = true;
      over();
      deaf();
      hush();
    },
  };
}
