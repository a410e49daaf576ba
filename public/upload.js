// Uploading into a project: files are dropped or chosen, go up with progress one source after the other, and what is wrong is
// said beside each. The page loads this; it hears `source-added` from here.

const WORDS = {
  drop: 'Drop files here, or choose them',
  choose: 'Choose files',
  kind: 'What they are',
  name: 'Name of the source',
  hint: 'by the file’s name when empty',
  send: 'Upload',
  sending: 'Uploading',
  reading: 'Reading what is in it …',
  lost: 'The server was not reached: try again',
  none: 'Choose files first',
};
const KINDS = [['', 'By the files’ endings'], ['database', 'Data'], ['api', 'API description'], ['document', 'Document'], ['skill', 'Skill (.zip)']];

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** What was told last, and of which project: the page draws itself anew when a source was added, and this element with it. */
let last = { project: null, text: '', at: 0 };
const FRESH_MS = 10_000;

class SourceUpload extends HTMLElement {
  #files = [];
  #sending = null;

  connectedCallback() {
    this.input = element('input', { type: 'file', multiple: '', id: 'upload-files', 'data-testid': 'upload-files' });
    this.kind = element('select', { name: 'kind' }, ...KINDS.map(([value, label]) => element('option', { value }, label)));
    this.name = element('input', { type: 'text', maxlength: '200', autocomplete: 'off', placeholder: WORDS.hint });
    this.send = element('button', { type: 'button', class: 'button primary', 'data-testid': 'upload-send' }, WORDS.send);
    this.list = element('ul', { class: 'plain small' });
    this.progress = element('progress', { max: '100', value: '0', hidden: '', 'aria-label': WORDS.sending });
    this.told = element('p', { role: 'status', 'data-testid': 'upload-told' });
    if (last.project === this.getAttribute('project') && Date.now() - last.at < FRESH_MS) this.told.textContent = last.text;
    const zone = element(
      'div', { class: 'drop-zone' },
      element('label', { for: 'upload-files' }, WORDS.drop), this.input, this.list,
    );
    this.replaceChildren(
      zone,
      element('label', { class: 'field' }, element('span', {}, WORDS.kind), this.kind),
      element('label', { class: 'field' }, element('span', {}, WORDS.name), this.name),
      this.send, this.progress, this.told,
    );
    this.input.addEventListener('change', () => this.#take(this.input.files));
    for (const event of ['dragenter', 'dragover']) {
      zone.addEventListener(event, (over) => { over.preventDefault(); zone.classList.add('over'); });
    }
    for (const event of ['dragleave', 'drop']) {
      zone.addEventListener(event, (off) => { off.preventDefault(); zone.classList.remove('over'); });
    }
    zone.addEventListener('drop', (dropped) => this.#take(dropped.dataTransfer.files));
    this.send.addEventListener('click', () => this.#upload());
  }

  disconnectedCallback() {
    this.#sending?.abort();
  }

  #take(files) {
    this.#files = [...files];
    this.list.replaceChildren(...this.#files.map((file) => element('li', {}, `${file.name} · ${Math.ceil(file.size / 1024)} kB`)));
    this.told.textContent = '';
  }

  #upload() {
    if (!this.#files.length) {
      this.told.textContent = WORDS.none;
      return;
    }
    const form = new FormData();
    if (this.kind.value) form.append('kind', this.kind.value);
    if (this.name.value.trim()) form.append('name', this.name.value.trim());
    for (const file of this.#files) form.append('file', file, file.name);
    const call = new XMLHttpRequest();
    this.#sending = call;
    this.send.disabled = true;
    this.progress.hidden = false;
    this.progress.value = 0;
    this.told.textContent = WORDS.sending;
    call.upload.addEventListener('progress', (sent) => {
      if (sent.lengthComputable) this.progress.value = (100 * sent.loaded) / sent.total;
    });
    call.upload.addEventListener('load', () => { this.told.textContent = WORDS.reading; });
    call.addEventListener('loadend', () => {
      this.send.disabled = false;
      this.progress.hidden = true;
      this.#sending = null;
    });
    call.addEventListener('error', () => { this.told.textContent = WORDS.lost; });
    call.addEventListener('load', () => {
      let answer = {};
      try {
        answer = JSON.parse(call.responseText);
      } catch {
        // Whatever stands before the server answered in its own words.
      }
      if (call.status === 201) {
        this.#take([]);
        this.input.value = '';
        this.name.value = '';
        this.told.textContent = [`${answer.name}: ${answer.summary.text}.`, ...answer.warnings].join(' ');
        last = { project: this.getAttribute('project'), text: this.told.textContent, at: Date.now() };
        window.dispatchEvent(new Event('source-added'));
      } else {
        this.told.textContent = answer.detail ?? WORDS.lost;
      }
    });
    call.open('POST', `/api/v1/projects/${encodeURIComponent(this.getAttribute('project'))}/sources`);
    call.send(form);
  }
}

customElements.define('source-upload', SourceUpload);
