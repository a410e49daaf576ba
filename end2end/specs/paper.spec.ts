import type { Locator } from '@playwright/test';
import { test, expect } from '../fixtures.ts';

const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;

test('on paper stands what it came to, then what is known, then what was said', async ({ room }) => {
  const { page } = room;
  for (const text of ['A quiet reading café', 'We serve coffee and cake at the counter', '24 seats', 'We open on 1 March 2027']) await room.say(text);
  await page.getByTestId('finish').click();
  await expect(page.getByTestId('summary')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const pressed of [page.getByRole('banner').first(), page.getByTestId('export'), page.getByTestId('whole'), page.getByTestId('change-seats')]) {
    await expect(pressed).toBeHidden();
  }
  const places = await Promise.all([page.getByRole('heading', { level: 1 }), page.getByTestId('summary'), room.known('purpose'), page.getByTestId('log')].map(top));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(10_000);
});

test('the page runs from right to left as a whole', async ({ room, accessible }) => {
  const { page } = room;
  await room.say('مقهى هادئ للقراءة مع كتب مستعملة');
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    const [ring, title, said] = await Promise.all([page.getByTestId('ring'), page.getByRole('heading', { level: 1 }), room.said.last().locator('.words')].map((part) => part.boundingBox()));
    expect(ring!.x, 'the ring begins the line').toBeGreaterThan(title!.x + title!.width - 1);
    expect(said!.x, 'the person speaks from the end of the line').toBeLessThan(width / 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await accessible(page);
    await page.getByTestId('whole').click();
    const menu = await page.locator('.whole .menu-body').boundingBox();
    expect(menu!.x).toBeGreaterThanOrEqual(0);
    expect(menu!.x + menu!.width).toBeLessThanOrEqual(width);
    await page.keyboard.press('Escape');
  }
});
