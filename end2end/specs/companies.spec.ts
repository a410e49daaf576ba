import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { begin, expect, hydrated, listen, OwnServer, register, signIn, test as shared } from '../fixtures.ts';
import { json, Service } from '../service.ts';

type Hit = { url: string; title: string; content: string; publishedDate?: string };

const FALCON: Hit = {
  url: 'https://news.example/falcon',
  title: 'Falcon comes',
  content: 'A day of news. Falcon Capital Partners has opened an office in ADGM, Abu Dhabi. More tomorrow.',
  publishedDate: '2026-03-04',
};
const ORCHID: Hit = {
  url: 'https://news.example/orchid',
  title: 'Orchid hires',
  content: 'Orchid Robotics Ltd has opened its headquarters in ADGM, Abu Dhabi, and is hiring.',
};
const DESERT: Hit = {
  url: 'https://news.example/desert',
  title: 'Desert Rose',
  content: 'Desert Rose Trading LLC has opened an office in Abu Dhabi.',
  publishedDate: '2026-03-02',
};

/** A web search that finds what it is set to find, and waits while it is held. */
class Web extends Service {
  hits: Hit[] = [FALCON, DESERT];
  asked: string[] = [];
  private waiting: (() => void)[] = [];
  private held = false;

  hold(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
    this.waiting.splice(0).forEach((go) => go());
  }

  protected async answer(request: IncomingMessage, _: Buffer, response: ServerResponse): Promise<void> {
    const query = new URL(String(request.url), this.url).searchParams.get('q') ?? '';
    this.asked.push(query);
    if (this.held) await new Promise<void>((go) => this.waiting.push(go));
    if (this.fails) return json(response, this.fails, {});
    const results = this.hits.map((hit) => ({ engine: 'stub', engines: ['stub'], score: 1, category: 'general', ...hit }));
    json(response, 200, { query, results, unresponsive_engines: [] });
  }
}

const test = shared.extend<{ web: Web; desk: Page }>({
  web: async ({}, use) => {
    const web = await new Web().start();
    await use(web);
    web.release();
    await web.stop();
  },
  /** A page of somebody on a server of the test's own, which searches with `web`. */
  desk: async ({ browser, complaints, web, javaScriptEnabled }, use) => {
    const server = await new OwnServer(undefined, { SEARXNG_URL: web.url }).start();
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled });
    const page = await context.newPage();
    listen(page, complaints);
    await signIn(page, await register(server.url, { email: 'cora@example.test', name: 'Cora' }));
    await use(page);
    await context.close();
    await server.remove();
  },
});

async function search(page: Page, query: string, fields: Record<string, string> = {}): Promise<void> {
  await page.goto('/companies');
  await page.getByLabel('What are you looking for?').fill(query);
  for (const [name, value] of Object.entries(fields)) await page.getByLabel(name, { exact: true }).fill(value);
  await page.getByTestId('start-search-button').click();
  await expect(page).toHaveURL(/\/companies\/[^/?]+$/);
}

/** Loads the page again until its search is over: as somebody does without scripts. */
async function reloadUntilOver(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId('search-status')).toHaveText(/complete/, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

test('a search is followed live, shows its proof, and opens what it rejected', async ({ desk: page, web, everyWay }) => {
  await page.goto('/companies');
  await hydrated(page);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Companies' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByTestId('providers')).toContainText('SearXNG');
  await expect(page.getByRole('heading', { name: 'No searches yet' })).toBeVisible();
  await everyWay(page, 'no searches yet');

  web.hits = [FALCON, ORCHID, DESERT];
  web.hold();
  await search(page, 'Find companies in ADGM', { City: 'Abu Dhabi' });
  await page.evaluate(() => Object.assign(window, { mark: 'not loaded again' }));
  const layers = page.getByTestId('layers').getByRole('listitem');
  await expect(layers).toHaveCount(7);
  await expect(layers.nth(2)).toHaveAttribute('aria-current', 'step');
  await expect(page.getByTestId('queries')).toContainText('waiting for an answer');
  await expect(page.getByTestId('search-cancel')).toBeVisible();
  await everyWay(page, 'a search under way');
  web.release();
  await expect(page.getByTestId('search-status')).toHaveText(/complete/);
  await expect(layers.last()).toHaveClass('past');

  const companies = page.getByTestId('company');
  await expect(companies).toHaveCount(2);
  const falcon = companies.filter({ hasText: 'Falcon Capital Partners' });
  await expect(falcon.locator('mark')).toHaveText('Falcon Capital Partners has opened an office in ADGM, Abu Dhabi.');
  await expect(falcon.locator('blockquote')).toContainText('A day of news.');
  await expect(falcon).toContainText('published 4 March 2026');
  await expect(falcon.getByTestId('quote-found')).toHaveText('quote found ✓');
  await expect(falcon.getByRole('link', { name: 'Falcon comes' })).toHaveAttribute('href', FALCON.url);
  await expect(companies.filter({ hasText: 'Orchid' }).getByTestId('evidence')).toContainText('undated');
  await falcon.getByTestId('scores').locator('summary').click();
  await expect(falcon.getByTestId('scores')).toContainText('quality');
  const row = page.getByTestId('results').getByRole('row').filter({ hasText: 'Falcon' });
  await expect(row.getByRole('cell')).toContainText(['ADGM', 'Abu Dhabi', '4 March 2026']);
  await expect(page.getByTestId('understanding')).toContainText('ADGM, Abu Dhabi, UAE (free zone)');
  await expect(page.getByTestId('queries')).toContainText('SearXNG: 3 results');
  const costs = page.getByTestId('costs');
  await expect(costs.getByRole('term')).toHaveText(['Understand', 'Write queries', 'Search', 'Read', 'Check and score', 'Total']);
  await expect(costs.getByRole('definition').first()).toContainText('built-in engine');
  await expect(costs.getByRole('definition').last()).toHaveText('0 USD');

  const rejected = page.getByTestId('rejected');
  await rejected.locator('summary').first().click();
  await expect(rejected.getByTestId('candidate')).toContainText('Desert Rose Trading LLC');
  await expect(rejected.locator('mark')).toContainText('opened an office in Abu Dhabi');
  await everyWay(page, 'a finished search');
  expect(await page.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('not loaded again');
  await page.getByTestId('search-export').click();
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', /^\/api\/v1\/company-searches\/[^/]+\/export\?format=csv$/);

  await page.goto('/companies');
  await hydrated(page);
  await expect(page.getByTestId('searches').getByRole('listitem')).toContainText(['Find companies in ADGM']);
  await expect(page.getByTestId('searches')).toContainText('2 companies');
  await everyWay(page, 'a list of searches');
});

test('a second search brings only what is new, and a rating is kept and taken back', async ({ desk: page, web, everyWay }) => {
  await search(page, 'Find companies in ADGM');
  await expect(page.getByTestId('company')).toHaveCount(1);
  web.hits = [FALCON, ORCHID, DESERT];
  await page.getByTestId('search-new').click();
  await expect(page.getByTestId('company')).toHaveCount(1);
  await expect(page.getByTestId('company')).toContainText('Orchid Robotics');
  await page.getByTestId('filtered').locator('summary').first().click();
  await expect(page.getByTestId('filtered')).toContainText('seen before');
  await expect(page.getByTestId('filtered').getByTestId('candidate')).toContainText('Falcon Capital Partners');
  await everyWay(page, 'a search for what is new');

  const rating = page.getByTestId('company-rating');
  await rating.getByRole('button', { name: 'Useful' }).click();
  await expect(rating.getByRole('status')).toHaveText('You find this company useful.');
  await page.reload();
  await hydrated(page);
  await expect(rating.getByRole('button', { name: 'Useful' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByTestId('rating-undo').click();
  await expect(rating.getByRole('button', { name: 'Useful' })).toHaveAttribute('aria-pressed', 'false');

  // Nothing is new any more; what was seen can be looked at again.
  await page.getByTestId('search-new').click();
  await expect(page.getByTestId('nothing-found')).toContainText('No new companies found in ADGM: 2 seen before.');
  await page.getByTestId('search-all').click();
  await expect(page.getByTestId('company')).toHaveCount(2);
});

test('an empty result says why and broadens only when it is pressed, also on a phone', async ({ desk: page, web, everyWay }) => {
  web.hits = [DESERT];
  await page.setViewportSize({ width: 320, height: 640 });
  await search(page, 'Find companies in Khalifa Port Free Zone', { Area: 'Khalifa Port Free Zone', City: 'Abu Dhabi' });
  const nothing = page.getByTestId('nothing-found');
  await expect(nothing).toContainText('No companies found in Khalifa Port Free Zone matching your criteria.');
  await expect(nothing).toContainText('Try broadening to Abu Dhabi or All UAE');
  await expect(page.getByTestId('company')).toHaveCount(0);
  await everyWay(page, 'nothing found');
  await page.setViewportSize({ width: 320, height: 640 });
  const narrow = page.url();
  await nothing.getByRole('button', { name: 'Search Abu Dhabi' }).click();
  await expect(page).not.toHaveURL(narrow);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find companies in Abu Dhabi');
  await expect(page.getByTestId('company')).toContainText('Desert Rose Trading LLC');
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, 'it scrolls sideways').toBeLessThanOrEqual(0);
});

test('on a phone two tabs follow one search, one from its middle, and both end alike', async ({ desk: page, web, complaints }) => {
  const narrow = { width: 320, height: 640 };
  await page.setViewportSize(narrow);
  web.hits = [FALCON, ORCHID, DESERT];
  web.hold();
  await search(page, 'Find companies in ADGM');
  await hydrated(page);
  await expect(page.getByTestId('queries')).toContainText('waiting for an answer');
  const other = await page.context().newPage();
  listen(other, complaints);
  await other.setViewportSize(narrow);
  await other.goto(page.url());
  await hydrated(other);
  const layers = (tab: Page) => tab.getByTestId('layers').getByRole('listitem');
  await expect(layers(other).nth(2)).toHaveAttribute('aria-current', 'step');
  const asked = new Set(web.asked).size;
  // Whoever loads the page again asks nobody anew.
  await page.reload();
  await hydrated(page);
  await expect(layers(page).nth(2)).toHaveAttribute('aria-current', 'step');
  expect(new Set(web.asked).size).toBe(asked);
  web.release();
  const names = (tab: Page) => tab.getByTestId('results').getByRole('rowheader').allTextContents();
  for (const tab of [page, other]) {
    await expect(tab.getByTestId('search-status')).toHaveText(/complete/);
    await expect(tab.getByTestId('company')).toHaveCount(2);
    // With the keyboard alone.
    const rejected = tab.getByTestId('rejected');
    await rejected.locator('summary').first().press('Enter');
    await expect(rejected.getByTestId('candidate')).toContainText('Desert Rose Trading LLC');
    const over = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, 'it scrolls sideways').toBeLessThanOrEqual(0);
  }
  expect(await names(other)).toEqual(await names(page));
  await other.close();
});

test('a search is cancelled, and one that nobody answers says nothing about companies', async ({ desk: page, web }) => {
  web.hold();
  await search(page, 'Find companies in ADGM');
  await hydrated(page);
  await expect.poll(() => web.asked.length).toBeGreaterThan(0);
  await page.getByTestId('search-cancel').click();
  await expect(page.getByTestId('search-status')).toHaveText(/cancelled/);
  web.fails = 500;
  web.release();
  await search(page, 'Find companies in DIFC');
  await expect(page.getByTestId('search-banner')).toContainText('Did not answer: SearXNG.');
  await expect(page.getByTestId('company')).toHaveCount(0);
  await expect(page.getByText('No companies found')).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

  test('a search is started, read, judged and gone on from', async ({ desk: page, web }) => {
    await search(page, 'Find companies in ADGM');
    await reloadUntilOver(page);
    await expect(page.getByTestId('company').locator('mark')).toContainText('Falcon Capital Partners');
    await page.getByTestId('company-rating').getByRole('button', { name: 'Not for me' }).click();
    await expect(page.getByTestId('company-rating').getByRole('status')).toHaveText('Your next searches will leave this company out.');
    await page.getByTestId('company-rating').getByRole('button', { name: 'Remove rating' }).click();
    web.hits = [FALCON, ORCHID];
    await page.getByTestId('search-new').click();
    await reloadUntilOver(page);
    await expect(page.getByTestId('company')).toContainText('Orchid Robotics');
  });
});

shared('where no web search is set up, that is what the page says, and an interview fills the form', async ({ signedIn: page }) => {
  const id = await begin(page);
  await page.goto(`/companies?session=${id}`);
  await hydrated(page);
  await expect(page.getByTestId('providers')).toContainText('No web search is set up, so only your own documents are searched.');
  await expect(page.getByTestId('from-interview').getByRole('link')).toHaveAttribute('href', `/interviews/${id}`);
  await page.goto('/companies?session=11111111-1111-4111-8111-111111111111&city=Dubai');
  await hydrated(page);
  await expect(page.getByTestId('from-interview')).toHaveCount(0);
  await expect(page.getByLabel('City')).toHaveValue('Dubai');
});
