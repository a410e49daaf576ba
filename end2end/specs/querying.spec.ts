import { test, expect, hydrated } from '../fixtures.ts';
import { filled, writeQuery } from '../shop.ts';

test('a query is written with completion, drawn, saved, opened again and downloaded', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/query`);
  await hydrated(page);
  const editor = page.getByTestId('sql-editor');
  await expect(editor).toBeVisible();
  await everyWay(page, 'an empty editor');

  // Names of tables and columns are completed.
  await editor.pressSequentially('SELECT country, COUNT(*) AS n FROM ord');
  const completions = page.getByRole('listbox').getByRole('option');
  await expect(completions.filter({ hasText: 'orders' }).first()).toBeVisible();
  // A list that has only just appeared takes no Enter, so that nobody accepts what they have not seen.
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await expect(editor).toContainText('FROM orders');
  await editor.pressSequentially(' GROUP BY country ORDER BY n DESC');
  await page.keyboard.press('Escape');
  await editor.press('Control+Enter');
  await expect(page.getByTestId('sql-answer').getByRole('cell')).toHaveText(['AT', '2', 'DE', '1']);
  await expect(page.getByTestId('query-chart').getByRole('img')).toHaveAccessibleName(/n: country/);
  await page.locator('details', { has: page.getByTestId('history') }).locator('summary').click();
  await expect(page.getByTestId('history').getByRole('link')).toHaveCount(1);
  await everyWay(page, 'a query with a picture');

  await page.getByText('Save query').click();
  const form = page.getByTestId('save-query');
  await form.getByLabel('Name').fill('Orders by country');
  await everyWay(page, 'a query that is about to be saved');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('query-saved')).toHaveText('Orders by country is saved.');
  const saved = page.getByTestId('saved-queries');
  await expect(saved.getByRole('link', { name: 'Orders by country' })).toBeVisible();

  // What is chosen comes into the editor, and the answer stays until it is run.
  await page.getByTestId('examples').getByRole('link', { name: 'First rows of orders' }).click();
  await expect(editor).toHaveText('SELECT * FROM orders LIMIT 100');
  await expect(page.getByTestId('query-chart')).toBeVisible();
  await saved.getByRole('link', { name: 'Orders by country' }).click();
  await expect(editor).toContainText('GROUP BY country');
  await editor.press('Control+Enter');
  await expect(page.getByTestId('sql-count')).toContainText('2 rows in');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const stream = await (await download).createReadStream();
  let text = '';
  for await (const chunk of stream) text += chunk;
  expect(text.trim().split(/\s+/)).toEqual(['country,n', 'AT,2', 'DE,1']);

  await saved.getByRole('button', { name: 'Delete Orders by country' }).click();
  await expect(saved.getByRole('listitem')).toHaveCount(0);
});

test('a name beside the query is inserted, and a function of another database leads to the one that does it', async ({ signedIn: page }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/query`);
  await hydrated(page);
  const editor = page.getByTestId('sql-editor');
  const tables = page.getByRole('complementary', { name: 'Tables' });
  await writeQuery(page, 'SELECT ');
  const orders = tables.locator('details').filter({ hasText: 'country' });
  await orders.locator('summary').click();
  await orders.getByRole('button', { name: 'country', exact: true }).click();
  await expect(editor).toHaveText('SELECT country');
  await expect(editor).toBeFocused();
  await writeQuery(page, "SELECT strftime('%Y', country) FROM orders");
  await editor.press('Control+Enter');
  await expect(page.getByTestId('sql-fault')).toContainText("Unknown function strftime: date_trunc('month', ordered_at)");
});

test('a search without a hit says so and offers what is there', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/search?q=xyzzy`);
  await hydrated(page);
  const none = page.getByTestId('no-hit');
  await expect(none.getByRole('heading', { name: 'Nothing was found' })).toBeVisible();
  await everyWay(page, 'a search that offers something else');
  await none.getByRole('link', { name: 'orders' }).click();
  await expect(page.getByTestId('hits').getByRole('link', { name: 'orders', exact: true })).toBeVisible();
});

test('a document is read as a whole and searched', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/search?q=VIP`);
  await hydrated(page);
  await page.getByTestId('hits').getByRole('link', { name: 'rules' }).click();
  await expect(page).toHaveURL(/\/documents\/rules/);
  const document = page.getByTestId('document');
  await expect(document).toContainText('How we count.');
  await expect(document).toContainText('lifetime value');
  await expect(document.getByRole('navigation', { name: 'Contents' }).getByRole('link')).toHaveText(['Rules', 'Customers']);
  await everyWay(page, 'a document');
  await document.getByRole('searchbox').fill('customer');
  await document.getByRole('searchbox').press('Enter');
  await expect(page.getByTestId('matches')).toHaveText('1 of 2');
  await expect(document.locator('mark[aria-current]')).toHaveText('Customers');
  await document.getByRole('link', { name: 'Next match' }).click();
  await expect(page.getByTestId('matches')).toHaveText('2 of 2');
  await expect(document.locator('mark[aria-current]')).toHaveText('customer');
  await everyWay(page, 'a document with marks');
  await document.getByRole('link', { name: 'Next match' }).click();
  await expect(page.getByTestId('matches')).toHaveText('1 of 2');
  await document.getByRole('searchbox').fill('xyzzy');
  await document.getByRole('searchbox').press('Enter');
  await expect(page.getByTestId('matches')).toHaveText('Not found in this document.');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

  test('marks of a document lead to one another', async ({ signedIn: page }) => {
    const project = await filled(page);
    await page.goto(`/projects/${project}/search?q=VIP`);
    await page.getByTestId('hits').getByRole('link', { name: 'rules' }).click();
    await page.getByTestId('document').getByRole('searchbox').fill('customer');
    await page.getByTestId('document').getByRole('searchbox').press('Enter');
    await page.getByRole('link', { name: 'Next match' }).click();
    await expect(page.getByTestId('matches')).toHaveText('2 of 2');
    await expect(page).toHaveURL(/at=2#mark-2$/);
  });
});
