// Voice in an interview: listens while a button or key is held, hands the words to the page, and speaks its replies. The page
// loads this when somebody first wants to talk; it hears `voice-heard` from here and says `voice-say` to here.

const WORDS = {
  idle: 'Hold the button or the key V and speak',
  listening: 'Listening. Let go when you are done; Escape discards it',
  processing: 'Writing down what you said …',
  muted: 'Replies are not read aloud. Hold the button or the key V and speak',
  talk: 'Hold to talk',
  mute: 'Read replies aloud',
  short: 'That was too short: keep the button pressed while you speak',
  denied: 'The microphone was not allowed: allow it beside the address of this page, then try again',
  missing: 'There is no microphone: connect one, or type your answer',
  insecure: 'The microphone works on https:// and on this machine only: type your answer',
  unable: 'Nobody here can write down speech: type your answer. An administrator can set up a transcriber',
  lost: 'The server was not reached: try again, or type your answer',
  silence: 'No words were heard: speak nearer to the microphone, or type your answer',
};
const KINDS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];
/** A press shorter than this, in milliseconds, was a slip. */
const SLIP = 300;

const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;
const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

class VoiceControls extends HTMLElement {
  #offers = null;
  #state = 'idle';
  #muted = false;
  #held = false;
  #round = 0;
  #stopListening = null;
  #stopSpeaking = null;
  #away = new AbortController();

  connectedCallback() {
    this.talk = element('button', { type: 'button', class: 'voice-talk', 'data-testid': 'voice-talk' }, WORDS.talk, ' ', element('kbd', {}, 'V'));
    this.sounds = element('button', { type: 'button', class: 'voice-mute', 'aria-pressed': 'true', 'data-testid': 'voice-mute' }, WORDS.mute);
    this.wave = element('canvas', { class: 'voice-wave', width: '160', height: '32', 'aria-hidden': 'true' });
    this.caption = element('p', { class: 'voice-caption', role: 'status', 'data-testid': 'voice-caption' });
    this.where = element('p', { class: 'voice-where', 'data-testid': 'voice-where' });
    this.replaceChildren(element('div', { class: 'voice-row' }, this.talk, this.wave, this.sounds), this.caption, this.where);
    this.#listenToHands();
    this.#show('idle');
    this.#ready = this.#ask();
  }

  disconnectedCallback() {
    this.#away.abort();
    this.#stopListening?.(false);
    this.#stopSpeaking?.();
  }

  #ready = null;

  async #ask() {
    const answer = await fetch('/api/v1/voice').catch(() => null);
    this.#offers = answer?.ok ? await answer.json() : { transcription: null, speech: null, limits: { max_seconds: 120 } };
    const { transcription, speech } = this.#offers;
    const heard = transcription
      ? `What you say goes to ${transcription.model} at ${transcription.host} and is not kept.`
      : Recognition
        ? 'Your browser writes down what you say; it may send the sound to its maker.'
        : WORDS.unable;
    const spoken = speech ? ` Replies are spoken by ${speech.model} at ${speech.host}.` : 'speechSynthesis' in window ? ' Replies are spoken by your browser.' : '';
    this.where.textContent = heard + spoken;
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
      if (event.key === 'Escape') {
        this.#stopListening?.(false);
        this.#stopSpeaking?.();
      } else if (isTalk(event) || (isKey(event) && !types())) {
        event.preventDefault();
        if (!event.repeat) this.#press();
      }
    });
    on(window, 'keyup', (event) => {
      if (isTalk(event) || event.key.toLowerCase() === 'v') this.#release();
    });
    on(window, 'blur', () => this.#release());
    on(this.sounds, 'click', () => {
      this.#muted = !this.#muted;
      this.sounds.setAttribute('aria-pressed', String(!this.#muted));
      if (this.#muted) this.#stopSpeaking?.();
      if (this.#state === 'idle' || this.#state === 'muted') this.#show('idle');
    });
    on(window, 'voice-say', (event) => void this.#speak(event.detail));
  }

  #show(state, words = WORDS[state]) {
    this.#state = state === 'idle' && this.#muted ? 'muted' : state;
    this.dataset.state = this.#state;
    this.caption.textContent = this.#state === 'muted' ? WORDS.muted : words;
    this.talk.setAttribute('aria-pressed', String(state === 'listening'));
  }

  #fail(words) {
    this.#show('error', words);
  }

  async #press() {
    if (this.#held || this.#state === 'processing') return;
    this.#held = true;
    const round = ++this.#round;
    // Whoever speaks is not spoken over.
    this.#stopSpeaking?.();
    await this.#ready;
    if (!this.#offers.transcription && !Recognition) return this.#fail(WORDS.unable);
    if (!navigator.mediaDevices?.getUserMedia) return this.#fail(WORDS.insecure);
    if (!this.#offers.transcription) return this.#recognise();
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
      if (!this.#held || round !== this.#round) return stream.getTracks().forEach((track) => track.stop());
      this.#record(stream);
    } catch (fault) {
      this.#fail(fault.name === 'NotFoundError' ? WORDS.missing : WORDS.denied);
    }
  }

  #release() {
    this.#held = false;
    this.#stopListening?.(true);
  }

  #record(stream) {
    const kind = KINDS.find((one) => MediaRecorder.isTypeSupported(one));
    const recorder = new MediaRecorder(stream, kind ? { mimeType: kind } : {});
    const [chunks, begun] = [[], performance.now()];
    const hush = this.#draw(stream);
    const limit = setTimeout(() => this.#release(), this.#offers.limits.max_seconds * 1000 - 1000);
    let wanted = true;
    recorder.ondataavailable = (event) => chunks.push(event.data);
    recorder.onstop = () => {
      clearTimeout(limit);
      hush();
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
    this.#show('processing');
    const form = new FormData();
    form.append('file', sound, 'speech');
    const headers = { 'Idempotency-Key': Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('') };
    const answer = await fetch('/api/v1/voice/transcribe', { method: 'POST', body: form, headers }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (!answer || !told) return this.#fail(WORDS.lost);
    if (!answer.ok) return this.#fail(told.detail);
    this.#heard(told.text, told.confidence);
  }

  #recognise() {
    const recognition = new Recognition();
    recognition.lang = document.documentElement.lang || navigator.language;
    recognition.continuous = true;
    let [wanted, failed] = [true, null];
    const finals = [];
    recognition.onresult = (event) => {
      for (let at = event.resultIndex; at < event.results.length; at += 1) {
        if (event.results[at].isFinal) finals.push(event.results[at][0]);
      }
      this.#show('listening', finals.map((one) => one.transcript).join(' '));
    };
    recognition.onerror = (event) => (failed = event.error);
    recognition.onend = () => {
      this.#stopListening = null;
      const text = finals.map((one) => one.transcript.trim()).join(' ').trim();
      if (!wanted) return this.#show('idle');
      if (failed && !text) return this.#fail(failed === 'not-allowed' ? WORDS.denied : failed === 'no-speech' ? WORDS.silence : WORDS.lost);
      if (!text) return this.#fail(WORDS.silence);
      this.#heard(text, Math.min(...finals.map((one) => one.confidence || 0.65)));
    };
    this.#stopListening = (keep) => {
      this.#stopListening = null;
      wanted = keep;
      this.#show('processing');
      recognition.stop();
    };
    recognition.start();
    this.#show('listening');
  }

  #heard(text, confidence) {
    this.#show('idle', `You said: ${text}`);
    window.dispatchEvent(new CustomEvent('voice-heard', { detail: { text, confidence } }));
  }

  /** Draws how loud it is, as a line or, for whoever wants less motion, as a bar that rarely changes. */
  #draw(stream) {
    const audio = new AudioContext();
    const analyser = audio.createAnalyser();
    analyser.fftSize = 512;
    audio.createMediaStreamSource(stream).connect(analyser);
    const [samples, pen] = [new Uint8Array(analyser.fftSize), this.wave.getContext('2d')];
    const { width, height } = this.wave;
    let next = 0;
    let last = 0;
    const frame = (now) => {
      next = requestAnimationFrame(frame);
      if (calm.matches && now - last < 500) return;
      last = now;
      analyser.getByteTimeDomainData(samples);
      pen.clearRect(0, 0, width, height);
      pen.strokeStyle = pen.fillStyle = getComputedStyle(this).color;
      if (calm.matches) {
        const loud = Math.max(...samples.map((sample) => Math.abs(sample - 128))) / 128;
        return pen.fillRect(0, height / 2 - 3, width * loud, 6);
      }
      pen.beginPath();
      samples.forEach((sample, at) => pen.lineTo((at / samples.length) * width, (sample / 256) * height));
      pen.stroke();
    };
    next = requestAnimationFrame(frame);
    return () => {
      cancelAnimationFrame(next);
      pen.clearRect(0, 0, width, height);
      void audio.close();
    };
  }

  /** Sentence by sentence; the next one is fetched while this one is heard. */
  async #speak(sentences) {
    await this.#ready;
    if (this.#muted || this.#stopListening || !sentences.length) return;
    this.#stopSpeaking?.();
    const over = new AbortController();
    this.#stopSpeaking = () => {
      this.#stopSpeaking = null;
      over.abort();
      window.speechSynthesis?.cancel();
      if (this.#state === 'speaking') this.#show('idle');
    };
    let sound = this.#sound(sentences[0], over.signal);
    for (let at = 0; at < sentences.length && !over.signal.aborted; at += 1) {
      const now = await sound;
      sound = at + 1 < sentences.length ? this.#sound(sentences[at + 1], over.signal) : null;
      if (over.signal.aborted) return;
      this.#show('speaking', sentences[at]);
      await (now ? this.#play(now, over.signal) : this.#utter(sentences[at]));
    }
    if (!over.signal.aborted) this.#stopSpeaking?.();
  }

  /** The sentence by the server's voice, or nothing where the browser has to speak. */
  async #sound(text, signal) {
    if (!this.#offers.speech) return null;
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/v1/voice/speak', { method: 'POST', body: JSON.stringify({ text }), headers, signal }).catch(() => null);
    return answer?.ok ? answer.blob() : null;
  }

  #play(blob, signal) {
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

  #utter(text) {
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
      window.speechSynthesis.speak(utterance);
    });
  }
}

customElements.define('voice-controls', VoiceControls);
