// Replies read aloud, by the server's voice or by the browser's.

/**
 * Sentence by sentence; the next one is fetched while this one is heard. `begun` is told each sentence as it begins; `signal`
 * silences it.
 */
export async function say(sentences, { served, signal, begun }) {
  const fetched = (at) => (served && at < sentences.length ? sound(sentences[at], signal) : null);
  let next = fetched(0);
  for (let at = 0; at < sentences.length; at += 1) {
    const now = await next;
    next = fetched(at + 1);
    if (signal.aborted) return;
    begun(sentences[at]);
    await (now ? play(now, signal) : utter(sentences[at], signal));
    if (signal.aborted) return;
  }
}

/** The sentence by the server's voice, or nothing where the browser has to speak. */
async function sound(text, signal) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/v1/voice/speak', { method: 'POST', body: JSON.stringify({ text }), headers, signal }).catch(() => null);
  return answer?.ok ? answer.blob().catch(() => null) : null;
}

function play(blob, signal) {
  const source = URL.createObjectURL(blob);
  const audio = new Audio(source);
  return new Promise((done) => {
    const end = () => {
      audio.pause();
      URL.revokeObjectURL(source);
      done();
    };
    signal.addEventListener('abort', end, { once: true });
    audio.onended = audio.onerror = end;
    audio.play().catch(end);
  });
}

function utter(text, signal) {
  if (!('speechSynthesis' in window)) return Promise.resolve();
  return new Promise((done) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = document.documentElement.lang;
    // Where there is no voice at all, some browsers never say so.
    const late = setTimeout(done, 2000 + text.length * 120);
    utterance.onend = utterance.onerror = () => {
      clearTimeout(late);
      done();
    };
    const silence = () => {
      clearTimeout(late);
      window.speechSynthesis.cancel();
      done();
    };
    signal.addEventListener('abort', silence, { once: true });
    window.speechSynthesis.speak(utterance);
  });
}
