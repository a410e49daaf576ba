import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { test, expect, Room } from '../fixtures.ts';

test('a whole interview with every widget, from the start page to the exports', async ({ signedIn: page }) => {
  await page.goto('/');
  await page.getByTestId('new-idea_discovery').click();
  const room = await Room.at(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new café');
  await expect(room.answers).toContainText(['Hello! Let us plan your café.']);
  await expect(page.getByTestId('required')).toContainText('0 of 5 required');
  await expect(page.getByTestId('ring')).toHaveAttribute('aria-valuenow', '0');
  await expect(room.phase()).toHaveAttribute('data-phase', 'opening');
  await expect(page.getByTestId('finish')).toBeHidden();
  await expect(page.getByTestId('engine')).toContainText('Built-in engine');

  const widgets = new Set<string>();
  const answers: Record<string, { value: string | RegExp; give: () => Promise<void> }> = {
    purpose: { value: /quiet reading café with second-hand books/, give: () => write(room, 'A quiet reading café with second-hand books') },
    customers: { value: 'Students and retired people', give: () => write(room, 'Students and retired people') },
    style: { value: 'Cosy', give: () => write(room, 'Cosy') },
    service: { value: 'At the counter', give: () => room.asked.getByRole('button', { name: 'At the counter' }).click() },
    music: { value: 'none', give: () => room.asked.getByRole('button', { name: 'none' }).click() },
    menu: {
      value: 'Coffee, Cake',
      give: async () => {
        await room.asked.getByLabel('Coffee').check();
        await room.asked.getByLabel('Cake').check();
        await room.asked.getByRole('button', { name: 'Answer' }).click();
      },
    },
    seats: {
      value: '24',
      give: async () => {
        await room.asked.getByRole('spinbutton', { name: 'Seats' }).fill('24');
        await room.asked.getByRole('button', { name: 'Answer' }).click();
      },
    },
    opening: {
      value: '1 March 2027',
      give: async () => {
        await room.asked.locator('input[type=date]').fill('2027-03-01');
        await room.asked.getByRole('button', { name: 'Answer' }).click();
      },
    },
  };
  let score = 0;
  for (let left = Object.keys(answers).length; left > 0; left -= 1) {
    const key = await room.askedKey();
    const answer = answers[key];
    if (!answer) throw new Error(`nothing is known about ${key}`);
    widgets.add((await room.asked.getAttribute('data-testid')) ?? '');
    await room.replied(answer.give);
    await room.expectKnown(key, answer.value);
    const now = Number(await page.getByTestId('ring').getAttribute('aria-valuenow'));
    expect(now, `the ring after ${key}`).toBeGreaterThan(score);
    score = now;
  }
  expect([...widgets].sort()).toEqual(['widget-choice', 'widget-date', 'widget-multiselect', 'widget-number', 'widget-text']);

  await expect(page.getByTestId('required')).toContainText('5 of 5 required');
  await expect(room.phase()).toHaveAttribute('data-phase', 'closing');
  await page.getByTestId('finish').click();
  const summary = page.getByTestId('summary');
  await expect(summary).toContainText('second-hand books');
  await expect(summary).toContainText('No open questions.');
  await expect(room.composer).toBeHidden();
  await expect(room.phase().locator('.past')).toHaveCount(4);

  const markdown = await exported(page, 'md');
  expect(markdown).toContain('A new café');
  expect(markdown).toContain('quiet reading café with second-hand books');
  const json = JSON.parse(await exported(page, 'json'));
  expect(JSON.stringify(json)).toContain('"counter"');
  const csv = (await exported(page, 'csv')).trim().split(/\r?\n/);
  expect(csv.length).toBe(1 + Object.keys(answers).length);
  expect(csv.find((line) => line.includes('Seats') || line.includes('seats'))).toContain('24');

  await page.goto('/interviews?state=completed');
  const card = page.getByTestId('interview-card').filter({ has: page.locator(`a[href$="${room.id}"]`) });
  await expect(card).toContainText('completed');
  await expect(card).toContainText('5 of 5 required');
});

test('one message fills several values, each with the words that it came from', async ({ room }) => {
  await room.say('A quiet reading café with second-hand books');
  await room.say('We serve coffee and cake at the counter');
  await room.expectKnown('menu', 'Coffee, Cake');
  await room.expectKnown('service', 'At the counter');
  await expect(room.known('menu').locator('q')).toHaveText('coffee and cake');

  const words = room.said.last().getByText('coffee and cake', { exact: true });
  await room.known('menu').locator('.quoted').click();
  await expect(words).toBeVisible();
  await room.said.last().getByRole('link', { name: 'Menu' }).last().click();
  await expect(room.known('menu')).toBeFocused();
});

test('asking back explains without taking anything', async ({ room }) => {
  await room.replied(() => room.asked.getByRole('button', { name: 'Why do you ask?' }).click());
  await expect(room.answers.last()).toContainText('Everything else follows from it');
  await room.replied(() => room.asked.getByRole('button', { name: 'For example?' }).click());
  await expect(room.answers.last()).toContainText('a bakery with coffee');
  await expect(room.page.getByTestId('ring')).toHaveAttribute('aria-valuenow', '0');
  await room.expectStatus('purpose', 'in_progress');
});

test('it cannot be finished early, and says what is missing', async ({ room }) => {
  await room.say('A bakery with coffee');
  await room.say("I'm done");
  await expect(room.answers.last()).toContainText('seats');
  await expect(room.page.getByTestId('finish')).toBeHidden();
  await room.page.getByTestId('required').click();
  await expect(room.page.getByTestId('blockers')).toContainText('Seats');
});

test('a widget refuses what is no value, and says why', async ({ room }) => {
  await room.say('A bakery with coffee and cake, served at the counter');
  while ((await room.askedKey()) !== 'seats') await room.replied(() => room.asked.getByRole('button', { name: 'Later' }).click());
  await room.asked.getByRole('button', { name: 'Answer' }).click();
  await expect(room.asked.getByRole('alert')).toHaveText('Enter a number, such as 12 or 3.5.');
  await room.expectStatus('seats', 'in_progress');
});

test('the start page leads back into the interview that was left', async ({ newcomer }) => {
  await expect(newcomer.getByTestId('welcome')).toBeVisible();
  await newcomer.getByTestId('new-idea_discovery').click();
  const room = await Room.at(newcomer);
  await room.say('A quiet reading café with second-hand books');
  await newcomer.goto('/');
  await newcomer.getByTestId('continue').getByRole('link').click();
  await Room.at(newcomer);
  await room.expectKnown('purpose', /quiet reading café with second-hand books/);
  await expect(room.said).toHaveCount(1);
});

async function write(room: Room, text: string): Promise<void> {
  await room.composer.fill(text);
  await room.composer.press('Enter');
}

async function exported(page: Page, format: string): Promise<string> {
  const link = page.getByTestId(`export-${format}`);
  if (!(await link.isVisible())) await page.getByTestId('export').click();
  const coming = page.waitForEvent('download');
  await link.click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
  return readFile(await download.path(), 'utf8');
}
