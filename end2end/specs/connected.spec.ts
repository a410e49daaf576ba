import { execFileSync } from 'node:child_process';
import { test, expect, hydrated, OwnServer } from '../fixtures.ts';
import { ORDERS, writeQuery } from '../shop.ts';
import { stored } from '../stored.ts';

// What is refused is said with this status, and the browser notes it.
test.use({ tolerated: /status of 422/ });

async function project(page: import('@playwright/test').Page, name: string): Promise<string> {
  return (await (await page.request.post('/api/v1/projects', { data: { name } })).json()).id;
}

test('files are dropped, go up with progress, and are tables', async ({ signedIn: page }) => {
  const id = await project(page, 'Dropped');
  await page.goto(`/projects/${id}/sources`);
  await hydrated(page);
  // Slow enough on the way that progress can be seen.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 600_000 });
  const rows = Array.from({ length: 60_000 }, (_, at) => `${at},Ada,${at}.5,AT`).join('\n');
  const dropped = await page.evaluateHandle(
    ([small, large]) => {
      const data = new DataTransfer();
      data.items.add(new File([small], 'orders.csv', { type: 'text/csv' }));
      data.items.add(new File([large], 'large.csv', { type: 'text/csv' }));
      return data;
    },
    [ORDERS, `id,customer,total,country\n${rows}\n`],
  );
  const zone = page.locator('.drop-zone');
  await page.getByTestId('upload-options').click();
  await page.getByLabel('Name of the source').fill('shop');
  await zone.dispatchEvent('dragenter', { dataTransfer: dropped });
  await expect(zone).toHaveClass(/over/);
  const told = page.getByTestId('upload-told');
  // Every value that the bar of the large file has on its way.
  await page.evaluate(() => {
    const seen: number[] = [];
    (window as any).seen = seen;
    const look = () => {
      const bar = [...document.querySelectorAll<HTMLProgressElement>('.uploads progress')].at(-1);
      if (bar && !bar.hidden && seen.at(-1) !== bar.value) seen.push(bar.value);
      requestAnimationFrame(look);
    };
    look();
  });
  await zone.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(zone).not.toHaveClass(/over/);
  await expect(told.getByRole('listitem')).toHaveCount(2);
  await expect(told.getByRole('progressbar').first()).toBeVisible();
  await expect(told).toContainText('shop: 2 tables', { timeout: 30_000 });
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  const seen: number[] = await page.evaluate(() => (window as any).seen);
  const between = seen.filter((value) => value > 0 && value < 100);
  expect(between.length, `the bar moves: ${seen}`).toBeGreaterThan(0);
  expect([...seen].sort((one, other) => one - other), 'and never back').toEqual(seen);
  await expect(told.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByTestId('sources')).toContainText('shop');
});

test('a skill shows what it links to', async ({ signedIn: page, everyWay }) => {
  const id = await project(page, 'Skilled');
  const text = '---\nname: financial-analysis\ndescription: How to read the books\n---\n\n# Finance\n\nSee [indicators](references/indicators.md) and [the API](https://example.com/api).\n';
  const archive = stored({ 'finance/SKILL.md': text, 'finance/references/indicators.md': '# Indicators\n\nLiquidity.\n' });
  await page.goto(`/projects/${id}/sources`);
  await hydrated(page);
  await page.getByTestId('upload-files').setInputFiles({ name: 'finance.zip', mimeType: 'application/zip', buffer: archive });
  await expect(page.getByTestId('upload-told')).toContainText('1 skill, 2 links');
  await page.getByTestId('sources').getByRole('link', { name: 'finance', exact: true }).click();
  const found = page.getByTestId('found');
  await expect(found).toContainText('financial-analysis');
  await expect(found).toContainText('How to read the books');
  for (const closed of await found.locator('details:not([open]) > summary').all()) await closed.click();
  await expect(found.getByText('references/indicators.md').first()).toBeVisible();
  await expect(found.getByText('https://example.com/api').first()).toBeVisible();
  await hydrated(page);
  await everyWay(page, 'a skill with links');
});

test('a real Postgres is connected on the page and asked', async ({ page, playwright }) => {
  const address = process.env.DISCOVERY_TEST_POSTGRES;
  if (!address) throw new Error('this needs a Postgres in DISCOVERY_TEST_POSTGRES: `.ci/e2e` starts one');
  const named = new URL(address);
  const database = `page_${process.pid}`;
  const psql = (on: string, sql: string) => execFileSync('psql', ['-v', 'ON_ERROR_STOP=1', '-q', '-h', named.hostname, '-p', named.port || '5432', '-U', named.username, '-d', on, '-c', sql]);
  psql('postgres', `DROP DATABASE IF EXISTS ${database}`);
  psql('postgres', `CREATE DATABASE ${database}`);
  psql(database, "CREATE TABLE orders (id INT PRIMARY KEY, total NUMERIC(10, 2), country TEXT); INSERT INTO orders VALUES (1, 10.5, 'AT'), (2, 20.5, 'DE'), (3, 30, 'AT')");
  const server = new OwnServer('admin-token', { DISCOVERY_ALLOW_PRIVATE_URLS: 'true' });
  await server.start();
  try {
    await page.setExtraHTTPHeaders({ authorization: 'Bearer admin-token' });
    const api = await playwright.request.newContext({ extraHTTPHeaders: { authorization: 'Bearer admin-token' } });
    const { id } = await (await api.post(`${server.url}/api/v1/projects`, { data: { name: 'Connected' } })).json();
    await page.goto(`${server.url}/projects/${id}/connect?kind=postgres`);
    await hydrated(page);
    const form = page.getByTestId('connect-form');
    await form.locator('[name=name]').fill('shop');
    await form.locator('[name=host]').fill(named.hostname);
    await form.locator('[name=port]').fill(named.port || '5432');
    await form.locator('[name=database]').fill('nowhere');
    await form.locator('[name=user]').fill(named.username);
    await form.locator('[name=password]').fill('geheim-0199');
    await form.locator('[name=tls]').selectOption('off');
    await form.locator('#try-connection').click();
    await expect(form).toContainText('has no database nowhere');
    await form.locator('[name=database]').fill(database);
    await form.locator('#try-connection').click();
    await expect(page.getByTestId('connect-told')).toContainText('It can be reached and read.');
    await form.getByRole('button').last().click();
    await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/);
    expect(await page.content()).not.toContain('geheim-0199');
    await page.getByTestId('tables').getByRole('link', { name: 'orders' }).click();
    await page.getByTestId('query-table').click();
    await expect(page.getByTestId('sql-editor')).toHaveText(/SELECT \* FROM/);
    await hydrated(page);
    await page.getByRole('button', { name: 'Run query' }).click();
    await expect(page.getByTestId('sql-answer').getByRole('row')).toHaveCount(4);
    await writeQuery(page, 'SELECT country, SUM(total) AS total FROM orders GROUP BY country ORDER BY country');
    await page.getByTestId('sql-editor').press('Control+Enter');
    await expect(page.getByTestId('sql-answer').getByRole('cell')).toHaveText(['AT', '40.5', 'DE', '20.5']);
    await api.dispose();
    await page.goto('about:blank');
  } finally {
    await server.remove();
    psql('postgres', `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  }
});
