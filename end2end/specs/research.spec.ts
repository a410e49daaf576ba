import { test, expect, hydrated } from '../fixtures.ts';

const DOCUMENT = {
  title: 'Reading cafés in small towns',
  text: 'A reading café lives from regular guests. The service is takeaway in most small cafés. Reading cafés in small towns sell coffee and cake all day.',
};

test('something is looked up in own documents, cited, and taken back', async ({ room, api }) => {
  const { page } = room;
  expect((await api.post('/api/v1/documents', { data: DOCUMENT })).ok()).toBe(true);
  await page.getByTestId('research').click();
  await expect(page).toHaveURL(/\/research$/);
  await expect(page.getByTestId('research-empty')).toBeVisible();

  await page.getByTestId('research-query').fill('service in small reading cafés');
  await page.getByTestId('research-about').selectOption('service');
  await page.getByTestId('research-start').click();
  const task = page.getByTestId('research-task');
  await expect(task).toHaveCount(1);
  await expect(task).toHaveAttribute('data-status', 'completed');
  await expect(task.locator('.research-steps .done')).toHaveCount(5);
  const finding = task.getByTestId('finding').filter({ hasText: 'takeaway' });
  await expect(finding.locator('mark')).toHaveText('The service is takeaway in most small cafés.');
  await expect(finding.locator('cite')).toHaveText(DOCUMENT.title);
  await expect(finding).toContainText('undated');

  await page.goto(`/interviews/${room.id}`);
  await hydrated(page);
  await expect(room.value('service')).toHaveText('Takeaway');
  await room.expectStatus('service', 'partial');
  await page.getByTestId('change-service').click();
  await page.getByTestId('findings-service').click();
  await page.getByTestId('research-undo').click();
  await expect(task).toContainText('taken back');
  await page.goto(`/interviews/${room.id}`);
  await hydrated(page);
  await expect(room.value('service')).toHaveCount(0);
});

test('it is asked for in words and followed live', async ({ room }) => {
  const { page } = room;
  await room.say('Can you look that up?');
  await expect(room.answers.last()).toContainText(/look|Research/);
  await page.getByTestId('research').click();
  const task = page.getByTestId('research-task');
  await expect(task).toHaveCount(1);
  await expect(task).toHaveAttribute('data-status', /completed|failed/);
});

test('the page is accessible, empty and filled', async ({ room, everyWay }) => {
  const { page } = room;
  await page.goto(`/interviews/${room.id}/research`);
  await hydrated(page);
  await everyWay(page, 'empty');
  await page.getByTestId('research-query').fill('reading cafés in small towns');
  await page.getByTestId('research-start').click();
  await expect(page.getByTestId('research-task')).toHaveAttribute('data-status', /completed|failed/);
  await everyWay(page, 'filled');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('it is started, read and tried again', async ({ browser, state, baseURL, begin }) => {
    const context = await browser.newContext({ baseURL: String(baseURL), storageState: state, javaScriptEnabled: false });
    const page = await context.newPage();
    const id = await begin();
    await page.goto(`/interviews/${id}/research`);
    await page.getByTestId('research-query').fill('submarines in alpine lakes');
    await page.getByTestId('research-start').click();
    const task = page.getByTestId('research-task');
    await expect(task).toContainText('submarines in alpine lakes');
    await expect(async () => {
      await page.reload();
      await expect(task).toHaveAttribute('data-status', /completed|failed/, { timeout: 100 });
    }).toPass();
    await expect(task).toContainText(/SEARXNG_URL|Nothing that could be cited/);
    await context.close();
  });
});
