import { test, expect, hydrated } from '../fixtures.ts';
import type { Page } from '@playwright/test';
import { openStill, watchShift } from '../shift.ts';

// What a browser without a cache loads of the interface at its first page, in kB as they come over the wire.
const PAGES = [
  { path: '/', most: 300 },
  { path: '/interviews', most: 300 },
  { path: '/settings', most: 300 },
  { path: '/projects', most: 300 },
  { path: '/companies', most: 300 },
  { path: '/ask', most: 300 },
  { path: '/opportunities', most: 300 },
  { path: '/interviews/:id', most: 390 },
];

function modulesOf(page: Page): { name: string; size: Promise<number> }[] {
  const modules: { name: string; size: Promise<number> }[] = [];
  page.on('requestfinished', (request) => {
    const name = new URL(request.url()).pathname.split('/').pop() ?? '';
    if (/\.(pack|more|wasm)$/.test(name)) modules.push({ name, size: request.sizes().then((sizes) => sizes.responseBodySize) });
  });
  return modules;
}

for (const { path, most } of PAGES) {
  test(`the first page at ${path} comes as one file of less than ${most} kB, and nothing on it moves`, async ({ browser, baseURL, state, begin }) => {
    const address = path.replace(':id', path.includes(':id') ? await begin() : '');
    const context = await browser.newContext({ baseURL, storageState: state });
    const page = await context.newPage();
    const modules = modulesOf(page);
    await watchShift(page);
    await openStill(page, address);
    expect(modules.map(({ name }) => name)).toEqual([expect.stringMatching(/\.pack$/)]);
    expect(await modules[0].size).toBeLessThan(most * 1000);
    await context.close();
  });
}

test('what only a gesture opens is loaded on that gesture, once', async ({ browser, baseURL, state, begin }) => {
  const context = await browser.newContext({ baseURL, storageState: state });
  const page = await context.newPage();
  const modules = modulesOf(page);
  const names = () => modules.map(({ name }) => name);
  await page.goto(`/interviews/${await begin()}`);
  await hydrated(page);
  expect(names()).toEqual(['room.pack']);

  await page.getByTestId('whole').click();
  await expect(page.getByTestId('title-field')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByTestId('change-seats').click();
  await page.getByTestId('edit-seats').click();
  await expect(page.getByTestId('obligation-seats').getByRole('spinbutton')).toBeVisible();
  await expect.poll(names).toEqual(['room.pack', 'room_panels.more']);

  await page.keyboard.press('Control+k');
  await expect(page.getByTestId('palette').getByRole('option').first()).toBeVisible();
  await expect.poll(names).toEqual(['room.pack', 'room_panels.more', 'sheets.more']);

  // What takes events comes with the first of them.
  await page.keyboard.press('Escape');
  const composer = page.getByTestId('composer').getByRole('textbox');
  await composer.fill('A quiet reading café');
  await composer.press('Enter');
  await expect.poll(names).toEqual(['room.pack', 'room_panels.more', 'sheets.more', 'room_turns.more']);
  await context.close();
});

test('a panel that the server has opened comes to life with the page', async ({ browser, baseURL, state, begin }) => {
  const context = await browser.newContext({ baseURL, storageState: state });
  const page = await context.newPage();
  await page.goto(`/interviews/${await begin()}?edit=seats`);
  await hydrated(page);
  await page.getByTestId('obligation-seats').getByRole('spinbutton').fill('24');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('obligation-seats')).toHaveAttribute('data-status', 'satisfied');
  await context.close();
});
