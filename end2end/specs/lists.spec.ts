import { test, expect, begin, hydrated } from '../fixtures.ts';

test('a long list comes in pages, is found in, and counts all of it', async ({ newcomer: page, objective, browser, baseURL }) => {
  const first = await begin(page, objective);
  await page.request.post(`/api/v1/sessions/${first}/transcript`, { data: { turns: [{ speaker: 'user', text: 'A quiet reading café' }] } });
  for (let many = 0; many < 11; many += 1) await Promise.all(Array.from({ length: 10 }, () => begin(page, objective)));

  await page.goto('/interviews');
  await hydrated(page);
  const cards = page.getByTestId('interview-card');
  await expect(cards).toHaveCount(100);
  await expect(page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: /^All/ })).toContainText('111');
  await page.getByTestId('more').click();
  await expect(cards).toHaveCount(111);
  await expect(page.getByTestId('more')).toBeHidden();

  await page.getByRole('searchbox').fill('nothing is called this');
  await expect(page.getByText('No interview matches this filter.')).toBeVisible();
  await page.getByRole('searchbox').fill('quiet reading');
  await expect(cards, 'what was said is found too').toHaveCount(1);
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').getByRole('combobox').fill('reading caf');
  await expect(page.getByTestId('palette').getByRole('option'), 'what was said is found here too').toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('NEW CAF');
  await expect(cards).toHaveCount(100);
  await page.getByRole('link', { name: /^Completed/ }).click();
  await expect(page.getByText('No interview matches this filter.')).toBeVisible();

  const context = await browser.newContext({ baseURL: String(baseURL), storageState: await page.context().storageState(), javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto('/interviews?q=new');
  await expect(plain.getByTestId('interview-card')).toHaveCount(100);
  await plain.getByTestId('more').click();
  await expect(plain).toHaveURL(/q=new&after=/);
  await expect(plain.getByTestId('interview-card')).toHaveCount(11);
  await plain.getByRole('link', { name: 'Back to the beginning of the list' }).click();
  await expect(plain.getByTestId('interview-card')).toHaveCount(100);
  await context.close();
});

test('administration pages through tokens', async ({ signedIn: page, api }) => {
  for (let many = 0; many < 11; many += 1) {
    await Promise.all(Array.from({ length: 10 }, () => api.post('/api/v1/admin/tokens', { data: { name: 'many', role: 'viewer' } })));
  }
  await page.goto('/admin/tokens');
  await hydrated(page);
  const tokens = page.getByTestId('token');
  await expect(tokens).toHaveCount(100);
  await page.getByTestId('more').click();
  await expect.poll(() => tokens.count()).toBeGreaterThan(109);
});
