import { test, expect, Room } from '../fixtures.ts';

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
