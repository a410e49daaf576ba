// Uploading into a project: files are dropped or chosen, go up with progress one source after the other, and what is wrong is
// said beside each. The page loads this; it hears `source-added` from here.

const WORDS = {
  drop: 'Drop files here, or ',
  choose: 'choose them',
  files: 'Files to upload',
  kind: 'What they are',
  name: 'Name of the source',
  hint: 'by the file’s name when empty',
  how: 'Several files',
  each: 'Each is a source of its own',
  together: 'Together they are one source',
  send: 'Upload',
  clear: 'Clear',
  sending: 'Uploading',
  reading: 'Reading what is in it …',
  waiting: 'Waiting',
  lost: 'The server was not reached: try again.',
  none: 'Choose files first.',
};
const KINDS = [['', 'By the files’ endings'], ['database', 'Data'], ['api', 'API description'], ['document', 'Document'], ['skill', 'Skill (.zip)']];
const ARROW = 'M12 15V4M7 8.5l5-5 5 5M5 14v6h14v-6';

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function picture() {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of [['class', 'icon'], ['viewBox', '0 0 24 24'], ['aria-hidden', 'true']]) svg.setAttribute(key, value);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ARROW);
  svg.append(path);
  return svg;
}

function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

class SourceUpload extends HTMLElement {
  #files = [];
  #sending = null;
  #gone = false;

  connectedCallback() {
    this.#gone = false;
    this.input = element('input', { type: 'file', multiple: '', id: 'upload-files', 'aria-label': WORDS.files, 'data-testid': 'upload-files' });
    this.kind = element('select', { name: 'kind' }, ...KINDS.map(([value, label]) => element('option', { value }, label)));
    this.name = element('input', { type: 'text', maxlength: '200', autocomplete: 'off', placeholder: WORDS.hint });
    this.how = element('select', { name: 'how' }, element('option', { value: 'together' }, WORDS.together), element('option', { value: 'each' }, WORDS.each));
    this.howField = element('label', { class: 'field', hidden: '' }, element('span', {}, WORDS.how), this.how);
    this.send = element('button', { type: 'button', class: 'button primary', 'data-testid': 'upload-send' }, WORDS.send);
    this.clear = element('button', { type: 'button', class: 'button' }, WORDS.clear);
    this.list = element('ul', { class: 'plain small uploads' });
    this.told = element('div', { role: 'status', 'data-testid': 'upload-told' }, this.list);
    this.zone = element(
      'div', { class: 'drop-zone' },
      picture(), element('p', {}, WORDS.drop, element('b', {}, WORDS.choose)), this.input,
    );
    this.options = element(
      'div', { class: 'options' },
      element('label', { class: 'field' }, element('span', {}, WORDS.kind), this.kind),
      element('label', { class: 'field' }, element('span', {}, WORDS.name), this.name),
      this.howField,
      element('p', { class: 'acts' }, this.send, this.clear),
    );
    this.replaceChildren(this.zone, this.told, this.options);
    this.#show();
    this.input.addEventListener('change', () => this.#take([...this.input.files]));
    for (const event of ['dragenter', 'dragover']) {
      this.zone.addEventListener(event, (over) => { over.preventDefault(); this.zone.classList.add('over'); });
    }
    for (const event of ['dragleave', 'drop']) {
      this.zone.addEventListener(event, (off) => { off.preventDefault(); this.zone.classList.remove('over'); });
    }
    this.zone.addEventListener('drop', (dropped) => this.#take([...dropped.dataTransfer.files]));
    this.send.addEventListener('click', () => this.#upload());
    this.clear.addEventListener('click', () => this.#take([]));
  }

  disconnectedCallback() {
    this.#gone = true;
    this.#sending?.abort();
  }

  /** What there is to say about files is asked once there are some. */
  #show() {
    const held = this.options.contains(document.activeElement);
    this.options.hidden = !this.#files.length;
    this.howField.hidden = this.#files.length < 2;
    // What goes does not take the focus with it.
    if (held && this.options.hidden) this.input.focus();
  }

  #take(files) {
    if (this.#sending) return;
    this.#files = files;
    if (!files.length) this.input.value = '';
    this.rows = files.map((file) => {
      const progress = element('progress', { max: '100', value: '0', hidden: '', 'aria-label': `${WORDS.sending} ${file.name}` });
      const said = element('span', { class: 'said' });
      const row = element('li', {}, element('b', { dir: 'auto' }, file.name), element('span', { class: 'quiet' }, size(file.size)), progress, said);
      return { row, progress, said };
    });
    this.list.replaceChildren(...this.rows.map(({ row }) => row));
    this.#show();
  }

  /** Buttons that rest are not disabled: that would take the focus from whoever pressed one. */
  #rest(resting) {
    for (const button of [this.send, this.clear]) button.setAttribute('aria-disabled', String(resting));
  }

  async #upload() {
    if (this.#sending) return;
    const each = this.#files.length > 1 && this.how.value === 'each';
    const groups = each ? this.#files.map((_, at) => [at]) : [this.#files.map((_, at) => at)];
    this.#rest(true);
    for (const { said } of this.rows) said.textContent = WORDS.waiting;
    let added = 0;
    const left = [];
    for (const places of groups) {
      if (this.#gone) return;
      if (await this.#source(places, each)) added += 1;
      else left.push(...places);
    }
    this.#rest(false);
    // What was refused stays chosen, so that it can be sent again under another name.
    this.#files = left.map((at) => this.#files[at]);
    this.rows = left.map((at) => this.rows[at]);
    if (!left.length) {
      this.input.value = this.name.value = this.kind.value = '';
      this.how.selectedIndex = 0;
    }
    this.#show();
    if (added) window.dispatchEvent(new Event('source-added'));
  }

  /** One source of the files at these places; whether it was added. */
  #source(places, each) {
    const form = new FormData();
    if (this.kind.value) form.append('kind', this.kind.value);
    if (this.name.value.trim() && !each) form.append('name', this.name.value.trim());
    for (const at of places) form.append('file', this.#files[at], this.#files[at].name);
    const rows = places.map((at) => this.rows[at]);
    const say = (text, outcome = '') => {
      rows.forEach(({ row, said, progress }, at) => {
        row.className = outcome;
        progress.hidden = outcome !== '';
        said.textContent = at === 0 || outcome === '' ? text : '';
      });
    };
    return new Promise((resolve) => {
      const call = new XMLHttpRequest();
      this.#sending = call;
      say(WORDS.sending);
      call.upload.addEventListener('progress', (sent) => {
        if (!sent.lengthComputable) return;
        // The files follow each other, so that each has its own share of what was sent.
        let begun = 0;
        places.forEach((at, nth) => {
          const own = this.#files[at].size || 1;
          rows[nth].progress.value = Math.max(0, Math.min(100, (100 * (sent.loaded - begun)) / own));
          begun += own;
        });
      });
      call.upload.addEventListener('load', () => say(WORDS.reading));
      call.addEventListener('loadend', () => {
        this.#sending = null;
        let answer = {};
        try {
          answer = JSON.parse(call.responseText);
        } catch {
          // Whatever stands before the server answered in its own words.
        }
        const good = call.status === 201;
        if (good) say([`${answer.name}: ${answer.summary.text}.`, ...answer.warnings].join(' '), 'good');
        else say(answer.detail ? sentence(answer.detail) : WORDS.lost, 'bad');
        resolve(good);
      });
      call.open('POST', `/api/v1/projects/${encodeURIComponent(this.getAttribute('project'))}/sources`);
      // What is small is read at once, and what cannot be read is told here; the rest is read on by itself.
      call.setRequestHeader('Prefer', 'wait=5');
      call.send(form);
    });
  }
}

function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

customElements.define('source-upload', SourceUpload);
