// Voice in an interview: listens while a button or key is held, or without hands until it is switched off; hands the words to the
// page, and speaks its replies. The page loads this when somebody first wants to talk; it hears `voice-heard` from here and says
// `voice-say` to here.
import { Pause, say } from './voice/aloud.js';
import { byEar, byRecognition } from './voice/free.js';
import { Recognition, recognise } from './voice/recognition.js';
import { draw } from './voice/wave.js';
import { isNod, isStop, ofMicrophone, ofRecognition, WORDS, whereSoundGoes } from './voice/words.js';

const KINDS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];
/** A press shorter than this, in milliseconds, was a slip. */
const SLIP = 300;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const button = (name, label, key, more) =>
  element('button', { type: 'button', class: `voice-${name}`, 'data-testid': `voice-${name}`, ...more }, label, ...(key ? [' ', element('kbd', {}, key)] : []));

class VoiceControls extends HTMLElement {
  #offers = null;
  #ready = null;
  #state = 'idle';
  #muted = false;
  #held = false;
  #round = 0;
  #stopListening = null;
  #stopSpeaking = null;
  /** Of the reply that is read aloud: what holds it, and the sentence that is heard. */
  #pause = null;
  #sentence = '';
  /** Listening without hands: `stop(words)`, `discard()`, `hearing()`, and what a reply that is read aloud means to it. */
  #free = null;
  #away = new AbortController();

  connectedCallback() {
    this.talk = button('talk', WORDS.talk, 'V');
    this.hands = button('free', WORDS.free, '⇧V', { 'aria-pressed': 'false', 'aria-keyshortcuts': 'Shift+V' });
    this.sounds = button('mute', WORDS.mute, null, { 'aria-pressed': 'true' });
    this.wave = element('canvas', { class: 'voice-wave', width: '160', height: '32', 'aria-hidden': 'true' });
    this.caption = element('p', { class: 'voice-caption', role: 'status', 'data-testid': 'voice-caption' });
    this.where = element('p', { class: 'voice-where', 'data-testid': 'voice-where' });
    this.replaceChildren(element('div', { class: 'voice-row' }, this.talk, this.hands, this.wave, this.sounds), this.caption, this.where);
    this.#listenToHands();
    this.#show('idle');
    this.#ready = this.#ask();
  }

  disconnectedCallback() {
    this.#away.abort();
    this.#stopListening?.(false);
    this.#free?.stop();
    this.#stopSpeaking?.();
  }

  async #ask() {
    const answer = await fetch('/api/v1/voice').catch(() => null);
    this.#offers = answer?.ok ? await answer.json() : { transcription: null, speech: null, limits: { max_seconds: 120 } };
    this.#tellWhere();
  }

  #tellWhere() {
    this.where.textContent = whereSoundGoes(this.#offers, Recognition, this.#free);
  }

  #listenToHands() {
    const on = (target, names, act) => names.split(' ').forEach((name) => target.addEventListener(name, act, { signal: this.#away.signal }));
    on(this.talk, 'pointerdown', (event) => {
      if (event.button !== 0) return;
      this.talk.setPointerCapture(event.pointerId);
      this.#press();
    });
    on(this.talk, 'pointerup pointercancel', () => this.#release());
    on(this.talk, 'contextmenu', (event) => event.preventDefault());
    const isTalk = (event) => event.target === this.talk && (event.key === ' ' || event.key === 'Enter');
    const isKey = (event) => event.key.toLowerCase() === 'v' && !event.ctrlKey && !event.metaKey && !event.altKey;
    const types = () => document.activeElement?.matches('input, textarea, select, [contenteditable]') || localStorage.getItem('shortcuts-off') !== null;
    on(window, 'keydown', (event) => {
      if (event.key === 'Escape') return this.#escape();
      const free = isKey(event) && event.shiftKey && !types();
      if (!free && !isTalk(event) && (!isKey(event) || types())) return;
      event.preventDefault();
      if (event.repeat) return;
      if (free) void this.#toggleFree();
      else void this.#press();
    });
    on(window, 'keyup', (event) => {
      if (isTalk(event) || event.key.toLowerCase() === 'v') this.#release();
    });
    on(window, 'blur', () => this.#release());
    on(this.hands, 'click', () => void this.#toggleFree());
    on(this.sounds, 'click', () => {
      this.#muted = !this.#muted;
      this.sounds.setAttribute('aria-pressed', String(!this.#muted));
      if (this.#muted) this.#stopSpeaking?.();
      if (this.#state === 'idle' || this.#state === 'muted') this.#show('idle');
    });
    on(window, 'voice-say', (event) => void this.#speak(event.detail));
  }

  /** Takes back the nearest thing: what is being said, what is being read aloud, listening without hands. */
  #escape() {
    if (this.#stopListening) this.#stopListening(false);
    else if (this.#free?.hearing()) this.#free.discard();
    else if (this.#stopSpeaking) this.#stopSpeaking();
    else this.#free?.stop();
  }

  /** Where nothing is going on, listening without hands goes on. */
  #show(state, words = null) {
    const still = state === 'idle' ? (this.#free ? 'listening' : this.#muted ? 'muted' : 'idle') : state;
    this.#state = still;
    this.dataset.state = still;
    this.caption.textContent = words ?? (still === 'listening' && this.#free ? WORDS.waiting : WORDS[still]);
    this.talk.setAttribute('aria-pressed', String(state === 'listening' && !this.#free));
  }

  #fail(words) {
    this.#show('error', words);
  }

  /** Whether anybody here can listen; if not, it says why. */
  async #can() {
    await this.#ready;
    const why = !this.#offers.transcription && !Recognition ? WORDS.unable : !navigator.mediaDevices?.getUserMedia ? WORDS.insecure : null;
    if (why) this.#fail(why);
    return why === null;
  }

  async #press() {
    if (this.#held || this.#free || this.#state === 'processing') return;
    this.#held = true;
    const round = ++this.#round;
    // Whoever speaks is not spoken over.
    this.#stopSpeaking?.();
    if (!(await this.#can())) return;
    if (!this.#offers.transcription) return this.#recognise();
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
      if (!this.#held || round !== this.#round) return stream.getTracks().forEach((track) => track.stop());
      this.#record(stream);
    } catch (fault) {
      this.#fail(ofMicrophone(fault));
    }
  }

  #release() {
    this.#held = false;
    this.#stopListening?.(true);
  }

  #record(stream) {
    const kind = KINDS.find((one) => MediaRecorder.isTypeSupported(one));
    const recorder = new MediaRecorder(stream, kind ? { mimeType: kind } : {});
    const [chunks, begun, audio] = [[], performance.now(), new AudioContext()];
    const hush = draw(this.wave, audio, audio.createMediaStreamSource(stream));
    const limit = setTimeout(() => this.#release(), this.#offers.limits.max_seconds * 1000 - 1000);
    let wanted = true;
    recorder.ondataavailable = (event) => chunks.push(event.data);
    recorder.onstop = () => {
      clearTimeout(limit);
      hush();
      void audio.close();
      stream.getTracks().forEach((track) => track.stop());
      if (!wanted) return this.#show('idle');
      if (performance.now() - begun < SLIP) return this.#fail(WORDS.short);
      void this.#transcribe(new Blob(chunks, { type: recorder.mimeType }));
    };
    this.#stopListening = (keep) => {
      this.#stopListening = null;
      wanted = keep;
      recorder.stop();
    };
    recorder.start();
    this.#show('listening');
  }

  async #transcribe(sound) {
    const held = this.#pause?.held ?? false;
    this.#show('processing');
    const form = new FormData();
    form.append('file', sound, 'speech');
    const headers = { 'Idempotency-Key': Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('') };
    const answer = await fetch('/api/v1/voice/transcribe', { method: 'POST', body: form, headers }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (!this.isConnected) return;
    // While a reply is read aloud only words end it: not a nod, and not what had no words.
    if (held && this.#pause?.held && ((answer?.ok && isNod(told?.text ?? '')) || answer?.status === 422)) {
      // Who has begun to say something else keeps it waiting.
      if (this.#free?.hearing()) return this.#show('listening', WORDS.hearing);
      return this.#hold(false);
    }
    if (held) this.#stopSpeaking?.();
    if (!answer || !told) return this.#fail(WORDS.lost);
    if (!answer.ok) return this.#fail(told.detail);
    if (held && isStop(told.text)) return this.#show('idle');
    this.#heard(told.text, told.confidence);
  }

  /** Holds the reply that is read aloud, or goes on with it. */
  #hold(now) {
    if (!this.#pause || this.#pause.held === now) return;
    this.#pause.hold(now);
    if (now) this.#show('idle');
    else this.#show('speaking', this.#sentence);
  }

  #recognise() {
    const [texts, sure] = [[], []];
    let wanted = true;
    const recognition = recognise({
      words: (text) => this.#show('listening', [...texts, text].join(' ')),
      said: (text, confidence) => {
        texts.push(text);
        sure.push(confidence);
        if (this.#stopListening) this.#show('listening', texts.join(' '));
      },
      ended: (failed) => {
        this.#stopListening = null;
        const text = texts.join(' ');
        if (!wanted) return this.#show('idle');
        if (!text) return this.#fail(ofRecognition(failed));
        this.#heard(text, Math.min(...sure));
      },
    });
    this.#stopListening = (keep) => {
      this.#stopListening = null;
      wanted = keep;
      if (!keep) return recognition.abort();
      this.#show('processing');
      recognition.stop();
    };
    this.#show('listening');
  }

  #heard(text, confidence) {
    this.#show('idle', `You said: ${text}`);
    window.dispatchEvent(new CustomEvent('voice-heard', { detail: { text, confidence } }));
  }

  async #toggleFree() {
    if (this.#free) return this.#free.stop();
    if (this.#held || this.#stopListening || this.#state === 'processing') return;
    if (!(await this.#can()) || this.#free) return;
    const way = (this.#offers.transcription ? byEar : byRecognition)(this.#host());
    this.#free = {
      ...way,
      stop: (words = null) => {
        way.close();
        this.#free = null;
        this.hands.setAttribute('aria-pressed', 'false');
        this.talk.disabled = false;
        delete this.dataset.hearing;
        this.#tellWhere();
        if (this.#state !== 'speaking') this.#show('idle', words);
      },
    };
    this.hands.setAttribute('aria-pressed', 'true');
    this.talk.disabled = true;
    this.#tellWhere();
    this.#show('idle', WORDS.opening);
    await way.begin();
    if (this.#free && this.caption.textContent === WORDS.opening) this.#show('idle');
  }

  /** What listening without hands may do here. */
  #host() {
    return {
      canvas: this.wave,
      seconds: this.#offers.limits.max_seconds - 1,
      speaking: () => this.#state === 'speaking',
      interrupt: () => this.#stopSpeaking?.(),
      hold: (now) => this.#hold(now),
      hearing: (now, words) => {
        if (now) this.dataset.hearing = 'true';
        else delete this.dataset.hearing;
        if (words) this.#show('listening', words);
      },
      transcribe: (sound) => this.#transcribe(sound),
      heard: (text, confidence) => this.#heard(text, confidence),
      end: (words) => this.#free?.stop(words),
      fail: (words) => {
        this.#free?.stop();
        this.#fail(words);
      },
    };
  }

  async #speak(sentences) {
    await this.#ready;
    if (this.#muted || this.#stopListening || this.#free?.hearing() || !sentences.length) return;
    this.#stopSpeaking?.();
    const [over, pause] = [new AbortController(), new Pause()];
    this.#pause = pause;
    this.#stopSpeaking = () => {
      this.#stopSpeaking = null;
      this.#pause = null;
      over.abort();
      if (this.#state === 'speaking') this.#show('idle');
      void this.#free?.aloud(false);
    };
    let first = true;
    const begun = (sentence) => {
      this.#sentence = sentence;
      this.#show('speaking', sentence);
      if (first) void this.#free?.aloud(true);
      first = false;
    };
    await say(sentences, { served: this.#offers.speech, signal: over.signal, begun, pause });
    if (!over.signal.aborted) this.#stopSpeaking?.();
  }
}

customElements.define('voice-controls', VoiceControls);
