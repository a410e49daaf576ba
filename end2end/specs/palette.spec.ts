import { test, expect, hydrated } from '../fixtures.ts';

test('the palette finds a project and a table by their titles, and leads there', async ({ signedIn: page }, info) => {
  const name = `Harbour ledger ${info.testId.slice(-6)}${info.repeatEachIndex}`;
  const project = (await (await page.request.post('/api/v1/projects', { data: { name } })).json()).id;
  const form = new FormData();
  form.append('name', 'berths');
  form.append('file', new File(['berth,length\n1,12\n2,9'], 'mooring_fees.csv'));
  const added = await page.request.post(`/api/v1/projects/${project}/sources`, { headers: { prefer: 'wait=60' }, multipart: form });
  expect(added.ok(), await added.text()).toBe(true);

  await page.goto('/');
  await hydrated(page);
  const palette = page.getByTestId('palette');
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(name.toLowerCase());
  await expect(palette.getByRole('option')).toHaveCount(1);
  await expect(palette.getByRole('option')).toContainText(name);
  await expect(palette.getByRole('option')).toContainText('Project');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/projects/${project}$`));

  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('mooring_fees');
  await palette.getByRole('option').filter({ hasText: `Table · ${name}` }).click();
  await expect(page).toHaveURL(/\/tables\/mooring_fees$/);
});

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('a button in the bar opens it', async ({ newcomer: page }) => {
    await hydrated(page);
    await page.getByRole('button', { name: 'Search and commands' }).tap();
    const palette = page.getByTestId('palette');
    await palette.getByRole('combobox').fill('api tokens');
    await palette.getByRole('option').first().tap();
    await expect(page).toHaveURL(/\/settings\/tokens$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await page.getByTestId('account').tap();
    await expect(page.locator('.menu-body').getByRole('link', { name: 'Companies' })).toBeVisible();
  });
});
