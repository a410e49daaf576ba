import { test, expect, hydrated, Room } from '../fixtures.ts';
import { file } from '../shop.ts';

const PAYLOADS = [
  '<script>window.hacked = 1; alert(1)</script>',
  '"><img src=x onerror="window.hacked = 1">',
  `<svg/onload=window.hacked=1>'-alert(1)-'`,
  '</textarea></script><script>window.hacked = 1</script>',
  'javascript:window.hacked=1 [click](javascript:window.hacked=1) ${7*7} {{7*7}}',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe><style>*{display:none}</style>',
];

test('what people write is text, in every place where it is shown', async ({ room, tab }) => {
  const { page } = room;
  page.on('dialog', () => expect('a dialog').toBe('never opened'));
  for (const payload of PAYLOADS) await room.say(payload);
  await room.act('purpose', 'edit');
  await room.known('purpose').getByRole('textbox').fill(PAYLOADS[1] ?? '');
  await room.known('purpose').getByRole('button', { name: 'Save' }).click();
  await room.expectKnown('purpose', PAYLOADS[1] ?? '');

  const again = await Room.enter(page, room.id);
  const other = await Room.enter(await tab(), room.id);
  for (const one of [again, other]) {
    for (const [at, payload] of PAYLOADS.entries()) await expect(one.said.nth(at).locator('.words')).toHaveText(payload);
    await one.expectKnown('purpose', PAYLOADS[1] ?? '');
    await expect(one.page.locator('main img, main iframe, main script, main style, [onerror], [onload]')).toHaveCount(0);
    await expect(one.page.locator('a[href^="javascript:"]')).toHaveCount(0);
    expect(await one.page.evaluate(() => 'hacked' in window)).toBe(false);
  }
  await page.goto(`/admin/interviews/${room.id}`);
  await expect(page.getByTestId('message-user').first()).toContainText(PAYLOADS[0] ?? '');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('titles, labels and options of an objective are text as well', async ({ signedIn: page, api }) => {
  const payload = PAYLOADS[1] ?? '';
  const title = `${payload} </title><script>window.hacked=1</script>`;
  const obligation = { fieldPath: 'a.b', prompt: `${payload}?`, collectionType: 'direct_question', priority: 5, category: payload };
  const made = await api.post('/api/v1/objectives', {
    data: {
      context_type: 'project_discovery',
      display_name: title,
      config: {
        displayName: title,
        obligations: [
          { ...obligation, key: 'a', label: payload, widgetType: 'choice', options: [{ value: 'one', label: payload }, 'two'] },
          { ...obligation, key: 'b', fieldPath: 'a.c', label: PAYLOADS[0], widgetType: 'text', why: payload },
        ],
        completion: { minObligationsSatisfied: 1, minConfidenceScore: 0.5, requiredObligations: ['a'] },
      },
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { id: objective } = await made.json();
  const begun = await page.request.post('/api/v1/sessions', { data: { context_type: 'project_discovery', objective_id: objective } });
  const { id } = await begun.json();
  const room = await Room.enter(page, id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(new RegExp('onerror'));
  await room.replied(() => room.asked.getByRole('button', { name: payload }).first().click());
  await room.expectKnown('a', payload);
  for (const path of ['/', '/interviews', '/admin']) {
    await page.goto(path);
    await expect(page.getByText(title).first()).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  }
});

const NAMES = {
  markup: `<img src=x onerror="window.hacked = 1"> </title><script>window.hacked=1</script>`,
  'one word without end': 'W'.repeat(200),
  'from right to left': 'مشروع الكتب (2026) — النسخة ב of "books.csv"',
};

for (const [what, name] of Object.entries(NAMES)) {
  test(`a project whose names are ${what} is whole on each of its pages, and in another tab`, async ({ newcomer: page }) => {
    page.on('dialog', () => expect('a dialog').toBe('never opened'));
    await page.goto('/projects');
    await hydrated(page);
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('What it is about').fill(`${name} ${name}`);
    await page.getByLabel('What it is about').press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const project = new URL(page.url()).pathname;

    // Another tab shows it while this one fills it.
    const other = await page.context().newPage();
    await other.goto(project);
    await hydrated(other);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(name);
    const sources = `/api/v1${project}/sources`;
    const quoted = name.replaceAll('"', '""');
    const rows = file(`${name.slice(0, 100).replaceAll('/', ' ')}.csv`, `id,"${quoted}"\n1,"${quoted}"\n2,x\n`);
    const added = [
      await page.request.post(sources, { headers: { prefer: 'wait=60' }, multipart: { name: 'shop', file: { ...rows } } }),
      await page.request.post(sources, { data: { kind: 'document', type: 'inline', name, description: name, config: { content: `# ${name}\n\n${name}\n` } } }),
    ];
    for (const one of added) expect(one.ok(), await one.text()).toBe(true);
    const [table, text] = await Promise.all(added.map(async (one) => `${project}/sources/${(await one.json()).id}`));
    await other.goto(`${project}/sources`);
    await expect(other.getByTestId('sources').getByRole('link', { name, exact: true })).toBeVisible();
    await page.goto(String(table));
    await page.getByTestId('tables').getByRole('link').first().click();
    // A quotation mark in the name of a column is left out.
    await expect(page.getByTestId('columns')).toContainText(name.replaceAll('"', ''));

    const parts = [new URL(page.url()).pathname, '/', '/projects', project, `${project}/sources`, String(table), String(text)];
    const asked = ['/search?q=', '/query?sql=', '/tools?tool='].map((part) => `${project}${part}${encodeURIComponent(name)}`);
    const faults: string[] = [];
    for (const path of [...parts, ...asked, `${project}/connect`, `${project}/settings`]) {
      await page.goto(path);
      await hydrated(page);
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 720 });
        faults.push(...(await page.evaluate(overTheSide)).map((fault) => `${fault} on ${path} at ${width} px`));
      }
      await expect(page.locator('main img, main iframe, main script, [onerror], [onload]')).toHaveCount(0);
      expect(await page.evaluate(() => 'hacked' in window), path).toBe(false);
    }
    expect(faults, 'what reaches over the side').toEqual([]);
  });
}

/** Runs in the page: what reaches over its side, and is not in a frame of its own that scrolls. */
function overTheSide(): string[] {
  const scrolled = (one: Element | null): boolean => !!one && one !== document.body && (getComputedStyle(one).overflowX !== 'visible' || scrolled(one.parentElement));
  const over = [...document.querySelectorAll('body *')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && (right > innerWidth + 1 || left < -1) && one.checkVisibility() && !one.closest('.hidden, .skip') && !scrolled(one.parentElement);
  });
  return over.map((one) => `${one.tagName.toLowerCase()}.${one.className}`);
}

test('an address that goes elsewhere is not followed after signing in', async ({ page, person }) => {
  for (const next of ['//example.test/', 'https://example.test/', '/\\example.test', 'javascript:alert(1)']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}&error=${encodeURIComponent('<script>window.hacked=1</script>')}`);
    await expect(page.locator('input[name=next]')).toHaveValue('/');
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  }
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/$/);
});
