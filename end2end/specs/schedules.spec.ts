import type { Page } from '@playwright/test';
import { expect, hydrated } from '../fixtures.ts';
import { test } from '../house.ts';

type Call = (path: string, data?: unknown, method?: string) => Promise<any>;

async function sample(page: Page, url: string, call: Call): Promise<string> {
  await page.goto(url);
  await page.getByTestId('sample').getByRole('button', { name: 'Open the sample project' }).click();
  await expect(page).toHaveURL(/\/projects\/[^/]+$/);
  const { items } = await call('/api/v1/projects', undefined, 'GET');
  return items[0].id;
}

// What is refused is answered with 422, which a browser writes into its console.
test.use({ tolerated: /status of (422|409)/ });

test('a schedule is made, switched off and on, refused with a reason, and deleted', async ({ house, everyWay }) => {
  const { page, url, call } = house;
  const project = await sample(page, url, call);
  const schedules = async () => (await call(`/api/v1/projects/${project}/schedules`, undefined, 'GET')).items;
  await page.goto(`${url}/projects/${project}/schedules`);
  await hydrated(page);
  await expect(page.getByText('No scheduled runs yet')).toBeVisible();
  await everyWay(page, 'no schedules');

  // By the keyboard alone, and with a clock of one's own.
  await page.getByLabel('Time zone').fill('Europe/Vienna');
  await page.getByTestId('schedule-cron').fill('0 7 * * 1');
  await page.getByLabel('What do you want to know?').fill('What changed last week?');
  await page.getByLabel('What do you want to know?').press('Tab');
  await page.getByTestId('schedule-make').focus();
  await page.keyboard.press('Enter');
  const row = page.getByTestId('schedule');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Europe/Vienna');
  await expect(row).toContainText('What changed last week?');
  await expect(row).toContainText('Next run');
  await everyWay(page, 'a schedule');
  expect((await schedules()).map((one: any) => [one.cron, one.timezone, one.enabled])).toEqual([['0 7 * * 1', 'Europe/Vienna', true]]);

  await row.getByRole('button', { name: /^Switch off/ }).click();
  await expect(row.getByRole('button', { name: /^Switch on/ })).toBeVisible();
  expect((await schedules())[0].enabled).toBe(false);
  await row.getByRole('button', { name: /^Switch on/ }).click();
  await expect(row.getByRole('button', { name: /^Switch off/ })).toBeVisible();

  await page.getByTestId('schedule-cron').fill('every now and then');
  await page.getByTestId('schedule-make').click();
  await expect(page.getByRole('alert').first()).toContainText('cron');
  await expect(row).toHaveCount(1);

  await row.getByText('Delete', { exact: true }).click();
  await row.getByRole('button', { name: /^Delete this schedule/ }).click();
  await expect(row).toHaveCount(0);
  expect(await schedules()).toEqual([]);
});

test('a schedule is changed, and not over the change of somebody else', async ({ house, everyWay }) => {
  const { page, url, call } = house;
  const project = await sample(page, url, call);
  const path = `/api/v1/projects/${project}/schedules`;
  const made = await call(path, {
    cron: '0 8 * * 1',
    timezone: 'Europe/Vienna',
    discover: { goal: 'What changed?', max_steps: 20 },
    webhook: { url: 'https://hooks.example.com/x', secret: 'sesame' },
  });
  const kept = () => call(`${path}/${made.id}`, undefined, 'GET');
  await page.goto(`${url}/projects/${project}/schedules`);
  await hydrated(page);
  await page.getByTestId('schedule-edit').click();
  const form = page.getByTestId('edit-schedule');
  await expect(form.getByTestId('schedule-cron')).toHaveValue('0 8 * * 1');
  await expect(form.getByLabel('Time zone')).toHaveValue('Europe/Vienna');
  await expect(form.getByLabel('What do you want to know?')).toHaveValue('What changed?');
  await expect(form.getByLabel('Maximum queries')).toHaveValue('20');
  await expect(form.getByLabel('Address')).toHaveValue('https://hooks.example.com/x');
  await expect(form.getByLabel('Secret')).toHaveValue('');
  await everyWay(page, 'a schedule that is changed');

  // What is refused stays entered.
  await form.getByTestId('schedule-cron').fill('now and then');
  await form.getByTestId('schedule-change').click();
  await expect(page.getByRole('alert').first()).toContainText('cron');
  await expect(form.getByTestId('schedule-cron')).toHaveValue('now and then');

  await form.getByTestId('schedule-cron').fill('30 6 * * 1,4');
  await form.getByLabel('Enabled').uncheck();
  await form.getByTestId('schedule-change').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/schedules$/);
  const row = page.getByTestId('schedule');
  await expect(row).toContainText('Cron 30 6 * * 1,4');
  await expect(row.getByRole('button', { name: /^Switch on/ })).toBeVisible();
  const changed = await kept();
  expect([changed.cron, changed.enabled, changed.webhook.secret]).toEqual(['30 6 * * 1,4', false, '********']);

  // Somebody else is faster.
  await page.getByTestId('schedule-edit').click();
  await expect(form).toBeVisible();
  await call(`${path}/${made.id}`, { discover: { goal: 'Their question' } }, 'PUT');
  await form.getByLabel('What do you want to know?').fill('My question');
  await form.getByTestId('schedule-change').click();
  await expect(page.getByRole('alert').first()).toContainText('Somebody else changed this schedule');
  await expect(form.getByLabel('What do you want to know?')).toHaveValue('My question');
  await expect(row).toContainText('Their question');
  expect((await kept()).discover.goal).toBe('Their question');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByTestId('new-schedule')).toBeVisible();
});

test('a pack, its prompts and the secrets of a project are looked at and changed', async ({ house, everyWay }) => {
  const { page, url, call } = house;
  const project = await sample(page, url, call);
  await page.goto(`${url}/projects/${project}/prompts`);
  await hydrated(page);
  await expect(page.getByTestId('prompts')).toBeVisible();
  await everyWay(page, 'prompts');
  const prompt = page.getByTestId('prompt-recommendations');
  await prompt.locator('summary').first().click();
  await prompt.getByRole('textbox').fill('Recommend what to do about {{NO_SUCH_THING}}.');
  await prompt.getByRole('button', { name: /save/i }).click();
  await expect(prompt.getByRole('alert').filter({ hasText: 'NO_SUCH_THING' })).toBeVisible();
  await prompt.getByRole('textbox').fill('Recommend what to do. {{INSIGHTS_SUMMARY}} {{INSIGHTS_DATA}}');
  await prompt.getByRole('button', { name: /save/i }).click();
  await expect(async () => {
    const kept = await call(`/api/v1/projects/${project}/prompts/recommendations`, undefined, 'GET');
    expect(kept.text).toContain('Recommend what to do. {{INSIGHTS_SUMMARY}}');
  }).toPass();

  await page.goto(`${url}/projects/${project}/settings`);
  await hydrated(page);
  const secret = page.getByTestId('secret-llm-api-key');
  await secret.getByLabel('Value').fill('sk-a-secret-of-mine');
  await secret.getByRole('button').first().click();
  await expect(secret.getByTestId('masked')).not.toContainText('Not set');
  await expect(page.locator('body')).not.toContainText('sk-a-secret-of-mine');
  await everyWay(page, 'a secret that is set');
  await secret.getByRole('button', { name: /delete/i }).click();
  await expect(secret.getByRole('button')).toHaveCount(1);

  // A project whose pack is drafted first, and accepted on its page.
  const made = await call('/api/v1/projects', { name: 'Packed', generate_pack: { enabled: true } });
  await page.goto(`${url}/projects/${made.id}/pack`);
  await hydrated(page);
  await expect(page.getByTestId('pack-pending')).toBeVisible();
  await everyWay(page, 'a pack to be generated');
});
