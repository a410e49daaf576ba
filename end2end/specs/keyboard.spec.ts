import type { Locator, Page } from '@playwright/test';
import { test, expect, Room, hydrated } from '../fixtures.ts';

/** Presses Tab until `target` has the focus, and sees at every stop that the focus can be seen. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    await page.keyboard.press(key);
    const [stop, mark] = await page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return ['', 'none'];
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
      // A field may carry the mark on the frame around it.
      const frame = at.closest('.box, .field-with-icon, .choice, .switch') ?? at;
      const around = getComputedStyle(frame);
      const seen =
        (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none' ||
        (around.outlineStyle !== 'none' && parseFloat(around.outlineWidth) > 0) || around.boxShadow !== 'none';
      return [`${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40)}`, seen ? 'seen' : 'none'];
    });
    if (stop) expect(mark, `the focus on ${stop}`).toBe('seen');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`80 stops and never at ${target}`);
}

test('a short interview with the keyboard alone, from the start page to the summary', async ({ newcomer: page }) => {
  await hydrated(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByTestId('new-idea_discovery'));
  await page.keyboard.press('Enter');
  const room = await Room.at(page);

  // Whoever has come to write, writes.
  await write(room, 'A quiet reading café');
  expect(await room.askedKey()).toBe('service');
  await tabTo(page, room.asked.getByRole('button', { name: 'At the counter' }), 'Shift+Tab');
  await room.replied(() => page.keyboard.press('Enter'));
  await room.expectKnown('service', 'At the counter');

  await page.keyboard.press('/');
  while ((await room.askedKey()) !== 'menu') await write(room, 'Later please');
  await tabTo(page, room.asked.getByLabel('Cake'), 'Shift+Tab');
  await page.keyboard.press('Space');
  await tabTo(page, room.asked.getByRole('button', { name: 'Answer' }));
  await room.replied(() => page.keyboard.press('Enter'));
  await room.expectKnown('menu', 'Cake');

  await tabTo(page, page.getByTestId('change-seats'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByTestId('edit-seats'));
  await page.keyboard.press('Enter');
  await tabTo(page, room.known('seats').getByRole('spinbutton'));
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await room.expectKnown('seats', '24');
  await expect(room.known('seats')).toBeFocused();

  await tabTo(page, room.composer, 'Shift+Tab');
  await write(room, 'We open on 1 March 2027');
  await room.expectKnown('opening', /2027/);
  await tabTo(page, page.getByTestId('finish'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('summary')).toBeVisible();
});

test('the palette opens with Ctrl+K, finds by typing, goes there and closes by Escape', async ({ room }) => {
  const { page } = room;
  const palette = page.getByTestId('palette');
  await room.composer.focus();
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(room.composer).toBeFocused();

  // The page hears a little after the eye sees that the palette is closed.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.keyboard.type('all interviews');
  await expect(palette.getByRole('option')).toHaveText([/Go to all interviews/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/interviews$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Interviews');
  await expect(page.locator('#main')).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark app');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('what is typed while the palette is loaded stands in its field', async ({ room }) => {
  const { page } = room;
  await room.composer.blur();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('settings');
  const palette = page.getByTestId('palette');
  await expect(palette.getByRole('combobox')).toHaveValue('settings');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
});

test('keys act where nobody types, and can be switched off', async ({ room }) => {
  const { page } = room;
  const help = page.getByTestId('help');
  await page.locator('#main').focus();
  await page.keyboard.press('?');
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await room.composer.focus();
  await page.keyboard.type('What? /k g');
  await expect(room.composer).toHaveValue('What? /k g');
  await expect(help).toBeHidden();
  await room.composer.fill('');

  await page.locator('#main').focus();
  await page.keyboard.type('gk');
  await expect(page.locator('#known')).toBeFocused();
  await page.keyboard.type('gk');
  await expect(room.composer).toBeFocused();

  // Words that are typed before the field has the focus go into it, whatever letters they have.
  await page.locator('#main').focus();
  await page.keyboard.type('going to need a booking system?');
  await expect(room.composer).toHaveValue('going to need a booking system?');
  await expect(page).toHaveURL(new RegExp(room.id));
  await room.composer.fill('');

  await page.locator('#main').focus();
  await page.keyboard.type('gp');
  await expect(page).toHaveURL(/\/projects$/);

  await page.goto('/settings');
  await hydrated(page);
  await page.getByTestId('shortcuts-switch').focus();
  await page.keyboard.press('Space');
  await expect(page.getByTestId('shortcuts-switch')).not.toBeChecked();
  await page.locator('#main').focus();
  await page.keyboard.press('?');
  await expect(help).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(page.getByTestId('palette')).toBeVisible();
});

test('Shift and Enter make a line, Enter alone sends', async ({ room }) => {
  await room.composer.focus();
  await room.page.keyboard.type('A quiet café');
  await room.page.keyboard.press('Shift+Enter');
  await room.page.keyboard.type('with books');
  await expect(room.composer).toHaveValue('A quiet café\nwith books');
  await room.replied(() => room.page.keyboard.press('Enter'));
  await expect(room.said).toHaveCount(1);
  await expect(room.composer).toBeFocused();
});

test('words typed while an interview opens are not lost', async ({ newcomer: page }) => {
  await hydrated(page);
  // While one page gives way to the next, the browser itself drops keys: the interview begins when these words are written.
  let go = (): void => undefined;
  const written = new Promise<void>((resolve) => (go = resolve));
  const held: string[] = [];
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'POST') {
      held.push(route.request().url());
      await written;
    }
    await route.continue();
  });
  await page.getByTestId('new-idea_discovery').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('We need a new booking system');
  await expect.poll(() => held.length, 'the interview is being begun').toBe(1);
  go();
  const room = await Room.at(page);
  await expect(room.composer).toBeFocused();
  await page.keyboard.type(' for dentists');
  await expect(room.composer).toHaveValue(/booking system for dentists$/);
});

async function write(room: Room, text: string): Promise<void> {
  await expect(room.composer).toBeFocused();
  await room.replied(async () => {
    await room.page.keyboard.type(text);
    await room.page.keyboard.press('Enter');
  });
}
