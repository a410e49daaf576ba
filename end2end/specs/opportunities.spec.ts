import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';
import { test as owned } from '../house.ts';

const FINDINGS = [
  'Checkout page: 37 % of visitors leave at the address form\nOf 1200 visitors in May 444 left at the address form of the checkout page.',
  'Search page: plural words find nothing\n18 % of the searches on the search page used a plural and had no result.',
  // A remedy where a problem is expected: receivers have something to reject.
  'Users want a dropdown menu\nWe should add a dropdown menu to the settings page, and also a chat, and the login and the invoices need work.',
].join('\n\n');

/** The id of a new project without sources. */
async function project(page: Page): Promise<string> {
  const made = await page.request.post('/api/v1/projects', { data: { name: 'Ferry shop', description: 'Tickets for ferries' } });
  return (await made.json()).id;
}

/** Begins a pipeline from pasted findings and waits until people have to decide. */
async function reviewed(page: Page, id: string): Promise<void> {
  await page.goto(`/opportunities?project=${id}`);
  await hydrated(page);
  await page.getByLabel('Or paste findings').fill(FINDINGS);
  await page.getByTestId('begin-button').click();
  await expect(page).toHaveURL(/\/opportunities\/[^/?]+$/);
  await expect(page.getByTestId('pipeline-status')).toHaveText(/in review/, { timeout: 30_000 });
}

/** The opportunities that can be decided, as the review column lists them. */
function inReview(page: Page) {
  return page.getByTestId('stage-human_review').getByTestId('stage-card');
}

/** Opens the first one in review. */
async function openFirst(page: Page): Promise<void> {
  await inReview(page).first().getByRole('link').click();
  await expect(page.getByTestId('decide-form')).toBeVisible();
  await hydrated(page);
}

async function decide(page: Page, decision: string, reasoning: string): Promise<void> {
  const form = page.getByTestId('decide-form');
  await form.getByLabel(decision, { exact: true }).check();
  await form.getByLabel('Reasoning').fill(reasoning);
  await page.getByTestId('decide-button').click();
}

test('pasted findings become a specification that somebody signs off', async ({ signedIn: page, everyWay }) => {
  const id = await project(page);
  await page.goto(`/projects/${id}`);
  await page.locator('.tabs').getByRole('link', { name: 'Opportunities', exact: true }).click();
  await expect(page).toHaveURL(`/opportunities?project=${id}`);
  await expect(page.getByTestId('no-pipelines')).toBeVisible();
  await hydrated(page);
  await everyWay(page, 'no pipeline yet');

  await reviewed(page, id);
  await expect(page.getByTestId('engine')).toHaveText('built-in');
  await expect(page.getByTestId('stage-exploration')).toContainText('3 items');
  await expect(page.getByTestId('stage-prioritization')).toContainText('completed');
  await expect(page.getByTestId('findings')).toContainText('37 %');
  await everyWay(page, 'a pipeline in review');

  const pipeline = page.url();
  await openFirst(page);
  for (const part of ['findings', 'brief', 'solution', 'feasibility', 'spec', 'rank']) {
    await expect(page.getByTestId(`chain-${part}`)).not.toContainText('Not yet.');
  }
  for (const part of ['brief', 'solution', 'spec', 'rank']) {
    await expect(page.getByTestId(`chain-${part}`).getByTestId('producer')).toContainText('Created with prompt version');
  }
  await everyWay(page, 'an opportunity');

  // What is missing is said at its field, and nothing is sent.
  await page.getByTestId('decide-button').click();
  await expect(page.getByTestId('decide-form')).toContainText('Choose what to do with it.');
  await page.getByTestId('decide-form').getByLabel('Accept', { exact: true }).check();
  await page.getByTestId('decide-button').click();
  await expect(page.getByLabel('Reasoning')).toBeFocused();
  await expect(page.getByLabel('Reasoning')).toHaveAttribute('aria-invalid', 'true');
  await everyWay(page, 'a decision without its reasoning');

  await decide(page, 'Accept', 'It costs us most.');
  await expect(page.getByTestId('opportunity-status')).toHaveText(/accepted/);
  await expect(page.getByTestId('history')).toContainText('It costs us most.');
  // What was taken is no draft of another decision, and nothing is left to do about it.
  await expect(page.getByTestId('decide-form').getByLabel('Reasoning')).toHaveValue('');
  await expect(page.getByTestId('pipeline-banner')).toHaveText('');
  await expect(page.getByTestId('export-md')).toHaveAttribute('href', /\/api\/v1\/opportunities\/[^/]+\/export\?format=md$/);
  const spec = await page.request.get((await page.getByTestId('export-md').getAttribute('href')) ?? '');
  expect(spec.ok()).toBe(true);
  expect(await spec.text()).toContain('It costs us most.');

  // Thumbs stay, and are taken back.
  await page.getByTestId('rating').getByRole('button', { name: 'Useful', exact: true }).click();
  await expect(page.getByTestId('rating').getByRole('status')).toHaveText('You find this useful.');
  await page.getByTestId('rating-undo').click();
  await expect(page.getByTestId('rating').getByRole('status')).toHaveText('');
  await everyWay(page, 'an accepted opportunity');

  // An experiment goes on in a pipeline of its own, which leads back.
  const accepted = page.url();
  const report = page.getByTestId('report-form');
  await report.getByLabel('met none of them').check();
  await report.getByLabel('Results').fill('Nobody used it in two weeks.');
  await report.getByRole('button').click();
  await expect(page).not.toHaveURL(accepted);
  await expect(page.getByTestId('pipeline-status')).toHaveText(/in review/, { timeout: 30_000 });
  await expect(page.getByTestId('stage-exploration')).toContainText('done by the previous pipeline');
  await page.getByRole('link', { name: 'from an experiment' }).click();
  await expect(page.getByTestId('experiments')).toContainText('Nobody used it in two weeks.');
  // Back and forth, and the page lives on.
  await page.goBack();
  await expect(page.getByTestId('pipeline-status')).toHaveText(/in review/);
  await page.goForward();
  await expect(page.getByTestId('experiments')).toContainText('Nobody used it in two weeks.');
  await page.getByTestId('to-pipeline').click();
  await expect(page).toHaveURL(pipeline);

  await page.goto(`/opportunities?project=${id}`);
  await expect(page.getByTestId('pipelines').getByRole('listitem')).toHaveCount(2);
  await hydrated(page);
  await everyWay(page, 'the list of pipelines');
});

test('a decision is taken back where it stands', async ({ signedIn: page }) => {
  await reviewed(page, await project(page));
  await openFirst(page);
  await decide(page, 'Accept', 'A slip of the hand.');
  await expect(page.getByTestId('opportunity-status')).toHaveText(/accepted/);
  // Which decision it is: in a tab that was left open another one may count by now.
  await expect(page.locator('input[name="wish[takes_back]"]')).toHaveValue('1');
  await page.getByTestId('reopen').click();
  await expect(page.getByTestId('opportunity-status')).toHaveText(/awaiting decision/);
  await expect(page.getByTestId('decide-form')).toBeVisible();
  await expect(page.getByTestId('history')).toContainText('reopened');
  await expect(page.getByTestId('history')).toContainText('A slip of the hand.');
  await expect(page.getByTestId('reopen')).toHaveCount(0);
});

test('what a receiver rejects is opened with its reason, and warnings can be filtered', async ({ signedIn: page, everyWay }) => {
  await reviewed(page, await project(page));
  const contract = page.getByTestId('contract-1-2');
  await expect(page.getByTestId('boundary-1-2')).toContainText(/rejected|all accepted/);
  await contract.locator('summary').first().click();
  await expect(contract.getByTestId('cycle').first()).toContainText('Cycle 1');
  const rejection = page.getByTestId('contracts').getByTestId('rejection').first();
  await expect(rejection.getByTestId('check').first()).not.toBeEmpty();
  await everyWay(page, 'contract events');

  const all = await inReview(page).count();
  const filter = page.getByTestId('warned-filter');
  await filter.getByRole('link', { name: /with warnings/ }).click();
  await expect(page).toHaveURL(/\?warned=on$/);
  await expect(filter.getByRole('link', { name: /with warnings/ })).toHaveAttribute('aria-current', 'true');
  const warned = await inReview(page).count();
  expect(warned).toBeLessThanOrEqual(all);
  for (const card of await inReview(page).all()) await expect(card).toContainText('warning');
  await everyWay(page, 'only those with warnings');
  await filter.getByRole('link', { name: /^All/ }).click();
  await expect(inReview(page)).toHaveCount(all);

  await page.goto('/opportunities');
  await page.getByRole('link', { name: 'Quality of the stages' }).click();
  await expect(page.getByTestId('producer-quality')).toContainText('SolutionDesigner checks what OpportunityPM made');
  await hydrated(page);
  await everyWay(page, 'the quality of the producers');
});

test('an opportunity is sent back with guidance, comes again, and its priority is changed', async ({ signedIn: page }) => {
  await reviewed(page, await project(page));
  await openFirst(page);
  const form = page.getByTestId('decide-form');
  await expect(form.getByLabel('Back to')).toBeHidden();
  await form.getByLabel('Send back', { exact: true }).check();
  await form.getByLabel('Back to').selectOption('solution_validation');
  await form.getByLabel('Reasoning').fill('A smaller first step.');
  await page.getByTestId('decide-button').click();
  await expect(page.getByTestId('history')).toContainText('sent back');
  await expect(page.getByTestId('opportunity-status')).toHaveText(/awaiting decision/, { timeout: 30_000 });

  await form.getByLabel('Change its priority').check();
  await form.getByLabel('New priority').fill('none');
  await form.getByLabel('Reasoning').fill('First of all.');
  await page.getByTestId('decide-button').click();
  await expect(form).toContainText('Enter a whole number from 1.');
  await form.getByLabel('New priority').fill('1');
  await page.getByTestId('decide-button').click();
  await expect(page.getByTestId('history')).toContainText('priority changed');
  await page.getByTestId('to-pipeline').click();
  await expect(page.getByTestId('stage-solution_validation')).toContainText('attempt 2');
});

test('two tabs agree about a decision', async ({ signedIn: page, tab }) => {
  await reviewed(page, await project(page));
  const other = await tab();
  await other.goto(page.url());
  await hydrated(other);
  await openFirst(page);
  await decide(page, 'Defer', 'After the season.');
  await expect(other.getByTestId('stage-human_review')).toContainText('deferred');
});

owned('a run leads to its opportunities', async ({ house }) => {
  const { page, url } = house;
  await page.goto(url);
  await page.getByTestId('sample').getByRole('button', { name: 'Open the sample project' }).click();
  await page.getByTestId('first-run').getByRole('button', { name: 'Explore this data' }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId('run-status')).toHaveText(/^\S*\s*complete/, { timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  const [, , id, , run] = new URL(page.url()).pathname.split('/');
  await page.goto(`${url}/opportunities?project=${id}&source=run:${run}`);
  await hydrated(page);
  await expect(page.getByTestId('begin-source')).toHaveValue(`run:${run}`);
  await page.getByTestId('begin-button').click();
  await expect(page.getByTestId('pipeline-status')).toHaveText(/in review/, { timeout: 60_000 });
  await openFirst(page);
  await page.getByTestId('chain-findings').getByRole('link', { name: 'Open the insight' }).first().click();
  await expect(page).toHaveURL(/\/insights\/[^/]+$/);
});

test.describe('what is refused is said', () => {
  test.use({ tolerated: /status of 422/ });

  test('a pipeline needs findings', async ({ signedIn: page }) => {
    await page.goto(`/opportunities?project=${await project(page)}`);
    await hydrated(page);
    await page.getByTestId('begin-button').click();
    await expect(page.getByTestId('begin-form')).toContainText('Choose where the findings come from, or paste some.');
    await page.getByLabel('Or paste findings').fill(Array.from({ length: 201 }, (_, at) => `Finding ${at}`).join('\n'));
    await page.getByTestId('begin-button').click();
    await expect(page.getByTestId('alert')).toContainText('at most 200');
  });
});

test('a pipeline on a phone does not scroll sideways', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await reviewed(page, await project(page));
  await expect(page.locator('.rail nav').getByRole('link', { name: 'Opportunities' })).toBeHidden();
  for (const summary of await page.getByTestId('contracts').locator('summary').all()) await summary.click();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, 'it scrolls sideways').toBeLessThanOrEqual(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

  test('findings are pasted, read through the stages, and decided', async ({ signedIn: page }) => {
    await page.goto(`/opportunities?project=${await project(page)}`);
    await page.getByLabel('Or paste findings').fill(FINDINGS);
    await page.getByTestId('begin-button').click();
    await expect(page).toHaveURL(/\/opportunities\/[^/?]+$/);
    await expect(async () => {
      await page.reload();
      await expect(page.getByTestId('pipeline-status')).toHaveText(/in review/, { timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await inReview(page).first().getByRole('link').click();
    await decide(page, 'Reject', 'Not ours to solve.');
    await expect(page.getByTestId('opportunity-status')).toHaveText(/rejected/);
    await expect(page.getByTestId('history')).toContainText('Not ours to solve.');
  });
});
