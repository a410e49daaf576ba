import { test, expect, hydrated } from '../fixtures.ts';

test('questions are merged, split and added, and the old ones stay readable', async ({ room, everyWay }) => {
  const page = room.page;
  await room.say('A quiet reading café');
  await page.getByTestId('change-style').click();
  await page.getByTestId('restructure-style').click();
  await expect(page).toHaveURL(/\/questions\?key=style$/);
  await hydrated(page);
  await everyWay(page, 'the questions');

  await page.getByTestId('question-music').getByRole('checkbox').check();
  await page.getByTestId('merge').getByRole('combobox').selectOption('style');
  await page.getByTestId('merge-save').click();
  await expect(page.getByTestId('aside')).toContainText('became Style');
  await expect(page.getByTestId('question-music')).toBeHidden();

  await page.getByTestId('split').getByRole('combobox').selectOption('customers');
  await page.getByTestId('split').getByRole('textbox').fill('Who comes in the morning?\nWho comes in the evening?');
  await page.getByTestId('split-save').click();
  await expect(page.getByTestId('question-who_comes_in_the_evening')).toContainText('added here');
  await expect(page.getByTestId('aside')).toContainText('Customers');

  await page.getByTestId('add').getByLabel('Question', { exact: true }).fill('Who lends the money?');
  await page.getByTestId('add-save').click();
  await expect(page.getByTestId('question-who_lends_the_money')).toBeVisible();

  await page.getByTestId('merge-save').click();
  await expect(page.getByRole('alert')).toContainText('at least one other question');
  await everyWay(page, 'a fault and what became of questions');
  await page.goto(`/interviews/${room.id}`);
  await expect(room.known('who_lends_the_money')).toBeVisible();
  await expect(room.known('music')).toBeHidden();
});
