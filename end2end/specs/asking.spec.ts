import { test, expect, hydrated } from '../fixtures.ts';
import { filled, writeQuery } from '../shop.ts';

// What is refused is said with this status, and the browser notes it.
test.use({ tolerated: /status of 422/ });

test('a search says what was found, why, and leads there', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/search`);
  await hydrated(page);
  await everyWay(page, 'a search that has not begun');
  await page.getByRole('searchbox').fill('orders of customers');
  await page.getByRole('searchbox').press('Enter');
  const hits = page.getByTestId('hits');
  await expect(hits.locator('mark').filter({ hasText: 'orders' }).first()).toBeVisible();
  await hydrated(page);
  await everyWay(page, 'what a search found');
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ArrowDown');
  await expect(hits.getByRole('link').first()).toBeFocused();
  await hits.getByRole('link', { name: 'orders', exact: true }).click();
  await expect(page).toHaveURL(/\/tables\/orders$/);

  await page.goto(`/projects/${project}/search?q=find%20a%20pet`);
  await page.getByTestId('hits').getByRole('link', { name: 'GET /pet/{petId}' }).click();
  await expect(page.getByTestId('found')).toContainText('getPetById');
  await page.goto(`/projects/${project}/search?q=qqqqzzzz`);
  await expect(page.getByRole('heading', { name: 'Nothing was found' })).toBeVisible();
  await everyWay(page, 'a search without a hit');
});

test('a query is answered, refused, cancelled and downloaded', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/query`);
  await hydrated(page);
  await everyWay(page, 'a query that is not written yet');
  const field = page.getByTestId('sql-editor');
  await writeQuery(page, "SELECT '=1+1' AS cell, total FROM orders ORDER BY total");
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByTestId('sql-count')).toContainText('3 rows in');
  await everyWay(page, 'a query that is answered');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const stream = await (await download).createReadStream();
  let text = '';
  for await (const chunk of stream) text += chunk;
  expect(text).toContain("'=1+1,10.5");

  await writeQuery(page, 'DROP TABLE orders');
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByTestId('sql-fault')).toBeVisible();
  await everyWay(page, 'a query that is refused');

  // The answer is held back until the query is cancelled.
  let held = () => {};
  await page.route('**/call/projects/read', async (route) => {
    await new Promise<void>((resolve) => (held = resolve));
    await route.abort().catch(() => {});
  });
  await writeQuery(page, 'SELECT COUNT(*) FROM orders');
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Running' })).toBeVisible();
  await everyWay(page, 'a query that runs');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled.')).toBeVisible();
  held();
  await page.unrouteAll();
  await field.press('Control+Enter');
  await expect(page.getByTestId('sql-answer').getByRole('cell')).toHaveText(['3']);

  // A query behind the # is shared with whoever has the address, and with no server.
  await page.goto('about:blank');
  const referrers: string[] = [];
  page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''));
  await page.goto(`/projects/${project}/query#sql=${encodeURIComponent('SELECT 7 AS shared')}`);
  await hydrated(page);
  await expect(field).toHaveText('SELECT 7 AS shared');
  await expect(page.getByTestId('sql-answer')).toHaveCount(0);
  await field.press('Control+Enter');
  await expect(page.getByTestId('sql-answer').getByRole('cell')).toHaveText(['7']);
  expect(referrers.filter((referrer) => referrer.includes('shared'))).toEqual([]);
});

test('the address holds the query that was asked last, unless it was changed since or is long', async ({ signedIn: page }) => {
  const project = await filled(page);
  const here = new RegExp(`/projects/${project}/query$`);
  await page.goto(`/projects/${project}/query?sql=${encodeURIComponent('SELECT 1 AS given')}`);
  await hydrated(page);
  await expect(page).toHaveURL(/\/query#sql=SELECT/);
  const field = page.getByTestId('sql-editor');
  await field.press('End');
  await field.press('Space');
  await expect(page).toHaveURL(here);

  await writeQuery(page, 'SELECT 2 AS two');
  await field.press('Control+Enter');
  await expect(page.getByTestId('sql-answer').getByRole('cell')).toHaveText(['2']);
  await expect(page).toHaveURL(/\/query#sql=SELECT%202/);

  const long = `SELECT total FROM orders WHERE id IN (${Array.from({ length: 2_000 }, (_, at) => at).join(', ')}) AND customer = 'Ada'`;
  await writeQuery(page, long);
  await field.press('Control+Enter');
  await expect(page.getByTestId('sql-count')).toContainText('2 rows in');
  await expect(page).toHaveURL(here);
  const download = page.waitForEvent('download', { timeout: 30_000 });
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const stream = await (await download).createReadStream();
  let text = '';
  for await (const chunk of stream) text += chunk;
  expect(text.trim().split(/\s+/)).toEqual(['total', '10.5', '30.0']);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

  test('a query is sent by its form', async ({ signedIn: page }) => {
    const project = await filled(page);
    await page.goto(`/projects/${project}/query?sql=SELECT%20COUNT(*)%20FROM%20orders`);
    await expect(page.getByTestId('sql-answer')).toHaveCount(0);
    await page.getByRole('button', { name: 'Run query' }).click();
    await expect(page.getByTestId('sql-answer').getByRole('cell')).toHaveText(['3']);
    await expect(page).toHaveURL(/\/query$/);
  });
});

test('a tool is tried out and programs are told how', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/tools`);
  await hydrated(page);
  await expect(page.getByText(`/mcp?project=${project}`).first()).toBeVisible();
  await everyWay(page, 'tools');
  await page.getByRole('combobox', { name: 'Tool' }).selectOption('search_tables');
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect(page).toHaveURL(/tool=search_tables/);
  await hydrated(page);
  await page.getByRole('textbox', { name: 'query' }).fill('orders');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByTestId('tool-table').getByRole('cell', { name: 'orders', exact: true })).toBeVisible();
  await expect(page.getByTestId('tool-answer')).toContainText('"relevance"');
  await expect(page.getByText(`/api/v1/projects/${project}/tools/search_tables`)).toBeVisible();
  await everyWay(page, 'a tool that has answered');
  await page.getByRole('textbox', { name: 'limit' }).fill('many');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByTestId('alert')).toContainText('Limit is a whole number.');
});

test('a connection is tried before it is kept, and its secrets are not shown', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/connect`);
  await hydrated(page);
  await everyWay(page, 'kinds of sources');
  await page.getByRole('link', { name: 'PostgreSQL' }).click();
  await page.getByLabel('Name of the source').fill('warehouse');
  await page.getByLabel('Host').fill('127.0.0.1');
  await page.getByLabel('Database', { exact: true }).fill('shop');
  await page.getByLabel('User').fill('reader');
  await page.getByLabel('Password').fill('secret');
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByTestId('alert')).toContainText('private');
  await everyWay(page, 'a connection that is refused');
  await page.getByRole('link', { name: 'Confluence' }).click();
  await page.getByLabel('Name of the source').fill('wiki');
  await page.getByLabel('Address of the wiki').fill('http://127.0.0.1:9/wiki');
  await page.getByLabel('Key of the space').fill('ENG');
  await page.getByLabel('API token').fill('secret');
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByTestId('alert')).toContainText('DISCOVERY_ALLOW_PRIVATE_URLS');
  await everyWay(page, 'a wiki that is refused');
  await page.getByRole('link', { name: 'A text' }).click();
  await page.getByLabel('Name of the source').fill('terms');
  await page.getByLabel('The text').fill('# Terms\n\nA return is free.');
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByTestId('connect-told')).toContainText('It can be reached and read.');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'terms' })).toBeVisible();
});
