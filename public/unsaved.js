// Asks before somebody leaves a page with changes that are not saved. A form marked `data-guard` is compared with what it held when
// it was entered; `data-unsaved` marks what a page counts by itself. A form hears `kept` once it was saved without leaving the page,
// and `refused` where it was not. Only pages with something to save load this.

const { question } = document.getElementById('unsaved-script').dataset;
const held = new WeakMap();
let sent = null;
let allowed = false;

const read = (form) => JSON.stringify([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]));
const guarded = (event) => event.target.closest?.('form[data-guard]');

function enter(event) {
  const form = guarded(event);
  if (form && !held.has(form)) held.set(form, read(form));
}

function isUnsaved() {
  const forms = [...document.querySelectorAll('form[data-guard]')];
  const marks = [...document.querySelectorAll('[data-unsaved]')];
  return forms.some((form) => form !== sent && held.has(form) && held.get(form) !== read(form)) || marks.some((mark) => !sent?.contains(mark));
}

// What was sent is no longer unsaved, whether the page handles it or is left for it.
function send(event) {
  const form = event.target;
  if (held.has(form)) held.set(form, read(form));
  if (event.defaultPrevented) return;
  sent = form;
  setTimeout(() => { sent = null; }, 3000);
}

function follow(event) {
  const link = event.target.closest?.('a[href]');
  const opensElsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link?.target;
  if (!link || opensElsewhere || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.pathname === location.pathname || !isUnsaved()) return;
  if (confirm(question)) {
    // A link that loads a whole page does not ask again.
    allowed = true;
    setTimeout(() => { allowed = false; }, 1000);
  } else {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

for (const form of document.querySelectorAll('form[data-guard]')) held.set(form, read(form));
for (const name of ['focusin', 'pointerdown']) addEventListener(name, enter, true);
addEventListener('submit', send);
addEventListener('click', follow, true);
// The palette and the keyboard go on without a link.
addEventListener('leaving', (event) => {
  if (!allowed && isUnsaved() && !confirm(question)) event.preventDefault();
});
addEventListener('kept', ({ target }) => held.set(target, read(target)));
addEventListener('refused', ({ target }) => held.set(target, ''));
addEventListener('beforeunload', (event) => {
  if (!allowed && isUnsaved()) event.preventDefault();
});
