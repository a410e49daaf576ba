import type { Page } from '@playwright/test';
import { test, expect, hydrated } from '../fixtures.ts';

// Colours are judged wide, where everything is in sight; narrow shows what the layout hides and moves.
const WAYS = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 320, height: 640 },
  { colorScheme: 'light', width: 320, height: 640 },
] as const;

// Each test stands alone, and these are the longest of all: both workers share them.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

type Accessible = (page: Page) => Promise<void>;

/** The page as it stands now: in both appearances, wide and narrow; nothing runs over the side, nothing is too small to hit. */
async function everyWay(page: Page, accessible: Accessible, what: string): Promise<void> {
  for (const { colorScheme, ...size } of WAYS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await test.step(`${what}, ${colorScheme}, ${size.width} px`, async () => {
      await accessible(page);
      expect(await tooSmall(page), 'targets below 24 px').toEqual([]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(over, 'it scrolls sideways').toBeLessThanOrEqual(0);
    });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** What can be clicked and is smaller than 24 by 24 pixels. Links within a sentence may be, and so may what carries a larger label. */
async function tooSmall(page: Page): Promise<string[]> {
  return page.locator('a, button, summary, input, select, textarea').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const target = element.closest('label') ?? element;
      const { width, height } = target.getBoundingClientRect();
      const hidden = !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || width === 0 || element.closest('[inert]');
      const style = getComputedStyle(element);
      const inText = element.tagName === 'A' && style.display === 'inline';
      const skip = element.matches('.skip, input[type=hidden]');
      if (hidden || inText || skip || (width >= 24 && height >= 24)) return [];
      return [`${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.trim().slice(0, 30)}” ${width} × ${height}`];
    }),
  );
}

test('sign in, and a wrong password', async ({ page, accessible }) => {
  await page.goto('/login');
  await everyWay(page, accessible, 'sign in');
  await page.goto('/login?error=credentials');
  await expect(page.getByRole('alert')).toBeVisible();
  await everyWay(page, accessible, 'sign in with a fault');
});

test('first start', async ({ fresh, page, accessible }) => {
  await fresh.start();
  await page.goto(fresh.url);
  await expect(page.getByLabel('Your name')).toBeVisible();
  await everyWay(page, accessible, 'first start');
});

test('start page and lists, empty', async ({ newcomer, accessible }) => {
  await expect(newcomer.getByTestId('welcome')).toBeVisible();
  await everyWay(newcomer, accessible, 'an empty start page');
  await newcomer.goto('/interviews');
  await expect(newcomer.getByRole('heading', { level: 1 })).toBeVisible();
  await everyWay(newcomer, accessible, 'an empty list');
});

const FULL: Record<string, string[]> = {
  'start page and list, full': ['/', '/interviews', '/interviews?q=nothing-is-called-this'],
  'settings and administration': ['/settings', '/admin', '/admin/models', '/admin/interviews/:id'],
};
for (const [what, paths] of Object.entries(FULL)) {
  test(what, async ({ room, accessible }) => {
    const { page } = room;
    await room.say('A quiet reading café, served at the counter');
    for (const path of paths) {
      await page.goto(path.replace(':id', room.id));
      await hydrated(page);
      await everyWay(page, accessible, path);
    }
  });
}

test.describe('a page that is not there', () => {
  test.use({ tolerated: /status of 404/ });

  test('says so', async ({ signedIn: page, accessible }) => {
    await page.goto('/interviews/nowhere');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing at this address');
    await everyWay(page, accessible, 'nothing');
  });
});

test('an interview that begins, and its widgets', async ({ room, accessible }) => {
  await everyWay(room.page, accessible, 'the beginning');
  const seen = new Set<string>();
  for (let turn = 0; turn < 8 && seen.size < 4; turn += 1) {
    const widget = (await room.asked.getAttribute('data-testid')) ?? '';
    if (!seen.has(widget)) await everyWay(room.page, accessible, widget);
    seen.add(widget);
    if (widget === 'widget-number') await room.say('24');
    else await room.replied(() => room.asked.getByRole('button', { name: 'Later' }).click());
  }
  expect(seen.size).toBe(4);
});

test('a negotiation, open, edited and settled', async ({ room, accessible }) => {
  const { page } = room;
  await room.say('A quiet reading café');
  await room.say('We serve at the counter');
  await room.say('Actually no, we serve at the table, not at the counter');
  await expect(room.negotiation).toBeVisible();
  await everyWay(page, accessible, 'the negotiation');
  await page.getByTestId('negotiation-edit').click();
  await everyWay(page, accessible, 'the negotiation being edited');
  await room.negotiation.getByRole('button', { name: 'Save' }).click();
  await expect(room.negotiation).toBeHidden();
  await page.getByTestId('negotiation-settled').locator('summary').click();
  await everyWay(page, accessible, 'what was settled');
});

test('the panel with its actions and editors', async ({ room, accessible }) => {
  const { page } = room;
  await room.say('A quiet reading café, served at the counter');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'What is known' }).click();
  await page.getByTestId('change-service').click();
  await everyWay(page, accessible, 'what can be done');
  for (const key of ['menu', 'opening', 'purpose']) {
    await room.act(key, 'edit');
    await everyWay(page, accessible, `editing ${key}`);
  }
});

test('the menus', async ({ room, accessible }) => {
  for (const menu of ['required', 'export', 'whole', 'account'].map((menu) => room.page.getByTestId(menu))) {
    await menu.click();
    await everyWay(room.page, accessible, 'an open menu');
    await room.page.keyboard.press('Escape');
  }
});

test('open dialogs', async ({ room, accessible }) => {
  const { page } = room;
  await page.keyboard.press('Control+k');
  await expect(page.getByTestId('palette').getByRole('option').first()).toBeVisible();
  await everyWay(page, accessible, 'the palette');
  await page.keyboard.type('nothing is called this');
  await everyWay(page, accessible, 'the palette without a match');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('palette')).toBeHidden();
  await page.locator('#main').focus();
  // The page hears a little after the eye sees that the palette is closed.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByTestId('help')).toBeVisible({ timeout: 500 });
  }).toPass();
  await everyWay(page, accessible, 'the help');
});

test('a completed interview', async ({ room, accessible }) => {
  const { page } = room;
  for (const text of ['A quiet reading café', 'We serve coffee and cake at the counter', '24 seats', 'We open on 1 March 2027']) await room.say(text);
  await page.getByTestId('finish').click();
  await expect(page.getByTestId('summary')).toBeVisible();
  await everyWay(page, accessible, 'the summary');
});

test.describe('offline', () => {
  test.use({ tolerated: /net::ERR_INTERNET_DISCONNECTED/ });

  test('the banner and what is not sent yet', async ({ room, accessible }) => {
    await room.page.context().setOffline(true);
    await expect(room.banner).toContainText('offline');
    await room.composer.fill('A quiet reading café');
    await room.composer.press('Enter');
    await expect(room.unsent).toBeVisible();
    await everyWay(room.page, accessible, 'offline');
  });
});
