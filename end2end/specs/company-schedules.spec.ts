import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, hydrated, listen, OwnServer, register, signIn, test as shared } from '../fixtures.ts';
import { json, Service } from '../service.ts';

/** A web search that finds one company. */
class Web extends Service {
  protected async answer(request: IncomingMessage, _: Buffer, response: ServerResponse): Promise<void> {
    const query = new URL(String(request.url), this.url).searchParams.get('q') ?? '';
    const falcon = {
      url: 'https://news.example/falcon',
      title: 'Falcon comes',
      content: 'A day of news. Falcon Capital Partners has opened an office in ADGM, Abu Dhabi. More tomorrow.',
      publishedDate: '2026-03-04',
    };
    const results = [{ engine: 'stub', engines: ['stub'], score: 1, category: 'general', ...falcon }];
    json(response, 200, { query, results, unresponsive_engines: [] });
  }
}

// What is refused is answered with 422, which a browser writes into its console.
const REFUSED = /status of 422/;

const test = shared.extend<{ desk: Page }>({
  /** A page of somebody on a server of the test's own, which searches the web. */
  desk: async ({ browser, complaints, javaScriptEnabled }, use) => {
    const web = await new Web().start();
    const server = await new OwnServer(undefined, { SEARXNG_URL: web.url }).start();
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled });
    const page = await context.newPage();
    listen(page, complaints);
    await signIn(page, await register(server.url, { email: 'cora@example.test', name: 'Cora' }));
    await use(page);
    await context.close();
    await server.remove();
    await web.stop();
  },
});

async function search(page: Page, query: string): Promise<void> {
  await page.goto('/companies');
  await page.getByLabel('What are you looking for?').fill(query);
  await page.getByTestId('start-search-button').click();
  await expect(page).toHaveURL(/\/companies\/[^/?]+$/);
}

test.describe('with scripts', () => {
  test.use({ tolerated: REFUSED });

  test('after a search one is told what is new, and changes, switches and deletes that', async ({ desk: page, everyWay }) => {
    await page.goto('/companies/schedules');
    await hydrated(page);
    await expect(page.getByRole('heading', { name: 'No scheduled searches yet' })).toBeVisible();
    await everyWay(page, 'no schedules of searches');

    await search(page, 'Find companies in ADGM');
    await expect(page.getByTestId('search-status')).toHaveText(/complete/);
    const offer = page.getByTestId('tell-new');
    await offer.locator('summary').first().click();
    await offer.getByRole('combobox', { name: 'How often' }).selectOption('week');
    await offer.getByRole('combobox', { name: 'Weekday' }).selectOption('2');
    await offer.getByRole('combobox', { name: 'Hour' }).selectOption('7');
    await offer.getByLabel('Time zone').fill('Asia/Dubai');
    await everyWay(page, 'the offer to be told');
    await page.getByTestId('company-schedule-make').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('company-schedule-made')).toContainText('Every Tuesday at 7:00 (Asia/Dubai)');
    await expect(page.getByTestId('company-schedule-made')).toContainText('Next search');

    await page.getByTestId('company-schedule-made').getByRole('link').click();
    const row = page.getByTestId('company-schedule');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Find companies in ADGM');
    await expect(row).toContainText('Every Tuesday at 7:00 (Asia/Dubai)');
    await expect(row).toContainText('No search yet');
    await everyWay(page, 'a schedule of searches');

    await row.getByRole('button', { name: /^Switch off/ }).click();
    await expect(row.getByRole('button', { name: /^Switch on/ })).toBeVisible();
    await row.getByRole('button', { name: /^Switch on/ }).click();
    await expect(row.getByRole('button', { name: /^Switch off/ })).toBeVisible();

    await page.getByTestId('company-schedule-edit').click();
    const form = page.getByTestId('edit-company-schedule');
    await form.getByLabel('Name').fill('News from ADGM');
    await form.getByTestId('company-schedule-cron').fill('every now and then');
    await page.getByTestId('company-schedule-change').click();
    await expect(page.getByRole('alert').first()).toContainText('cron');
    await form.getByTestId('company-schedule-cron').fill('0 18 * * *');
    await page.getByTestId('company-schedule-change').click();
    await expect(form).toHaveCount(0);
    await expect(row).toContainText('News from ADGM');
    await expect(row).toContainText('Every day at 18:00 (Asia/Dubai)');

    await page.setViewportSize({ width: 320, height: 640 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, 'it scrolls sideways').toBeLessThanOrEqual(0);
    await row.getByText('Delete', { exact: true }).click();
    await row.getByRole('button', { name: /^Delete this schedule/ }).click();
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'No scheduled searches yet' })).toBeVisible();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

  test('a search is made again, changed and deleted', async ({ desk: page }) => {
    await search(page, 'Find companies in ADGM');
    await expect(async () => {
      await page.reload();
      await expect(page.getByTestId('search-status')).toHaveText(/complete/, { timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await page.getByTestId('tell-new').locator('summary').first().click();
    await page.getByTestId('tell-new').getByLabel('How often').selectOption('day');
    await page.getByTestId('company-schedule-make').click();
    await expect(page).toHaveURL(/\/companies\/schedules$/);
    const row = page.getByTestId('company-schedule');
    await expect(row).toContainText('Every day at 8:00 (UTC)');
    await page.getByTestId('company-schedule-edit').click();
    await page.getByTestId('company-schedule-cron').fill('0 * * * *');
    await page.getByTestId('company-schedule-change').click();
    await expect(row).toContainText('Every hour (UTC)');
    await page.getByTestId('company-schedule-disable').click();
    await expect(row).toContainText('off');
    await row.getByText('Delete', { exact: true }).click();
    await row.getByRole('button', { name: /^Delete this schedule/ }).click();
    await expect(row).toHaveCount(0);
  });
});
