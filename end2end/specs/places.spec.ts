import { expect, hydrated } from '../fixtures.ts';
import { test } from '../house.ts';

test.use({ tolerated: /status of 422/ });

test('a place of the tenant is added, corrected and removed', async ({ house, everyWay }) => {
  const { page, url } = house;
  await page.goto(`${url}/admin/places`);
  await hydrated(page);
  await expect(page.locator('main')).toContainText('No places of your own yet');
  await everyWay(page);
  await page.getByLabel('Name', { exact: true }).fill('Blue Harbour Hub');
  await page.getByLabel('Other names').fill('BHH\nBlue Harbour Free Zone');
  await page.getByLabel('In the city').fill('Port Nowhere');
  await page.getByTestId('save-place').click();
  await expect(page.getByRole('alert')).toContainText('country');
  await expect(page.getByLabel('Name', { exact: true }), 'what was written stays').toHaveValue('Blue Harbour Hub');
  await page.getByLabel('In the city').fill('Abu Dhabi');
  await page.getByTestId('save-place').click();
  await expect(page.getByTestId('place')).toContainText('Abu Dhabi, UAE');
  await expect(page.getByTestId('place')).toContainText('also BHH, Blue Harbour Free Zone');
  await everyWay(page);

  await page.getByTestId('edit-place').click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Edit Blue Harbour Hub');
  await page.getByLabel('Kind').selectOption('district');
  await page.getByTestId('save-place').click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Add a place');
  await expect(page.getByTestId('place')).toContainText('district');

  await page.getByLabel('Remove Blue Harbour Hub').click();
  await page.getByTestId('remove-place').click();
  await expect(page.locator('main')).toContainText('No places of your own yet');
});
