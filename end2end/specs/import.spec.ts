import { test, expect, hydrated } from '../fixtures.ts';

const TALK = [
  'Mara: What kind of café do you want to open?',
  'Jonas: A quiet reading café.',
  'Mara: How will people be served?',
  'Jonas: At the counter.',
  'With coffee and cake.',
  'Mara: How many seats will there be?',
  'Jonas: 24 seats',
].join('\n');

test('a conversation is pasted, looked at and brought in', async ({ room }) => {
  const { page } = room;
  await page.getByTestId('whole').click();
  await page.getByTestId('import').click();
  await expect(page).toHaveURL(/\/import$/);
  await page.getByTestId('import-text').fill(TALK);

  const preview = page.getByTestId('import-preview').locator('.turn');
  await expect(preview).toHaveCount(6);
  await expect(preview.first()).toHaveClass(/agent/);
  await expect(preview.nth(3)).toContainText('With coffee and cake.');
  await expect(preview.nth(3)).toHaveClass(/user/);
  const mara = page.getByRole('group', { name: /Mara/ });
  await expect(mara.getByLabel('Asks')).toBeChecked();
  await mara.getByText('Leave out').click();
  await expect(preview).toHaveCount(3);
  await mara.getByText('Asks').click();

  // Nothing typed is lost.
  await page.reload();
  await hydrated(page);
  await expect(page.getByTestId('import-text')).toHaveValue(TALK);
  await page.getByTestId('import-send').click();

  const seats = page.getByTestId('imported-line').filter({ hasText: 'Seats' });
  await expect(seats.locator('q')).toHaveText('24 seats');
  await expect(seats.locator('b')).toHaveText('24');
  await page.getByTestId('imported').getByRole('link').click();
  await room.expectKnown('seats', '24');
  await room.expectKnown('service', 'At the counter');
  await expect(room.said).toHaveCount(3);
});

test('a file is read', async ({ room }) => {
  const { page } = room;
  await page.goto(`/interviews/${room.id}/import`);
  await hydrated(page);
  await page.getByTestId('import-file').setInputFiles({ name: 'talk.txt', mimeType: 'text/plain', buffer: Buffer.from(TALK) });
  await expect(page.getByTestId('import-text')).toHaveValue(TALK);
  await page.getByTestId('import-file').setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0, 0xff, 0xfe]) });
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be read as text' })).toBeVisible();
  await expect(page.getByTestId('import-text')).toHaveValue(TALK);
});

test('nothing is sent that nobody answers', async ({ room }) => {
  const { page } = room;
  await page.goto(`/interviews/${room.id}/import`);
  await hydrated(page);
  await page.getByTestId('import-text').fill('Agent: Hello?\nAgent: Anybody?');
  await page.getByTestId('import-send').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nobody answers' })).toBeVisible();
});

test('the page is accessible, empty, filled and done', async ({ room, everyWay }) => {
  const { page } = room;
  await page.goto(`/interviews/${room.id}/import`);
  await hydrated(page);
  await everyWay(page, 'empty');
  await page.getByTestId('import-text').fill(TALK);
  await everyWay(page, 'filled');
  await page.getByTestId('import-send').click();
  await expect(page.getByTestId('imported')).toBeVisible();
  await everyWay(page, 'done');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a conversation is brought in, its title changed', async ({ browser, state, baseURL, begin }) => {
    const context = await browser.newContext({ baseURL: String(baseURL), storageState: state, javaScriptEnabled: false });
    const page = await context.newPage();
    const id = await begin();
    await page.goto(`/interviews/${id}/import`);
    await page.getByTestId('import-text').fill(TALK);
    await page.getByTestId('import-send').click();
    await expect(page.getByTestId('obligation-seats').locator('.value')).toHaveText('24');
    await page.getByTestId('whole').click();
    await page.getByTestId('title-field').fill('Plain');
    await page.getByTestId('title-save').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plain');
    await context.close();
  });
});
