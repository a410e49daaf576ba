import { test, expect, Room } from '../fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone the composer is in reach and what is known is one tap away', async ({ room }) => {
  const { page } = room;
  await expect(room.composer).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId('send')).toBeInViewport({ ratio: 1 });
  await expect(room.known('purpose')).not.toBeInViewport();

  await room.composer.fill('We serve coffee and cake at the counter');
  await room.replied(() => page.getByTestId('send').tap());
  await expect(room.answers.last()).toBeInViewport();
  await expect(room.composer).toBeInViewport({ ratio: 1 });

  await page.getByRole('button', { name: 'What is known' }).tap();
  await expect(room.known('service')).toBeInViewport();
  await room.expectKnown('service', 'At the counter');
  await page.getByTestId('change-seats').tap();
  await page.getByTestId('edit-seats').tap();
  await room.known('seats').getByRole('spinbutton').fill('24');
  await room.known('seats').getByRole('button', { name: 'Save' }).tap();
  await room.expectKnown('seats', '24');

  await page.getByRole('button', { name: 'Back to the talk' }).tap();
  await expect(room.composer).toBeInViewport({ ratio: 1 });
  await room.said.last().getByRole('link', { name: 'Service' }).last().tap();
  await expect(room.known('service')).toBeInViewport();
});

test('a long talk keeps its end in sight, and the newest message comes by itself', async ({ room }) => {
  for (const text of ['A quiet reading café', 'Why do you ask?', 'At the counter', 'Coffee and cake', 'Why?', 'About 24']) await room.say(text);
  await expect(room.answers.last()).toBeInViewport();
  const late = await Room.enter(room.page, room.id);
  await expect(late.answers.last()).toBeInViewport();
  await expect(late.composer).toBeInViewport({ ratio: 1 });
});

test('widgets, card and lists fit a phone', async ({ room }) => {
  const { page } = room;
  const fits = async (what: string) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), what).toBe(0);
  await room.say('A quiet reading café');
  await room.say('We serve at the counter');
  await fits('a widget');
  await room.say('We serve at the table');
  await expect(room.negotiation).toBeVisible();
  await fits('the negotiation');
  await page.getByTestId('negotiation-accept').tap();
  await room.expectKnown('service', 'At the table');
  for (const path of ['/', '/interviews', '/settings', '/settings/tokens', '/admin', '/admin/people']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await fits(path);
  }
});

test('nothing in a conversation is cut off at the edge of the smallest phone', async ({ room }) => {
  await room.page.setViewportSize({ width: 320, height: 640 });
  await room.say('A quiet reading café for families and visitors on holiday who have seen everything else');
  await room.say('We serve coffee and cake at the counter');
  await expect(room.said.first().locator('b[title]')).toBeVisible();
  // What is too wide is hidden there, not scrolled to: the page around it does not grow.
  const wider = await room.page.locator('.scroll').evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
});
