import { test, expect } from '../fixtures.ts';

test('a title is changed and taken back', async ({ room }) => {
  const { page } = room;
  const title = page.getByRole('heading', { level: 1 });
  await page.getByTestId('whole').click();
  await page.getByTestId('title-field').fill('The reading café');
  await page.getByTestId('title-field').press('Enter');
  await expect(title).toHaveText('The reading café');
  await expect(page).toHaveTitle(/The reading café/);
  await expect(page.getByTestId('note')).toContainText('A new café');
  await page.getByTestId('note-undo').click();
  await expect(title).toHaveText('A new café');
});

test('the phase is set by hand, forward only, and not to the end too early', async ({ room }) => {
  const { page } = room;
  await page.getByTestId('whole').click();
  await expect(page.getByTestId('phase-closing')).toBeDisabled();
  await page.getByTestId('phase-validation').click();
  await expect(room.phase()).toHaveAttribute('data-phase', 'validation');
  await page.getByTestId('whole').click();
  await expect(page.getByTestId('phase-exploration')).toBeHidden();
});

test('reassessing says what came of it', async ({ room }) => {
  const { page } = room;
  await room.say('We serve coffee and cake at the counter');
  await page.getByTestId('whole').click();
  await page.getByTestId('reassess').click();
  await expect(page.getByTestId('note')).toContainText('Every answer was reassessed');
  await expect(page.getByTestId('whole')).toBeFocused();
});

test('what is left to do is what the API says', async ({ room }) => {
  const { page } = room;
  for (const text of ['A quiet reading café', 'We serve coffee and cake at the counter', '24 seats', 'We open on 1 March 2027']) await room.say(text);
  await page.getByTestId('finish').click();
  await expect(page.getByTestId('summary')).toContainText('1 March 2027');
  const { items } = await (await page.request.get(`/api/v1/sessions/${room.id}/tasks`)).json();
  expect(items.length).toBeGreaterThan(0);
  const gaps = page.getByTestId('todo').getByRole('button');
  await expect(gaps).toHaveCount(items.length);
  await page.reload();
  await expect(gaps).toHaveCount(items.length);
});

test('a day reads like one wherever it stands, and exports keep it for programs', async ({ room }) => {
  const { page } = room;
  await room.say('24 seats');
  await room.act('opening', 'edit');
  await room.known('opening').locator('input[type=date]').fill('2027-03-01');
  await room.known('opening').getByRole('button', { name: 'Save' }).click();
  await room.expectKnown('opening', '1 March 2027');
  const rows = await (await page.request.get(`/api/v1/sessions/${room.id}/export?format=csv`)).text();
  expect(rows).toContain('2027-03-01');
});
