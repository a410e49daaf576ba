// The browser's own recognition, where it exists.

export const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;

/** What a recognition that says nothing of its certainty counts as. */
const UNSURE = 0.65;

/**
 * Recognises until `stop()` (what was said counts) or `abort()`. `on` has `words(text)` while somebody speaks, `said(text,
 * confidence)` for each final piece, and `ended(error)` at last, with the browser's name of what went wrong or null.
 */
export function recognise(on) {
  const recognition = new Recognition();
  recognition.lang = document.documentElement.lang || navigator.language;
  recognition.continuous = true;
  recognition.interimResults = true;
  let [failed, dropped] = [null, false];
  recognition.onresult = (event) => {
    if (dropped) return;
    const interim = [];
    for (let at = event.resultIndex; at < event.results.length; at += 1) {
      const { transcript, confidence } = event.results[at][0];
      const text = transcript.trim();
      if (!text) continue;
      if (event.results[at].isFinal) on.said(text, confidence || UNSURE);
      else interim.push(text);
    }
    if (interim.length) on.words(interim.join(' '));
  };
  recognition.onerror = (event) => (failed = event.error);
  recognition.onend = () => on.ended(dropped ? 'aborted' : failed);
  recognition.start();
  return {
    stop: () => recognition.stop(),
    abort() {
      dropped = true;
      recognition.abort();
    },
  };
}
