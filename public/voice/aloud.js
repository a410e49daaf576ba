// Replies read aloud, by the server's voice or by the browser's.

/** A reply that may be held while somebody speaks, and gone on with where it was. */
export class Pause extends EventTarget {
  held = false;

  hold(held) {
    this.held = held;
    this.dispatchEvent(new Event('change'));
  }

  /** Until it is not held, or over. */
  async over(signal) {
    while (this.held && !signal.aborted) {
      await new Promise((done) => {
        this.addEventListener('change', done, { once: true });
        signal.addEventListener('abort', done, { once: true });
      });
    }
  }
}

/**
 * Sentence by sentence; the next one is fetched while this one is heard. `begun` is told each sentence as it begins; `signal`
 * silences it, `pause` holds it.
 */
export async function say(sentences, { served, signal, begun, pause }) {
  const fetched = (at) => (served && at < sentences.length ? sound(sentences[at], signal) : null);
  let next = fetched(0);
  for (let at = 0; at < sentences.length; at += 1) {
    const now = await next;
    next = fetched(at + 1);
    await pause.over(signal);
    if (signal.aborted) return;
    begun(sentences[at]);
    await (now ? play(now, signal, pause) : utter(sentences[at], signal, pause));
    if (signal.aborted) return;
  }
}

/** The sentence by the server's voice, or nothing where the browser has to speak. */
async function sound(text, signal) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/v1/voice/speak', { method: 'POST', body: JSON.stringify({ text }), headers, signal }).catch(() => null);
  return answer?.ok ? answer.blob().catch(() => null) : null;
}

function play(blob, signal, pause) {
  const source = URL.createObjectURL(blob);
  const audio = new Audio(source);
  return new Promise((done) => {
    // Whoever speaks before it was heard takes its beginning back; it begins again when they have nodded.
    const start = () => void audio.play().catch((fault) => fault.name === 'AbortError' || end());
    const follow = () => (pause.held ? audio.pause() : start());
    const end = () => {
      pause.removeEventListener('change', follow);
      audio.pause();
      URL.revokeObjectURL(source);
      done();
    };
    signal.addEventListener('abort', end, { once: true });
    pause.addEventListener('change', follow);
    audio.onended = audio.onerror = end;
    start();
  });
}

function utter(text, signal, pause) {
  if (!('speechSynthesis' in window)) return Promise.resolve();
  return new Promise((done) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = document.documentElement.lang;
    // Where there is no voice at all, some browsers never say so.
    const wait = () => setTimeout(over, 2000 + text.length * 120);
    const follow = () => {
      clearTimeout(late);
      if (!pause.held) late = wait();
      window.speechSynthesis[pause.held ? 'pause' : 'resume']();
    };
    const over = () => {
      clearTimeout(late);
      pause.removeEventListener('change', follow);
      done();
    };
    let late = wait();
    pause.addEventListener('change', follow);
    utterance.onend = utterance.onerror = over;
    const silence = () => {
      // What is paused stays so for whatever is spoken next.
      if (pause.held) window.speechSynthesis.resume();
      window.speechSynthesis.cancel();
      over();
    };
    signal.addEventListener('abort', silence, { once: true });
    window.speechSynthesis.speak(utterance);
  });
}
