// What the voice controls say.

export const WORDS = {
  idle: 'Hold the button or the key V and speak',
  listening: 'Listening. Let go when you are done; Escape discards it',
  processing: 'Writing down what you said …',
  muted: 'Replies are not read aloud. Hold the button or the key V and speak',
  talk: 'Hold to talk',
  mute: 'Read replies aloud',
  free: 'Hands-free',
  opening: 'Opening the microphone …',
  waiting: 'Listening: just speak. A pause ends what you say; Escape or Shift+V ends listening',
  hearing: 'You are speaking. Pause when you are done; Escape discards it',
  unspoken: 'Nobody spoke for three minutes: hands-free is off',
  short: 'That was too short: keep the button pressed while you speak',
  denied: 'The microphone was not allowed: allow it beside the address of this page, then try again',
  missing: 'There is no microphone: connect one, or type your answer',
  gone: 'The microphone was taken away: connect it, then try again',
  deaf: 'What tells speech from silence could not be loaded: hold the button to talk',
  insecure: 'The microphone works on https:// and on this machine only: type your answer',
  unable: 'Nobody here can write down speech: type your answer. An administrator can set up a transcriber',
  lost: 'The server was not reached: try again, or type your answer',
  silence: 'No words were heard: speak nearer to the microphone, or type your answer',
};

/** Who only nods goes on listening: such words, said while a reply is read aloud, neither end it nor answer it. */
const NODS = /^(?:(?:okay|ok|o\.k\.|yeah|mhm|mm-?hm+|mm+|hm+|uh-?huh|aha)[\s,.!…]*)+$/i;
/** Words that end a reply and say nothing else. */
const STOPS = /^(?:(?:please|okay|no)[\s,]+)?(?:stop|stop it|be quiet|quiet|enough|wait|hold on)(?:[\s,]+please)?[\s.!…]*$/i;

export const isNod = (text) => NODS.test(text.trim());
export const isStop = (text) => STOPS.test(text.trim());

/** Where the sound goes, in one sentence, from what the server offers and what this browser can. */
export function whereSoundGoes({ transcription, speech }, recognition, free) {
  if (!transcription && !recognition) return `${WORDS.unable}.`;
  const heard = transcription
    ? `What you say goes to ${transcription.model} at ${transcription.host} and is not kept`
    : 'Your browser writes down what you say and may send the sound to the company that makes it';
  const open = !free ? '' : transcription ? '; the microphone stays open, and only speech is sent' : '; the microphone stays open, and all that it hears goes that way';
  const spoken = speech ? `; replies are spoken by ${speech.model} at ${speech.host}` : 'speechSynthesis' in window ? '; replies are spoken by your browser' : '';
  return `${heard}${open}${spoken}.`;
}

/** What to say where the microphone could not be opened. */
export function ofMicrophone(fault) {
  if (fault.name === 'Deaf') return WORDS.deaf;
  return fault.name === 'NotFoundError' ? WORDS.missing : WORDS.denied;
}

/** What to say where the browser recognised nothing. */
export function ofRecognition(failed) {
  if (failed === 'not-allowed' || failed === 'service-not-allowed') return WORDS.denied;
  if (failed === 'audio-capture') return WORDS.missing;
  return failed === 'network' ? WORDS.lost : WORDS.silence;
}
