// What a person waits for in the browser, against a server on this machine: time of the server, largest paint, shift of the layout,
// interactions. `DISCOVERY_BIN=… DISCOVERY_SITE_DIR=… node budgets.mjs [visits]`; the release build is taken where none is named.
import { served } from './served.mjs';

const VISITS = Number(process.argv[2] ?? 12);
const AIMS = { server: 50, paint: 1000, interaction: 100, shift: 0.02 };
const TURNS = [
  'We want to open a quiet reading café', 'Mostly students and retired people', 'At the counter', 'Coffee and cake', 'About 24 seats',
  'In the spring', 'It should feel like a living room', 'No music', 'I do not know yet', 'Rents went up a lot last year',
];

const { url, browser, signedIn, end } = await served('discovery-budgets-');

/** Runs in every page before anything else. */
function watch() {
  const seen = (window.seen = { paint: 0, shift: 0, interactions: {} });
  const observe = (type, take, more) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', (one) => (seen.paint = one.startTime));
  observe('layout-shift', (one) => one.hadRecentInput || (seen.shift += one.value));
  const kept = (one) => one.interactionId && (seen.interactions[one.interactionId] = Math.max(seen.interactions[one.interactionId] ?? 0, one.duration));
  observe('event', kept, { durationThreshold: 16 });
  observe('first-input', kept);
}

async function prepared() {
  const { context, page } = await signedIn('Bud Get');
  const project = (await (await page.request.post('/api/v1/projects', { data: { name: 'Shop' } })).json()).id;
  const orders = Buffer.from('id,customer,total\n1,Ada,10.5\n2,Bob,20\n');
  await page.request.post(`/api/v1/projects/${project}/sources`, { headers: { prefer: 'wait=60' }, multipart: { name: 'shop', file: { name: 'orders.csv', mimeType: 'text/csv', buffer: orders } } });
  const { id } = await (await page.request.post('/api/v1/sessions', { data: { context_type: 'idea_discovery' } })).json();
  for (const message of TURNS) await page.request.post('/api/discovery-chat', { data: { sessionId: id, contextType: 'idea_discovery', message } });
  const storageState = await context.storageState();
  await context.close();
  return { storageState, interview: `/interviews/${id}`, project: `/projects/${project}` };
}

/** What people do most in an interview. */
async function use(page) {
  await page.getByTestId('whole').click();
  await page.keyboard.press('Escape');
  for (const pencil of (await page.locator('.change-button').all()).slice(0, 4)) await pencil.click();
  const field = page.getByTestId('composer').getByRole('textbox');
  await field.click();
  await page.keyboard.type('That is a good question', { delay: 20 });
  await page.keyboard.press('Enter');
  await page.waitForTimeout(600);
}

/** One visit by a browser that has nothing of the page yet. */
async function visit(storageState, path, act) {
  const context = await browser.newContext({ baseURL: url, storageState, viewport: { width: 1280, height: 800 } });
  await context.addInitScript(watch);
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true');
  await page.waitForTimeout(500);
  const hydrated = await page.evaluate(() => {
    const [one] = performance.getEntriesByType('navigation');
    return { server: one.responseStart - one.requestStart, paint: window.seen.paint };
  });
  if (act) await act(page);
  const { shift, interactions } = await page.evaluate(() => window.seen);
  await context.close();
  return { ...hydrated, shift, interactions: Object.values(interactions) };
}

const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const told = (values, digits = 0) => (values.length ? `p75 ${at(values, 0.75).toFixed(digits)}, most ${Math.max(...values).toFixed(digits)}` : '–');

try {
  const { storageState, interview, project } = await prepared();
  const pages = [['/', null], ['/interviews', null], [interview, use], [project, null]];
  console.log(`${VISITS} visits each with an empty cache; ms, shift without unit`);
  console.log(`| page | server (aim ${AIMS.server}) | largest paint (aim ${AIMS.paint}) | shift (aim ${AIMS.shift}) | interaction (aim ${AIMS.interaction}) |`);
  console.log('|---|---|---|---|---|');
  for (const [path, act] of pages) {
    await visit(storageState, path, null);
    const all = [];
    for (let count = 0; count < VISITS; count += 1) all.push(await visit(storageState, path, act));
    const of = (name) => all.map((one) => one[name]);
    const name = path.replace(/[0-9a-f-]{36}/, '{id}');
    console.log(`| ${name} | ${told(of('server'), 1)} | ${told(of('paint'))} | ${told(of('shift'), 4)} | ${told(all.flatMap((one) => one.interactions))} |`);
  }
} finally {
  await end();
}
