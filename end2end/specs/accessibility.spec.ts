import { test, expect, hydrated } from '../fixtures.ts';

// Each test stands alone, and these are the longest of all: both workers share them.
test.describe.configure({ mode: 'parallel' });

test('sign in, and a wrong password', async ({ page, everyWay }) => {
  await page.goto('/login');
  await everyWay(page, 'sign in');
  await page.goto('/login?error=credentials');
  await expect(page.getByRole('alert')).toBeVisible();
  await everyWay(page, 'sign in with a fault');
});

test('first start', async ({ fresh, page, everyWay }) => {
  await fresh.start();
  await page.goto(fresh.url);
  await expect(page.getByLabel('Your name')).toBeVisible();
  await everyWay(page, 'first start');
});

test('start page and lists, empty', async ({ newcomer, everyWay }) => {
  await expect(newcomer.getByTestId('welcome')).toBeVisible();
  await everyWay(newcomer, 'an empty start page');
  await newcomer.goto('/interviews');
  await expect(newcomer.getByRole('heading', { level: 1 })).toBeVisible();
  await everyWay(newcomer, 'an empty list');
});

const FULL: Record<string, string[]> = {
  'start page and list, full': ['/', '/interviews', '/interviews?q=nothing-is-called-this'],
  'settings and administration': ['/settings', '/settings/tokens', '/admin', '/admin/people', '/admin/tokens', '/admin/models', '/admin/usage', '/admin/prices', '/admin/pools/new', '/admin/places', '/admin/interviews/:id', '/admin/audit', '/admin/feedback'],
};
for (const [what, paths] of Object.entries(FULL)) {
  test(what, async ({ room, everyWay }) => {
    const { page } = room;
    await room.say('A quiet reading café, served at the counter');
    for (const path of paths) {
      await page.goto(path.replace(':id', room.id));
      await hydrated(page);
      await everyWay(page, path);
    }
  });
}

test.describe('a page that is not there', () => {
  test.use({ tolerated: /status of 404/ });

  test('says so', async ({ signedIn: page, everyWay }) => {
    await page.goto('/interviews/nowhere');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await everyWay(page, 'nothing');
  });
});

test('an interview that begins, and its widgets', async ({ room, everyWay }) => {
  await everyWay(room.page, 'the beginning');
  const seen = new Set<string>();
  for (let turn = 0; turn < 8 && seen.size < 4; turn += 1) {
    const widget = (await room.asked.getAttribute('data-testid')) ?? '';
    if (widget === 'widget-number') {
      await room.asked.getByRole('button', { name: 'Answer' }).click();
      await expect(room.asked.getByRole('alert')).not.toBeEmpty();
    }
    if (!seen.has(widget)) await everyWay(room.page, widget);
    seen.add(widget);
    if (widget === 'widget-number') await room.say('24');
    else await room.replied(() => room.asked.getByRole('button', { name: 'Later' }).click());
  }
  expect(seen.size).toBe(4);
});

test('a negotiation, open, edited and settled', async ({ room, everyWay }) => {
  const { page } = room;
  await room.say('A quiet reading café');
  await room.say('We serve at the counter');
  await room.say('We serve at the table');
  await expect(room.negotiation).toBeVisible();
  await everyWay(page, 'the negotiation');
  await page.getByTestId('negotiation-edit').click();
  await everyWay(page, 'the negotiation being edited');
  await room.negotiation.getByRole('button', { name: 'Save' }).click();
  await expect(room.negotiation).toBeHidden();
  await page.getByTestId('negotiation-settled').locator('summary').click();
  await everyWay(page, 'what was settled');
});

test('the panel with its actions and editors', async ({ room, everyWay }) => {
  const { page } = room;
  await room.say('A quiet reading café, served at the counter');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'What is known' }).click();
  await page.getByTestId('change-service').click();
  await everyWay(page, 'what can be done');
  for (const key of ['menu', 'opening', 'purpose']) {
    await room.act(key, 'edit');
    await everyWay(page, `editing ${key}`);
  }
});

test('the menus', async ({ room, everyWay }) => {
  for (const menu of ['required', 'export', 'whole', 'account'].map((menu) => room.page.getByTestId(menu))) {
    await menu.click();
    await everyWay(room.page, 'an open menu');
    await room.page.keyboard.press('Escape');
  }
});

test('open dialogs', async ({ room, everyWay }) => {
  const { page } = room;
  await page.keyboard.press('Control+k');
  await expect(page.getByTestId('palette').getByRole('option').first()).toBeVisible();
  await everyWay(page, 'the palette');
  await page.keyboard.type('nothing is called this');
  await everyWay(page, 'the palette without a match');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('palette')).toBeHidden();
  await page.locator('#main').focus();
  // The page hears a little after the eye sees that the palette is closed.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByTestId('help')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await everyWay(page, 'the help');
});

test('a completed interview', async ({ room, everyWay }) => {
  const { page } = room;
  for (const text of ['A quiet reading café', 'We serve coffee and cake at the counter', '24 seats', 'We open on 1 March 2027']) await room.say(text);
  await page.getByTestId('finish').click();
  await expect(page.getByTestId('summary')).toBeVisible();
  await everyWay(page, 'the summary');
});

test.describe('offline', () => {
  test.use({ tolerated: /net::ERR_INTERNET_DISCONNECTED|closed before the connection is established/ });

  test('the banner and what is not sent yet', async ({ room, everyWay }) => {
    await room.page.context().setOffline(true);
    await expect(room.banner).toContainText('offline');
    await room.composer.fill('A quiet reading café');
    await room.composer.press('Enter');
    await expect(room.unsent).toBeVisible();
    await everyWay(room.page, 'offline');
  });
});
