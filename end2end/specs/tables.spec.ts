import { test, expect, hydrated } from '../fixtures.ts';
import { file } from '../shop.ts';
import type { Page } from '@playwright/test';

// As spreadsheets export it, with the marks of one country.
const SALES = [
  'order_id;date;revenue;margin;postcode;note',
  '1001;05.01.2026;"1.200,50 €";12 %;01099;first',
  '1002;06.01.2026;"31.200,00 €";8,5 %;10115;',
  '1003;;"950,25 €";10 %;01067;a third one',
  '1004;31.01.2026;n/a;9 %;80331;' + 'a long remark of a customer who had much to say '.repeat(4),
].join('\n');
const MANY = ['n,word', ...Array.from({ length: 120 }, (_, n) => `${n + 1},${n % 2 ? 'odd' : 'even'}`)].join('\n');

/** The address of a table of a new project. */
async function table(page: Page, name: string, csv: string): Promise<string> {
  const project = (await (await page.request.post('/api/v1/projects', { data: { name: 'Exports' } })).json()).id;
  const form = new FormData();
  form.append('name', 'files');
  form.append('file', new File([csv], `${name}.csv`));
  const added = await page.request.post(`/api/v1/projects/${project}/sources`, { headers: { prefer: 'wait=60' }, multipart: form });
  expect(added.ok(), await added.text()).toBe(true);
  return `/projects/${project}/sources/${(await added.json()).id}/tables/${name}`;
}

const cells = (page: Page, row: number) => page.getByTestId('rows').getByRole('row').nth(row).getByRole('cell');

test('a file as people export it is read as what it means, and each column can be undone', async ({ signedIn: page, everyWay }) => {
  const address = await table(page, 'sales', SALES);
  await page.goto(address);
  await hydrated(page);
  const rows = page.getByTestId('rows');
  await expect(rows.getByRole('columnheader', { name: 'revenue' })).toContainText('€');
  await expect(cells(page, 1)).toHaveText(['1001', '5 Jan 2026', '1200.50', '12.0', '01099', 'first']);
  await expect(cells(page, 2).nth(2)).toHaveText('31\u202f200.00');
  // A long text is shortened, and all of it is a press away.
  const long = cells(page, 4).nth(5).locator('details');
  await expect(long.locator('p')).toBeHidden();
  await long.locator('summary').click();
  await expect(long.locator('p')).toContainText('much to say a long remark');

  const read = page.getByTestId('conversions');
  await expect(read).toContainText('revenue: read as a number in €; 1 of 4 values (“n/a”) became empty.');
  await expect(read).toContainText('date: read as a date.');
  await expect(read).not.toContainText('postcode');
  await expect(page.getByTestId('remarks')).toContainText('1 row has no date.');
  const profile = page.getByTestId('profile');
  await expect(profile.locator('> li').filter({ hasText: 'revenue' })).toContainText('950.25');
  await expect(profile.locator('> li').filter({ hasText: 'revenue' }).getByTestId('histogram')).toBeVisible();
  await everyWay(page, 'a table of an exported file');

  await read.getByRole('button', { name: 'Show the text: revenue' }).click();
  await expect(cells(page, 1).nth(2)).toHaveText('1.200,50 €');
  await expect(cells(page, 4).nth(2)).toHaveText('n/a');
  await expect(cells(page, 1).nth(1), 'the others stay').toHaveText('5 Jan 2026');
  await expect(read).toContainText('revenue is kept as text, as you chose.');
  await read.getByRole('button', { name: 'Convert again: revenue' }).click();
  await expect(cells(page, 1).nth(2)).toHaveText('1200.50');
});

test('rows are sorted by their columns and come in pages', async ({ signedIn: page, everyWay }) => {
  const address = await table(page, 'many', MANY);
  await page.goto(address);
  await hydrated(page);
  const range = page.getByTestId('rows-range');
  await expect(range).toHaveText('Rows 1 to 50 of 120');
  await expect(cells(page, 1).first()).toHaveText('1');
  const head = page.getByTestId('rows').getByRole('columnheader', { name: 'n', exact: true });
  await head.getByRole('link').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('link').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(cells(page, 1).first()).toHaveText('120');
  await page.getByRole('link', { name: 'Later rows' }).click();
  await expect(page).toHaveURL(/sort=n&order=desc&from=50$/);
  await expect(cells(page, 1).first()).toHaveText('70');
  await page.getByRole('link', { name: 'Later rows' }).click();
  await expect(range).toHaveText('Rows 101 to 120 of 120');
  await expect(page.getByRole('link', { name: 'Later rows' })).toHaveCount(0);
  await everyWay(page, 'the last rows of a table');
  await page.goto(`${address}?from=5000`);
  await expect(page.getByTestId('no-rows')).toHaveText('No more rows.');
});

test('without scripts a table has its rows, its order and its way back', async ({ signedIn: page, browser, baseURL }) => {
  const address = await table(page, 'sales', SALES);
  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState: await page.context().storageState() });
  const other = await plain.newPage();
  await other.goto(address);
  await other.getByTestId('rows').getByRole('columnheader', { name: 'revenue' }).getByRole('link').click();
  await expect(cells(other, 1).nth(2)).toHaveText('950.25');
  await other.getByRole('button', { name: 'Show the text: revenue' }).click();
  await expect(cells(other, 1).nth(2)).toHaveText('1.200,50 €');
  // It is computed meanwhile, and there when the page is asked for again.
  await expect(async () => {
    await other.reload();
    await expect(other.getByTestId('profile')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await plain.close();
});
