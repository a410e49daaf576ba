import { expect, hydrated } from '../fixtures.ts';
import { test } from '../house.ts';

// What is refused is answered with 422, which a browser writes into its console.
test.use({ tolerated: /status of 422/ });

test('an administrator sets what databases and searches cost, is told what is wrong, and goes back', async ({ house, everyWay }) => {
  const { page, url, call } = house;
  const prices = () => call('/api/v1/admin/prices', undefined, 'GET');
  await page.goto(`${url}/admin`);
  await page.getByRole('link', { name: 'Prices' }).click();
  await expect(page).toHaveURL(/\/admin\/prices$/);
  await hydrated(page);
  await expect(page.getByTestId('prices-whose')).toContainText('public list prices');
  await expect(page.getByTestId('price-bigquery').getByLabel('Per terabyte read')).toHaveValue('6.25');
  await everyWay(page, 'the list prices');

  await page.getByTestId('price-snowflake').getByLabel('Per second of query time').fill('0,002');
  await page.getByLabel('Brave').fill('cheap');
  await page.getByTestId('prices-save').click();
  await expect(page.getByRole('alert').first()).toContainText('Cheap for brave is no number');
  await expect(page.getByLabel('Brave')).toHaveValue('cheap');
  await page.getByLabel('Brave').fill('0.005');
  await page.getByTestId('prices-save').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('prices-whose')).toContainText('set in this workspace');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  const own = await prices();
  expect(own.warehouses.find((one: any) => one.kind === 'snowflake').per_second_usd).toBe(0.002);
  expect(own.searches.find((one: any) => one.provider === 'brave').per_call_usd).toBe(0.005);
  await everyWay(page, 'prices of our own');

  await page.getByTestId('prices-reset').click();
  await page.getByTestId('prices-reset-now').click();
  await expect(page.getByTestId('prices-whose')).toContainText('public list prices');
  expect((await prices()).listed).toBe(true);
});
