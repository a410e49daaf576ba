// Uploading into a project: files are dropped anywhere on its pages, or chosen, and go up at once, one source after the other. What
// became of each is said in a panel that stays while the page changes below it; what was refused can be tried again from there.
// The page loads this; it hears `source-added` from here.

const WORDS = {
  drop: 'Drop files anywhere, or ',
  choose: 'choose them',
  files: 'Files to upload',
  options: 'Options for the next files',
  kind: 'What they are',
  name: 'Name of the source',
  hint: 'by the file’s name when empty',
  how: 'Several files',
  guess: 'Tables together, the rest as it fits',
  each: 'Each is a source of its own',
  together: 'Together they are one source',
  overlay: 'Drop to add to this project',
  title: 'Uploads',
  close: 'Close',
  open: 'Open',
  again: 'Try again',
  apart: 'Upload each by itself',
  sending: 'Uploading',
  reading: 'Reading what is in it …',
  read: 'is uploaded and being read.',
  waiting: 'Waiting',
  empty: 'This file is empty, or a folder: choose the files in it.',
  lost: 'The server was not reached. Check your connection and try again.',
};
const KINDS = [['', 'By the files’ endings'], ['database', 'Data'], ['api', 'API description'], ['document', 'Document'], ['skill', 'Skill (.zip)']];
const HOWS = [['', WORDS.guess], ['together', WORDS.together], ['each', WORDS.each]];
const ARROW = 'M12 15V4M7 8.5l5-5 5 5M5 14v6h14v-6';
// Files of tables are one source, and so are documents; whatever else there is stands by itself.
const TABLES = /\.(csv|tsv|parquet|arrow|feather|jsonl|ndjson)(\.gz)?$/i;
const DOCUMENTS = /\.(md|markdown|txt|pdf|docx|pptx|html?)$/i;

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

function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

function choice(name, label, options) {
  const select = element('select', { name }, ...options.map(([value, text]) => element('option', { value }, text)));
  return [select, element('label', { class: 'field' }, element('span', {}, label), select)];
}

/** Which files are one source. */
function grouped(files, how) {
  if (how === 'together') return [files];
  if (how === 'each') return files.map((file) => [file]);
  const groups = [TABLES, DOCUMENTS].map((ending) => files.filter((file) => ending.test(file.name)));
  const rest = files.filter((file) => !TABLES.test(file.name) && !DOCUMENTS.test(file.name));
  return [...groups.filter((group) => group.length), ...rest.map((file) => [file])];
}

/** What goes up, one source after the other, and the panel that says what became of it. It stands beside the page and outlives it. */
class Uploads {
  #queue = [];
  #working = false;

  constructor() {
    this.list = element('ul', { class: 'plain small uploads' });
    this.close = element('button', { type: 'button', class: 'button small' }, WORDS.close);
    this.close.addEventListener('click', () => this.#close());
    this.top = element('div', { class: 'upload-top', hidden: '' }, element('b', {}, WORDS.title), this.close);
    const told = element('div', { role: 'status', 'data-testid': 'upload-told' }, this.list);
    this.panel = element('section', { class: 'upload-panel', 'aria-label': WORDS.title }, this.top, told);
    document.body.append(this.panel);
  }

  /** Uploads files into a project at once. */
  take(project, files, { kind = '', name = '', how = '' } = {}) {
    if (!files.length) return;
    const groups = grouped(files, how);
    for (const group of groups) this.#add({ project, files: group, kind, name: groups.length === 1 ? name : '' });
    void this.#work();
  }

  /** What is still going up stays in sight. */
  #close() {
    this.list.replaceChildren(...this.#queue.flatMap((group) => group.rows.map(({ row }) => row)));
    this.#show();
    document.getElementById('upload-files')?.focus();
  }

  #show() {
    this.top.hidden = !this.list.children.length;
    this.panel.classList.toggle('full', !this.top.hidden);
  }

  #add(group) {
    const rows = group.files.map((file) => {
      const progress = element('progress', { max: '100', value: '0', 'aria-label': `${WORDS.sending} ${file.name}` });
      const said = element('span', { class: 'said' }, WORDS.waiting);
      const row = element('li', {}, element('b', { dir: 'auto' }, file.name), element('span', { class: 'quiet' }, size(file.size)), progress, said);
      return { row, progress, said };
    });
    this.list.append(...rows.map(({ row }) => row));
    this.#queue.push({ ...group, rows });
    this.#show();
  }

  async #work() {
    if (this.#working) return;
    this.#working = true;
    while (this.#queue.length) {
      const group = this.#queue[0];
      const added = await this.#source(group);
      this.#queue.shift();
      if (added) window.dispatchEvent(new Event('source-added'));
      else this.#offer(group);
    }
    this.#working = false;
  }

  /** What can be done about files that were refused, beside the first of them. */
  #offer({ rows, ...group }) {
    const name = element('input', { type: 'text', maxlength: '200', autocomplete: 'off', placeholder: WORDS.hint, 'aria-label': WORDS.name });
    const act = (label, again) => {
      const button = element('button', { type: 'button', class: 'button small' }, label);
      button.addEventListener('click', () => {
        for (const { row } of rows) row.remove();
        again();
        // What goes does not take the focus with it.
        this.close.focus();
        void this.#work();
      });
      return button;
    };
    const acts = element('div', { class: 'acts' }, name, act(WORDS.again, () => this.#add({ ...group, name: name.value.trim() })));
    if (group.files.length > 1) acts.append(act(WORDS.apart, () => { for (const file of group.files) this.#add({ ...group, files: [file], name: '' }); }));
    rows[0].row.append(acts);
  }

  /** One source of these files; whether it was added. */
  #source({ project, files, rows, kind, name }) {
    const say = (text, outcome = '') => {
      rows.forEach(({ row, said, progress }, at) => {
        row.className = outcome;
        progress.hidden = outcome !== '';
        said.textContent = at === 0 || outcome === '' ? text : '';
      });
    };
    if (files.every((file) => !file.size)) {
      say(WORDS.empty, 'bad');
      return Promise.resolve(false);
    }
    const form = new FormData();
    if (kind) form.append('kind', kind);
    if (name) form.append('name', name);
    for (const file of files) form.append('file', file, file.name);
    return new Promise((resolve) => {
      const call = new XMLHttpRequest();
      say(WORDS.sending);
      call.upload.addEventListener('progress', (sent) => {
        if (!sent.lengthComputable) return;
        // The files follow each other, so that each has its own share of what was sent.
        let begun = 0;
        files.forEach((file, at) => {
          const own = file.size || 1;
          rows[at].progress.value = Math.max(0, Math.min(100, (100 * (sent.loaded - begun)) / own));
          begun += own;
        });
      });
      call.upload.addEventListener('load', () => say(WORDS.reading));
      call.addEventListener('loadend', () => {
        let answer = {};
        try {
          answer = JSON.parse(call.responseText);
        } catch {
          // Whatever stands before the server answered in its own words.
        }
        const good = call.status === 201;
        if (good) {
          const found = answer.status === 'reading' ? `${answer.name} ${WORDS.read}` : `${answer.name}: ${answer.summary.text}.`;
          say([found, ...answer.warnings].join(' '), 'good');
          const href = `/projects/${encodeURIComponent(project)}/sources/${encodeURIComponent(answer.id)}`;
          rows[0].said.append(' ', element('a', { href }, WORDS.open));
        } else say(answer.detail ? sentence(answer.detail) : WORDS.lost, 'bad');
        resolve(good);
      });
      call.open('POST', `/api/v1/projects/${encodeURIComponent(project)}/sources`);
      // What is small is read at once, and what cannot be read is told here; the rest is read on by itself.
      call.setRequestHeader('Prefer', 'wait=30');
      call.send(form);
    });
  }
}

let uploads = null;

/** Takes what is dropped anywhere on a page of a project. */
class SourceDrop extends HTMLElement {
  #inside = 0;
  #heard = [];

  connectedCallback() {
    this.veil = element('div', { class: 'drop-veil', hidden: '' }, picture(), element('p', {}, WORDS.overlay));
    this.replaceChildren(this.veil);
    this.#hear('dragenter', (event) => { event.preventDefault(); this.#over(this.#inside + 1); });
    this.#hear('dragover', (event) => event.preventDefault());
    this.#hear('dragleave', () => this.#over(this.#inside - 1));
    this.#hear('drop', (event) => {
      event.preventDefault();
      this.#over(0);
      this.take([...event.dataTransfer.files]);
    });
  }

  disconnectedCallback() {
    for (const [name, heard] of this.#heard) window.removeEventListener(name, heard);
    this.#heard = [];
  }

  /** As the options of the page say, where it has some. */
  take(files) {
    uploads ??= new Uploads();
    uploads.take(this.getAttribute('project'), files, document.querySelector('source-upload')?.options?.());
  }

  /** Only what carries files: a text that is dragged is none of its business. */
  #hear(name, act) {
    const heard = (event) => { if (event.dataTransfer && [...event.dataTransfer.types].includes('Files')) act(event); };
    window.addEventListener(name, heard);
    this.#heard.push([name, heard]);
  }

  #over(inside) {
    this.#inside = Math.max(0, inside);
    this.veil.hidden = !this.#inside;
  }
}

/** A place to drop files on and to choose them from, with what there is to say about the next ones. */
class SourceUpload extends HTMLElement {
  connectedCallback() {
    this.input = element('input', { type: 'file', multiple: '', id: 'upload-files', 'aria-label': WORDS.files, 'data-testid': 'upload-files' });
    const zone = element('div', { class: 'drop-zone' }, picture(), element('p', {}, WORDS.drop, element('b', {}, WORDS.choose)), this.input);
    const [kind, kindField] = choice('kind', WORDS.kind, KINDS);
    const [how, howField] = choice('how', WORDS.how, HOWS);
    const name = element('input', { type: 'text', maxlength: '200', autocomplete: 'off', placeholder: WORDS.hint });
    const nameField = element('label', { class: 'field' }, element('span', {}, WORDS.name), name);
    this.fields = { kind, name, how };
    const summary = element('summary', { 'data-testid': 'upload-options' }, WORDS.options);
    this.replaceChildren(zone, element('details', { class: 'options' }, summary, element('div', { class: 'fields' }, kindField, nameField, howField)));
    this.input.addEventListener('change', () => {
      const files = [...this.input.files];
      this.input.value = '';
      document.querySelector('source-drop')?.take(files);
    });
    for (const event of ['dragenter', 'dragover']) zone.addEventListener(event, () => zone.classList.add('over'));
    for (const event of ['dragleave', 'drop']) zone.addEventListener(event, () => zone.classList.remove('over'));
  }

  /** They hold for the files that come now; a name is of one source only. */
  options() {
    const { kind, name, how } = this.fields;
    const given = { kind: kind.value, name: name.value.trim(), how: how.value };
    if (given.name && !given.how) given.how = 'together';
    name.value = '';
    return given;
  }
}

customElements.define('source-drop', SourceDrop);
customElements.define('source-upload', SourceUpload);
