import { test, expect, hydrated } from '../fixtures.ts';

const ORDERS = 'id,customer,total,country\n1,Ada,10.5,AT\n2,Bob,20,DE\n3,Ada,30,AT\n';

// What is refused is said with this status, and the browser notes it.
test.use({ tolerated: /status of 422/ });

test('from an upload to a query answered', async ({ signedIn: page, everyWay }) => {
  await page.goto('/projects');
  await hydrated(page);
  await page.getByLabel('Name').fill('Music store');
  await page.getByLabel('What it is about').fill('Sales of the online store');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Music store' })).toBeVisible();
  await hydrated(page);

  await page.getByTestId('upload-files').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(ORDERS) });
  await page.getByLabel('Name of the source').fill('shop');
  await page.getByTestId('upload-send').click();
  await expect(page.getByTestId('upload-told')).toContainText('shop: 1 table, 4 columns, 3 rows');
  await expect(page.getByTestId('sources')).toContainText('shop');

  // A file that cannot be read is told beside the form.
  await page.getByTestId('upload-files').setInputFiles({ name: 'broken.sqlite', mimeType: 'application/octet-stream', buffer: Buffer.from('no database') });
  await page.getByTestId('upload-send').click();
  await expect(page.getByTestId('upload-told')).not.toBeEmpty();
  await expect(page.getByTestId('sources').getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: 'Test shop' }).click();
  await expect(page.getByTestId('tested')).toContainText('shop: It can be reached and read.');

  await page.getByTestId('sources').getByRole('link', { name: 'shop' }).click();
  const found = page.getByTestId('found');
  await expect(found).toContainText('orders');
  await found.locator('summary').first().click();
  await expect(found.getByRole('rowheader', { name: 'country' })).toBeVisible();

  await page.getByRole('searchbox').fill('orders by country');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByTestId('hits')).toContainText('shop.orders');

  await page.getByRole('textbox', { name: 'Query' }).fill('SELECT country, COUNT(*) AS n FROM orders GROUP BY country ORDER BY n DESC');
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByTestId('sql-answer').getByRole('cell')).toHaveText(['AT', '2', 'DE', '1']);
  await everyWay(page);

  await page.getByRole('textbox', { name: 'Query' }).fill('DROP TABLE orders');
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByTestId('sql-fault')).toBeVisible();

  await page.getByRole('button', { name: 'Delete shop' }).click();
  await expect(page.getByText('Nothing is connected yet.')).toBeVisible();
});
