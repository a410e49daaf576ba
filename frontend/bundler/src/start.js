// Brings the page to life, and says so where that fails: a page that only looks alive keeps nothing of what is typed into it.
const root = document.documentElement;

function failed() {
  if (root.dataset.hydrated || document.getElementById('unstarted')) return;
  const banner = document.createElement('div');
  banner.id = 'unstarted';
  banner.className = 'banner';
  banner.setAttribute('role', 'alert');
  const line = document.createElement('p');
  line.append('This page did not start, so what you do here is not kept. ');
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Reload';
  again.addEventListener('click', () => location.reload());
  line.append(again);
  banner.append(line);
  document.body.prepend(banner);
}

// A panic of the page ends in an error that nobody catches, and a promise that never comes to its end.
addEventListener('error', failed);
addEventListener('unhandledrejection', failed);
try {
  const [{ default: init, hydrate }, { fetched, unpack }] = await Promise.all([import('/JS'), import('/UNPACK')]);
  const pack = document.getElementById('pack');
  if (pack) await unpack(pack.href);
  await init({ module_or_path: fetched(new URL('/WASM', location.origin)) });
  const patience = setTimeout(failed, 10_000);
  await hydrate();
  clearTimeout(patience);
  root.dataset.hydrated = 'true';
  document.getElementById('unstarted')?.remove();
} catch (fault) {
  failed();
  throw fault;
} finally {
  removeEventListener('error', failed);
  removeEventListener('unhandledrejection', failed);
}
