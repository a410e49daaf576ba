import type { Browser, Page } from '@playwright/test';
import { test, expect, begin, hydrated, listen, Room } from '../fixtures.ts';

const ANSWERS = ['A quiet reading café', 'We serve coffee and cake at the counter', '24 seats', 'We open on 1 March 2027'];

/** Answers what is required and finishes. */
async function finish(room: Room): Promise<void> {
  for (const text of ANSWERS) await room.say(text);
  await room.page.getByTestId('finish').click();
  await expect(room.page.getByTestId('summary')).toBeVisible();
}

/** A browser of somebody without an account. */
async function stranger(browser: Browser, baseURL: string | undefined, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  context.on('page', (page) => listen(page, complaints));
  return context.newPage();
}

/** The address of a new link, as it is shown once. */
async function made(page: Page, button: 'share' | 'invite'): Promise<string> {
  await page.getByTestId(button).click();
  const address = await page.getByTestId('secret').locator('code').textContent();
  expect(address).toMatch(button === 'share' ? /\/shared\/[\w-]{43}$/ : /\/invited\/[\w-]{43}$/);
  return String(address);
}

test('from the ending to the interview of a second person, who has no account', async ({ room, browser, baseURL, complaints, everyWay }) => {
  const { page } = room;
  await finish(room);
  const address = await made(page, 'invite');
  await expect(page.getByTestId('link')).toHaveCount(1);
  await everyWay(page, 'an ending with a link');

  const guest = await stranger(browser, baseURL, complaints);
  await guest.goto(address);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('A new café');
  await expect(guest.getByText('quiet reading'), 'what others answered is not told').toHaveCount(0);
  await everyWay(guest, 'an invitation');
  await guest.getByLabel('Your name').fill('Gus Guest');
  await guest.getByRole('button', { name: 'Start' }).click();
  await expect(guest.getByLabel('Your answer')).toBeVisible();
  for (const text of ANSWERS) {
    await guest.getByLabel('Your answer').fill(text);
    await guest.getByRole('button', { name: 'Send', exact: true }).last().click();
    await expect(guest.locator('.open-turn.mine').last()).toContainText(text);
  }
  await everyWay(guest, 'the interview of a guest');
  await guest.getByTestId('finish').click();
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Thank you. Your interview is complete.');
  await guest.goto('/interviews');
  await expect(guest, 'nothing else is open to a guest').toHaveURL(/\/login/);
  await guest.context().close();

  await page.goto('/interviews');
  await hydrated(page);
  const card = page.getByTestId('interview-card').filter({ hasText: 'by invitation: Gus Guest' });
  await card.getByRole('link').click();
  await expect(page.getByText('You invited Gus Guest, who answers here.')).toBeVisible();
});

test('a guest confirms what is read back with a button, or chooses another value', async ({ room, browser, baseURL, complaints, everyWay }) => {
  await finish(room);
  const guest = await stranger(browser, baseURL, complaints);
  await guest.goto(await made(room.page, 'invite'));
  await guest.getByLabel('Your name').fill('Gina Guest');
  await guest.getByRole('button', { name: 'Start' }).click();
  const own = guest.getByLabel('Your answer');
  const mine = guest.locator('.open-turn.mine');
  const back = guest.getByTestId('read-back');
  /** Puts questions off until this one is asked, and answers it. */
  const answer = async (name: string, text: string) => {
    await expect(own).toBeVisible();
    for (let turn = 0; turn < 6 && !(await guest.getByRole('form', { name, exact: true }).isVisible()); turn += 1) {
      const before = await mine.count();
      await guest.getByRole('button', { name: 'Later' }).click();
      await expect(mine).toHaveCount(before + 1);
      await expect(own).toBeVisible();
    }
    await own.fill(text);
    await guest.getByRole('button', { name: 'Send', exact: true }).last().click();
    await expect(mine.last()).toContainText(text);
  };
  await answer('Service', 'Probably takeaway');
  await expect(back.locator('[aria-current]')).toHaveText('Takeaway');
  await expect(guest.getByText('0 of 5 required answers')).toBeVisible();
  await back.getByRole('button', { name: 'At the counter' }).click();
  await expect(guest.getByText('1 of 5 required answers')).toBeVisible();

  await answer('Menu', 'Coffee and cake. Lunch needs a bigger kitchen.');
  for (const name of ['Coffee', 'Cake', 'Lunch']) await expect(back.getByLabel(name)).toBeChecked();
  await expect(back.getByLabel('Breakfast')).not.toBeChecked();
  await everyWay(guest, 'a value that is read back to a guest');
  const yes = back.getByRole('button', { name: "Yes, that's right" });
  await back.getByLabel('Breakfast').check();
  await expect(yes, 'what was ticked would be lost').toBeHidden();
  await back.getByLabel('Breakfast').uncheck();
  await yes.click();
  await expect(mine.last()).toContainText("Yes, that's right");
  await expect(guest.getByText('2 of 5 required answers')).toBeVisible();
  await expect(back).toHaveCount(0);

  await answer('Seats', 'Probably 24 seats');
  await back.getByRole('textbox', { name: 'Seats' }).fill('30');
  await yes.click();
  await expect(mine.last(), 'what was changed beside it is sent with it').toContainText('30');
  await expect(guest.getByText('3 of 5 required answers')).toBeVisible();
  await guest.context().close();
});

test('a guest settles two values with a button for each', async ({ room, browser, baseURL, complaints, everyWay }) => {
  await finish(room);
  const guest = await stranger(browser, baseURL, complaints);
  await guest.goto(await made(room.page, 'invite'));
  await guest.getByLabel('Your name').fill('Gerd Guest');
  await guest.getByRole('button', { name: 'Start' }).click();
  const mine = guest.locator('.open-turn.mine');
  for (const text of ['A quiet reading café', 'We serve at the counter', 'We serve at the table']) {
    await guest.getByLabel('Your answer').fill(text);
    await guest.getByRole('button', { name: 'Send', exact: true }).last().click();
    await expect(mine.last()).toContainText(text);
  }
  const settle = guest.getByRole('form', { name: 'Which one is right for “Service”?' });
  await expect(settle.getByRole('button')).toHaveText(['At the counter', 'At the table']);
  await everyWay(guest, 'two values of a guest');
  await settle.getByRole('button', { name: 'At the table' }).click();
  await expect(mine.last()).toHaveText(/At the table$/);
  await expect(settle).toHaveCount(0);
  await guest.context().close();
});

test('a link for reading works until it is revoked', async ({ room, browser, baseURL, complaints, everyWay }) => {
  const { page } = room;
  await finish(room);
  await page.getByTestId('with-talk').check();
  const address = await made(page, 'share');
  const reader = await stranger(browser, baseURL, complaints);
  await reader.goto(address);
  await expect(reader.locator('.outcome')).toContainText('1 March 2027');
  await expect(reader.locator('.open-talk')).toContainText('24 seats');
  await everyWay(reader, 'an interview that was shared');

  await page.getByTestId('revoke-link').click();
  await expect(page.getByTestId('link')).toHaveCount(0);
  expect((await reader.request.get(address)).status()).toBe(410);
  await reader.context().close();
});

test('what is left open is answered from the ending', async ({ room }) => {
  const { page } = room;
  await finish(room);
  await page.getByRole('button', { name: 'Answer Music now' }).click();
  await expect(room.composer).toBeVisible();
  expect(await room.askedKey()).toBe('music');
});

test('an interview is renamed, archived, deleted and brought back', async ({ newcomer: page, objective }) => {
  const id = await begin(page, objective);
  await page.goto('/interviews');
  await hydrated(page);
  const cards = page.getByTestId('interview-card');
  const move = async (to: string) => {
    await cards.getByTestId('row-menu').click();
    await cards.getByTestId(`move-${to}`).click();
    await hydrated(page);
  };
  await cards.getByTestId('row-menu').click();
  await cards.getByLabel('Title').fill('The reading café');
  await cards.getByRole('button', { name: 'Rename' }).click();
  await expect(cards.getByRole('link')).toHaveText('The reading café');
  await hydrated(page);

  await move('archived');
  await expect(page.getByTestId('moved')).toContainText('archived');
  await expect(cards).toHaveCount(0);
  await page.getByRole('link', { name: /^Archived/ }).click();
  await expect(cards).toHaveCount(1);

  await move('deleted');
  await expect(page.getByTestId('moved')).toContainText('deleted');
  expect((await page.request.get(`/api/v1/sessions/${id}`)).status()).toBe(404);
  await page.getByTestId('undo-move').click();
  await hydrated(page);
  await expect(page.getByTestId('moved')).toContainText('back in your list');
  await expect(cards.getByRole('link')).toHaveText('The reading café');

  await cards.getByRole('link').click();
  await Room.at(page);
  await page.getByTestId('whole').click();
  await page.locator('.whole').getByTestId('move-deleted').click();
  await expect(page.getByTestId('moved')).toContainText('deleted');
});

test('the ring says why it shows less', async ({ room }) => {
  await room.say('A quiet reading café');
  await room.expectKnown('purpose', /reading café/);
  await room.act('purpose', 'reopen');
  await expect(room.page.getByTestId('falling')).toHaveText('Purpose was reopened.');
});
