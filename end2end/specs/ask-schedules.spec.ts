import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';

const FERRIES = 'id,ferry,seats,harbour\n1,Tern,120,Skala\n2,Heron,60,Skala\n3,Egret,300,Molos\n';

// What is refused is answered with 422, which a browser writes into its console.
const REFUSED = /status of 422/;

/** The address of an answer in a new project. */
async function answer(page: Page): Promise<string> {
  const made = await page.request.post('/api/v1/projects', { data: { name: 'Ferry line', description: 'Ships and harbours' } });
  const project = (await made.json()).id;
  const form = new FormData();
  form.append('name', 'line');
  form.append('file', new File([FERRIES], 'ferries.csv'));
  const added = await page.request.post(`/api/v1/projects/${project}/sources`, { headers: { prefer: 'wait=60' }, multipart: form });
  if (!added.ok()) throw new Error(`${added.status()} ${await added.text()}`);
  const asked = await page.request.post(`/api/v1/projects/${project}/ask`, { data: { question: 'How many ferries are there?' } });
  const id = /"ask_id":"([^"]+)"/.exec(await asked.text())?.[1];
  if (!id) throw new Error('the question has no id');
  return `/ask/${id}`;
}

test.describe('with scripts', () => {
  test.use({ tolerated: REFUSED });

  test('an answer is kept up to date, changed, switched and deleted', async ({ signedIn: page, everyWay }) => {
    await page.goto('/ask/schedules');
    await hydrated(page);
    await expect(page.getByRole('heading', { name: 'No scheduled questions yet' })).toBeVisible();
    await everyWay(page, 'no answer that is asked for again');

    const address = await answer(page);
    await page.goto(address);
    await hydrated(page);
    const form = page.getByTestId('save-form');
    await form.getByLabel('Name').fill('All ferries');
    await form.getByLabel('Expected value').fill('3');
    await form.getByTestId('save-again').locator('summary').first().click();
    await form.getByRole('combobox', { name: 'How often' }).selectOption('week');
    await form.getByRole('combobox', { name: 'Weekday' }).selectOption('2');
    await form.getByRole('combobox', { name: 'Hour' }).selectOption('7');
    await form.getByLabel('Time zone').fill('Europe/Vienna');
    await everyWay(page, 'an answer that is about to be asked for again');
    await form.getByRole('button', { name: 'Keep this answer' }).focus();
    await page.keyboard.press('Enter');
    const saved = page.getByTestId('saved-schedule');
    await expect(saved).toContainText('Every Tuesday at 7:00 (Europe/Vienna)');
    await expect(saved).toContainText('Next time');

    await saved.getByRole('link').click();
    await expect(page).toHaveURL(/\/ask\/schedules\?edit=/);
    const row = page.getByTestId('ask-schedule');
    await expect(row).toHaveCount(1);
    for (const text of ['All ferries', 'How many ferries are there?', 'expected to be 3', 'Not run yet']) await expect(row).toContainText(text);
    await hydrated(page);
    await everyWay(page, 'an answer that is asked for again');

    const change = page.getByTestId('edit-ask-schedule');
    await change.getByLabel('Name').fill('Ferries');
    await change.getByTestId('ask-schedule-cron').fill('every now and then');
    await page.getByTestId('ask-schedule-change').click();
    await expect(page.getByRole('alert').first()).toContainText('cron');
    await change.getByTestId('ask-schedule-cron').fill('0 18 * * *');
    await page.getByTestId('ask-schedule-change').click();
    await expect(change).toHaveCount(0);
    await expect(row).toContainText('Every day at 18:00 (Europe/Vienna)');
    await expect(row.getByRole('link', { name: 'Ferries' })).toHaveAttribute('href', address);

    await row.getByRole('button', { name: /^Switch off/ }).click();
    await expect(row.getByRole('button', { name: /^Switch on/ })).toBeVisible();
    await row.getByRole('button', { name: /^Switch on/ }).click();
    await expect(row.getByRole('button', { name: /^Switch off/ })).toBeVisible();

    await page.setViewportSize({ width: 320, height: 640 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, 'it scrolls sideways').toBeLessThanOrEqual(0);
    await row.getByText('Delete', { exact: true }).click();
    await row.getByRole('button', { name: /^Delete this schedule/ }).click();
    await expect(row).toHaveCount(0);
    await page.goto(address);
    await expect(page.getByTestId('saved')).toContainText('kept as “Ferries”');
    await expect(page.getByTestId('again-form')).toHaveCount(1);
  });

  test('what came of it is shown with whether it is as expected', async ({ signedIn: page, everyWay }) => {
    const address = await answer(page);
    // Every minute, so that it is asked again soon.
    const data = { name: 'All ferries', expected: 4, schedule: { cron: '* * * * *' } };
    const kept = await page.request.post(`/api/v1${address.replace('/ask/', '/asks/')}/save`, { data });
    expect(kept.ok()).toBeTruthy();
    const row = page.getByTestId('ask-schedule');
    await page.goto('/ask/schedules');
    await hydrated(page);
    // It comes without the page being loaded again.
    await expect(row.getByTestId('ask-schedule-last')).toBeVisible({ timeout: 100_000 });
    await expect(row.getByTestId('ask-schedule-last')).toContainText('the same');
    await expect(row.getByTestId('ask-schedule-last')).toContainText('not as expected');
    await row.getByTestId('ask-schedule-history').locator('summary').click();
    await expect(row.getByRole('row').nth(1)).toContainText('3');
    await everyWay(page, 'what came of a kept answer');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

  test('an answer is kept up to date, changed and deleted', async ({ signedIn: page }) => {
    const address = await answer(page);
    await page.goto(address);
    const form = page.getByTestId('save-form');
    await form.getByLabel('Name').fill('Ferries without scripts');
    await form.getByTestId('save-again').locator('summary').first().click();
    await form.getByLabel('How often').selectOption('day');
    await form.getByRole('button', { name: 'Keep this answer' }).click();
    await expect(page).toHaveURL(address);
    await page.getByTestId('saved-schedule').getByRole('link').click();
    const row = page.getByTestId('ask-schedule').filter({ hasText: 'Ferries without scripts' });
    await expect(row).toContainText('Every day at 8:00 (UTC)');
    await page.getByTestId('ask-schedule-cron').fill('0 * * * *');
    await page.getByTestId('ask-schedule-change').click();
    await expect(row).toContainText('Every hour (UTC)');
    await row.getByTestId('ask-schedule-disable').click();
    await expect(row).toContainText('off');
    await row.getByText('Delete', { exact: true }).click();
    await row.getByRole('button', { name: /^Delete this schedule/ }).click();
    await expect(row).toHaveCount(0);
  });
});
