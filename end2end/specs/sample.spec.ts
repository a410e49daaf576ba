import { expect, hydrated } from '../fixtures.ts';
import { test } from '../house.ts';

// A page of a project that is deleted reads it once more, and hears that it is gone.
test.use({ tolerated: /status of 404/ });

test('an empty installation offers a sample project that is complete, and it can be deleted', async ({ house, everyWay }) => {
  const { page, url, call } = house;
  await page.goto(url);
  await hydrated(page);
  await everyWay(page, 'a start page with a sample');
  await page.getByTestId('sample').getByRole('button', { name: 'Open the sample project' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample: Harbour Books');
  await expect(page.locator('main')).toContainText('A made-up bookshop, computed by this program');
  const project = page.url().split('/').pop();
  await page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name: 'Sources' }).click();
  await expect(page).toHaveURL(/\/sources$/);
  for (const source of ['shop', 'How we count', 'Returns', 'stock', 'monthly-report']) {
    await expect(page.locator('main').getByRole('link', { name: source, exact: true })).toBeVisible();
  }
  const sql = 'SELECT c.town, COUNT(*) AS orders FROM orders o JOIN customers c ON o.customer_id = c.id GROUP BY c.town';
  await page.goto(`${url}/projects/${project}/query?sql=${encodeURIComponent(sql)}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByRole('cell', { name: 'Saltbridge' })).toBeVisible();
  await page.goto(`${url}/projects/${project}/search?q=${encodeURIComponent('return rate')}`);
  await expect(page.locator('main')).toContainText('How we count');

  await page.goto(url);
  await expect(page.getByTestId('sample')).toHaveCount(0);
  await page.getByTestId('home-projects').getByRole('link', { name: 'Sample: Harbour Books' }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${project}$`));
  await call(`/api/v1/projects/${project}`, undefined, 'DELETE');
  await page.goto(url);
  await expect(page.getByTestId('sample')).toBeVisible();
});
