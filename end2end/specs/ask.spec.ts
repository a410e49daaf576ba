import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';

const FERRIES = 'id,ferry,seats,harbour\n1,Tern,120,Skala\n2,Heron,60,Skala\n3,Egret,300,Molos\n';
const RULES = '# Rules\n\n## Luggage\n\nEvery passenger may bring two pieces of luggage.\n';

/** The id of a new project with a table and a text. */
async function line(page: Page): Promise<string> {
  const made = await page.request.post('/api/v1/projects', { data: { name: 'Ferry line', description: 'Ships and harbours' } });
  const project = (await made.json()).id;
  const sources = `/api/v1/projects/${project}/sources`;
  const form = new FormData();
  form.append('name', 'line');
  form.append('file', new File([FERRIES], 'ferries.csv'));
  const added = [
    await page.request.post(sources, { headers: { prefer: 'wait=60' }, multipart: form }),
    await page.request.post(sources, { data: { kind: 'document', type: 'inline', name: 'rules', config: { content: RULES } } }),
  ];
  for (const one of added) if (!one.ok()) throw new Error(`${one.url()}: ${one.status()} ${await one.text()}`);
  return project;
}

async function put(page: Page, project: string, question: string, mode = ''): Promise<void> {
  await page.goto(`/ask?project=${project}`);
  await hydrated(page);
  await page.getByTestId('ask-mode').selectOption(mode);
  await page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await page.getByRole('textbox', { name: 'Your question' }).press('Enter');
  await expect(page).toHaveURL(/\/ask\/[^/?]+$/);
}

/** Loads the page again until its question is answered: as somebody does without scripts. */
async function reloadUntilAnswered(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId('ask-status').first()).toHaveText(/answered/, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

test('a question is answered with its table and a proof, which is run again, and it is redone', async ({ signedIn: page, everyWay }) => {
  const project = await line(page);
  await page.goto(`/projects/${project}`);
  await page.locator('.tabs').getByRole('link', { name: 'Ask', exact: true }).click();
  await expect(page).toHaveURL(`/ask?project=${project}`);
  await expect(page.getByTestId('no-asks')).toBeVisible();
  await expect(page.getByTestId('suggestion').first()).toBeVisible();
  await everyWay(page, 'where questions begin');

  await put(page, project, 'How many ferries have Skala as harbour?');
  await expect(page.getByTestId('ask-status').first()).toHaveText(/answered/);
  await expect(page.getByTestId('answer-text')).toContainText('2');
  await expect(page.getByTestId('answer-table').getByRole('cell').last()).toHaveText('2');
  await expect(page.getByTestId('answer-csv')).toHaveAttribute('href', /\/api\/v1\/asks\/[^/]+\/export\?format=csv$/);
  await expect(page.getByTestId('mode')).toContainText('exploratory');
  await expect(page.getByTestId('mode-why')).not.toBeEmpty();
  await expect(page.getByTestId('engine')).toHaveText('built-in');
  const step = page.getByTestId('step').first();
  await expect(step).toContainText('done');
  await step.locator('summary').click();
  await expect(step.locator('pre')).toContainText(/select/i);
  await everyWay(page, 'an answer');

  const node = page.getByTestId('node').first();
  await expect(node).toContainText('P1');
  await page.evaluate(() => Object.assign(window, { mark: 'not loaded again' }));
  await page.getByTestId('rerun').click();
  await expect(page.getByTestId('rerun-outcome')).toHaveText(/Nothing has changed\./);
  await expect(node.getByTestId('rerun-state')).toContainText('same');
  expect(await page.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('not loaded again');
  await everyWay(page, 'a proof that was run again');

  const first = page.url();
  await page.getByRole('textbox', { name: 'Your question' }).fill('/redo');
  await page.getByRole('textbox', { name: 'Your question' }).press('Enter');
  await expect(page).not.toHaveURL(first);
  await expect(page.getByTestId('ask-status').first()).toHaveText(/answered/);
  await expect(page.getByTestId('redone')).toContainText('The proof has not changed.');
  await expect(page.getByTestId('earlier').getByRole('link')).toHaveText(['How many ferries have Skala as harbour?']);
  await everyWay(page, 'an answer beside the one before');

  await page.getByTestId('save-form').getByLabel('Name').fill('Ferries of Skala');
  await page.getByTestId('save-form').getByRole('button').click();
  await expect(page.getByTestId('saved')).toContainText('kept as “Ferries of Skala”');
  await page.goto(`/ask?project=${project}`);
  await expect(page.getByTestId('asks').getByRole('listitem')).toHaveCount(2);
  await expect(page.getByTestId('asks')).toContainText('kept as “Ferries of Skala”');
});

test('data that changed since is told premise by premise', async ({ signedIn: page }) => {
  const project = await line(page);
  await put(page, project, 'How many ferries are there?');
  await expect(page.getByTestId('answer-text')).toContainText('3');
  const { items } = await (await page.request.get(`/api/v1/projects/${project}/sources`)).json();
  const source = items.find((one: { name: string }) => one.name === 'line').id;
  expect((await page.request.delete(`/api/v1/projects/${project}/sources/${source}`)).ok()).toBe(true);
  await page.getByTestId('rerun').click();
  await expect(page.getByTestId('rerun-state').first()).toContainText(/gone|changed/);
  await expect(page.getByTestId('rerun-outcome')).not.toContainText('Nothing has changed');
});

test('a claim has a verdict, in a word and a shape', async ({ signedIn: page, everyWay }) => {
  const project = await line(page);
  await put(page, project, 'Is it true that Tern has more than 100 seats?', 'auditable');
  await expect(page.getByTestId('verdict').first()).toHaveText(/✓\s*proven/);
  await expect(page.getByTestId('mode')).toContainText('auditable');
  await everyWay(page, 'a verdict');
});

test('an answer begins a pipeline, alone or with findings of its own', async ({ signedIn: page, everyWay }) => {
  const project = await line(page);
  const question = 'How many ferries have Skala as harbour?';
  await put(page, project, question);
  await expect(page.getByTestId('ask-status').first()).toHaveText(/answered/);
  const id = new URL(page.url()).pathname.split('/').pop();
  const finding = page.getByTestId('finding');
  await finding.locator('summary').click();
  await expect(finding.getByTestId('begin-pipeline')).toHaveText('Start a pipeline');
  await everyWay(page, 'an answer that is about to be a finding');
  await finding.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/opportunities\\?project=${project}&source=ask(:|%3A)${id}$`));
  await expect(page.getByTestId('begin-source')).toHaveValue(`ask:${id}`);

  await page.goto(`/ask/${id}`);
  await hydrated(page);
  await finding.locator('summary').click();
  await finding.getByTestId('begin-pipeline').click();
  await expect(page).toHaveURL(/\/opportunities\/[^/?]+$/);
  await expect(page.getByTestId('findings')).toContainText(question, { timeout: 30_000 });
});

test.describe('what is refused is said', () => {
  test.use({ tolerated: /status of 422/ });

  test('what cannot be read is asked with fields, and commands work in the box', async ({ signedIn: page, everyWay }) => {
    const project = await line(page);
    await put(page, project, 'Zorbify the quux of blorp');
    const guided = page.getByTestId('guided');
    await expect(guided).toBeVisible();
    await everyWay(page, 'a guided query');
    await guided.getByLabel('Table').selectOption('line.ferries');
    await guided.getByLabel('Measure').selectOption('sum');
    await guided.locator('select[name="wish[guided][of]"]').selectOption('seats');
    await guided.locator('select[name="wish[guided][by]"]').selectOption('harbour');
    const before = page.url();
    await page.getByTestId('guided-run').click();
    await expect(page).not.toHaveURL(before);
    await expect(page.getByTestId('answer-table').getByRole('row')).toContainText(['harbour', 'Molos', 'Skala']);
    await expect(page.getByTestId('answer-table')).toContainText('300');

    await page.goto(`/ask?project=${project}`);
    await hydrated(page);
    const box = page.getByRole('textbox', { name: 'Your question' });
    await box.fill('/facts');
    await box.press('Enter');
    await expect(page.getByTestId('facts')).toContainText('No facts yet.');
    await box.fill('/mode auditable');
    await box.press('Enter');
    await expect(page.getByTestId('ask-mode')).toHaveValue('auditable');
    await box.fill('/nothing');
    await box.press('Enter');
    await expect(page.getByTestId('alert')).toContainText('There is no such command');
  });
});

test('a question on a phone does not scroll sideways', async ({ signedIn: page }) => {
  const project = await line(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await put(page, project, 'What is the total of seats by harbour?');
  await expect(page.getByTestId('answer')).toBeVisible();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, 'it scrolls sideways').toBeLessThanOrEqual(0);
});

test('without a project there is a way to one', async ({ newcomer: page, everyWay }) => {
  await page.goto('/ask');
  await hydrated(page);
  await expect(page.locator('main').getByRole('heading', { level: 1 })).toHaveText('Ask');
  await everyWay(page, 'nothing chosen yet');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

  test('a question is put, read, and its proof run again', async ({ signedIn: page }) => {
    const project = await line(page);
    await page.goto(`/ask?project=${project}`);
    await page.getByRole('textbox', { name: 'Your question' }).fill('How many ferries are there?');
    await page.getByTestId('ask-send').click();
    await expect(page).toHaveURL(/\/ask\/[^/?]+$/);
    await reloadUntilAnswered(page);
    await expect(page.getByTestId('answer-text')).toContainText('3');
    await page.getByTestId('rerun').click();
    await expect(page.getByTestId('rerun-outcome')).toHaveText(/Nothing has changed\./);
  });
});
