import type { Page } from '@playwright/test';
import { test as base, expect, hydrated, OwnServer } from '../fixtures.ts';

// What is chosen here holds for a whole tenant, so these have a server of their own.
const test = base.extend<{ admin: Page }>({
  admin: async ({ page }, use) => {
    const server = new OwnServer('models-token');
    await server.start();
    await page.setExtraHTTPHeaders({ authorization: 'Bearer models-token' });
    await page.goto(`${server.url}/admin`);
    await use(page);
    await server.remove();
  },
});

test('an administrator chooses a model, is told what is wrong, and goes back to the built-in engine', async ({ admin: page, everyWay }) => {
  await page.getByRole('link', { name: 'Language models' }).click();
  await expect(page).toHaveURL(/\/admin\/models$/);
  await hydrated(page);
  await expect(page.getByTestId('answers')).toContainText('the built-in engine');
  await everyWay(page);

  const quick = page.getByTestId('fast');
  await quick.locator('[name=fast_provider]').selectOption('compatible');
  await quick.locator('[name=fast_model]').fill('qwen3:8b');
  await page.getByTestId('save').click();
  await expect(page.getByTestId('note')).toContainText('fast.base_url');

  await quick.locator('[name=fast_provider]').selectOption('anthropic');
  await quick.locator('[name=fast_model]').fill('claude-haiku-4-5');
  await quick.locator('input[name=fast_key]').fill('sk-not-to-be-shown');
  await page.getByTestId('save').click();
  await expect(page.getByTestId('note')).toHaveText('Saved.');
  await expect(page.getByTestId('answers')).toContainText('anthropic/claude-haiku-4-5');
  await expect(quick).toContainText('A key is stored');
  await expect(quick).toContainText('$1.00 per million input tokens and $5.00 per million output tokens');
  expect(await page.content()).not.toContain('sk-not-to-be-shown');
  await everyWay(page);

  await quick.locator('[name=fast_provider]').selectOption('');
  await page.getByTestId('save').click();
  await expect(page.getByTestId('note')).toHaveText('Saved.');
  await expect(page.getByTestId('answers')).not.toContainText('anthropic');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

  test('a test says that no model is chosen', async ({ admin: page }) => {
    await page.getByRole('link', { name: 'Language models' }).click();
    await page.getByTestId('test-strong').click();
    await expect(page.getByTestId('note')).toContainText('no language model is chosen');
  });
});
