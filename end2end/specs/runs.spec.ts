import type { Page } from '@playwright/test';
import { expect, hydrated, test as shared } from '../fixtures.ts';
import { test as owned } from '../house.ts';
import { filled, ORDERS } from '../shop.ts';
import { over } from '../ways.ts';

const OVER = /complete|incomplete|cancelled|failed/;

/** Loads the page again until the run on it is over: as somebody does who comes back later. */
async function reloadUntilOver(page: Page) {
  await expect(async () => {
    await page.reload();
    await expect(page.getByTestId('run-status')).toHaveText(OVER, { timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
}

/** Stays on the page until the run on it is over. */
async function watchUntilOver(page: Page) {
  await hydrated(page);
  await expect(page.getByTestId('run-status')).toHaveText(OVER, { timeout: 90_000 });
  await page.reload();
}

/** From an empty installation to the first run of its sample, by pressing twice. */
async function firstRun(page: Page, url: string, untilOver: (page: Page) => Promise<void>) {
  await page.goto(url);
  await page.getByTestId('sample').getByRole('button', { name: 'Open the sample project' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample: Harbour Books');
  await page.getByTestId('first-run').getByRole('button', { name: 'Explore this data' }).click();
  await expect(page).toHaveURL(/\/projects\/[^/]+\/runs\/[^/]+$/);
  await expect(page.getByTestId('phases').getByRole('listitem')).toHaveCount(8);
  await untilOver(page);
  await expect(page.getByTestId('run-status')).toHaveText(/complete/);
}

/** What somebody thinks of the insight on the page is kept, changed and taken back. */
async function judge(page: Page, feedback: () => Promise<unknown[]>) {
  const rating = page.getByTestId('rating');
  const [useful, useless] = ['Useful', 'Not useful'].map((name) => rating.getByRole('button', { name, exact: true }));
  await rating.getByRole('textbox').fill('We act on this');
  await useful.click();
  await expect(useful).toHaveAttribute('aria-pressed', 'true');
  await expect(rating.getByRole('status')).toHaveText('You find this useful.');
  expect(await feedback()).toMatchObject([{ rating: 'like', comment: 'We act on this' }]);
  await useless.click();
  await expect(useless).toHaveAttribute('aria-pressed', 'true');
  await expect(useful).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await hydrated(page);
  await expect(useless, 'it is there after coming back').toHaveAttribute('aria-pressed', 'true');
  await expect(rating.getByRole('textbox')).toHaveValue('We act on this');
  await page.getByTestId('rating-undo').click();
  await expect(useless).toHaveAttribute('aria-pressed', 'false');
  expect(await feedback()).toEqual([]);
}

owned('the sample leads to a first run, its insights and recommendations, what somebody thinks of one, and back', async ({ house, everyWay }) => {
  // A whole run, and what came of it on six pages.
  owned.setTimeout(240_000);
  const { page, url, call } = house;
  await firstRun(page, url, watchUntilOver);
  await hydrated(page);
  const insights = page.getByTestId('insights').getByRole('article');
  await expect(insights.first()).toBeVisible();
  await expect(insights.first()).toContainText('claimed');
  await expect(page.getByTestId('recommendations').getByRole('article').first()).toBeVisible();
  await expect(page.getByTestId('run-cost')).toContainText('none used');
  await everyWay(page, 'a finished run');

  // A chip lights up the card that it leads to.
  const chip = page.getByTestId('insights').locator('.counterparts a').first();
  await chip.focus();
  await expect(page.locator('.recommendation.lit')).toHaveCount(1);

  // To an insight, to a recommendation of it, and back the same way.
  const run = page.url();
  const project = new URL(run).pathname.split('/')[2];
  const link = page.getByTestId('insights').getByRole('article').filter({ has: page.locator('.counterparts') }).first().getByRole('heading').getByRole('link');
  const name = String(await link.textContent()).trim();
  await link.click();
  await expect(page).toHaveURL(/\/insights\/[^/]+$/);
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByTestId('claims').getByRole('listitem').first()).toContainText('counted');
  await page.getByTestId('claims').locator('summary').first().click();
  await expect(page.getByTestId('claims').locator('code').first()).toContainText(/select/i);
  await everyWay(page, 'an insight');
  await judge(page, async () => (await call(`/api/v1/projects/${project}/feedback`, undefined, 'GET')).items);
  await page.getByTestId('related').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/recommendations\/[^/]+\?from=/);
  await hydrated(page);
  await everyWay(page, 'a recommendation');
  await page.locator('.ways').getByRole('link').nth(1).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByRole('link', { name: 'Back to the run' }).click();
  await expect(page).toHaveURL(new RegExp(`${run.split('/').pop()}#insight-`));

  // The list knows it, the start page goes on with it, and the first run is no longer offered.
  await page.goto(`${url}/projects/${project}/runs`);
  await hydrated(page);
  await expect(page.getByTestId('runs').getByRole('listitem')).toHaveCount(1);
  await everyWay(page, 'the list of runs');
  await page.goto(`${url}/projects/${project}`);
  await expect(page.getByTestId('first-run')).toHaveCount(0);
  await page.goto(url);
  await expect(page.getByTestId('home-run')).toContainText('Sample: Harbour Books');
  await everyWay(page, 'a start page with a run');

  // What it found can be taken away.
  const { items } = await call(`/api/v1/projects/${project}/discoveries`, undefined, 'GET');
  await page.goto(run);
  await hydrated(page);
  await page.getByTestId('run-export').click();
  await expect(page.getByRole('link', { name: 'Markdown' })).toHaveAttribute('href', `/api/v1/projects/${project}/discoveries/${items[0].id}/export?format=md`);

  // Administrators find it among the runs of all projects.
  await page.goto(`${url}/admin/runs`);
  await hydrated(page);
  await expect(page.getByTestId('run-line')).toHaveCount(1);
  await page.getByTestId('run-project').selectOption(String(project));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`project=${project}`));
  await expect(page.getByTestId('run-line')).toHaveCount(1);
  await everyWay(page, 'the runs of all projects');
  await page.goto(`${url}/admin/runs?disliked=1`);
  await expect(page.getByTestId('run-line')).toHaveCount(0);
  await page.getByRole('link', { name: 'Show all runs' }).click();
  await expect(page.getByTestId('run-line')).toHaveCount(1);
});

owned.describe('without scripts', () => {
  owned.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

  owned('a run is started, found again, read and judged', async ({ house }) => {
    const { page, url } = house;
    await firstRun(page, url, reloadUntilOver);
    const run = page.url();
    await page.getByTestId('insights').getByRole('article').first().getByRole('heading').getByRole('link').click();
    await expect(page.getByTestId('claims').getByRole('listitem').first()).toBeVisible();
    await page.getByTestId('rating').getByRole('button', { name: 'Not useful' }).click();
    await expect(page.getByTestId('rating').getByRole('status')).toHaveText('You find this not useful.');
    // With an estimate before.
    await page.goto(`${run.slice(0, run.lastIndexOf('/'))}`);
    await page.getByLabel('What do you want to know?').fill('Which books come back?');
    await page.getByLabel('Estimate before running').check();
    await page.getByTestId('start-run-button').click();
    await expect(page.getByTestId('estimate')).toContainText('queries');
    await expect(page.getByLabel('What do you want to know?')).toHaveValue('Which books come back?');
    await page.getByTestId('start-estimated').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which books come back?');
    expect(page.url()).not.toBe(run);
  });
});

shared('a run is followed without loading the page again, also on a phone', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/runs`);
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible();
  await everyWay(page, 'no runs yet');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByLabel('What do you want to know?').fill('Who buys the most?');
  await page.getByText('Limits', { exact: true }).click();
  await page.getByLabel('Minutes').fill('5');
  await page.getByTestId('start-run-button').click();
  await expect(page).toHaveURL(/\/runs\/[^/]+$/);
  await page.evaluate(() => Object.assign(window, { mark: 'not loaded again' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who buys the most?');
  await expect(page.getByTestId('run-status')).toHaveText(OVER, { timeout: 60_000 });
  await expect(page.getByTestId('run-again')).toBeVisible();
  const steps = page.getByTestId('steps').getByRole('listitem');
  await expect(steps.first()).toBeVisible();
  await steps.first().locator('summary').click();
  await expect(steps.first().locator('.step-body')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('not loaded again');
  expect(await over(page), 'it scrolls sideways').toBeLessThanOrEqual(0);
});

shared.describe('a wrong limit', () => {
  // The answer that says what is wrong is one of 422.
  shared.use({ tolerated: /status of 422/ });

  shared('a wrong limit is told, and nothing that was entered is lost', async ({ signedIn: page }) => {
    const project = await filled(page);
    await page.goto(`/projects/${project}/runs`);
    await hydrated(page);
    await page.getByLabel('What do you want to know?').fill('Who buys the most?');
    await page.getByTestId('start-run').evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await page.getByLabel('Maximum queries').fill('2000');
    await page.getByTestId('start-run-button').click();
    await expect(page.getByTestId('alert')).toContainText('between 1 and 1000');
    await expect(page.getByLabel('What do you want to know?')).toHaveValue('Who buys the most?');
    await expect(page).toHaveURL(/\/runs$/);
  });
});

shared('runs of one project wait for each other, can be cancelled and started again', async ({ signedIn: page, tab }) => {
  const project = await filled(page);
  const start = async (goal: string) => {
    const begun = await page.request.post(`/api/v1/projects/${project}/discover`, { data: { goal } });
    expect(begun.status(), await begun.text()).toBe(202);
    return (await begun.json()).run_id as string;
  };
  await page.goto(`/projects/${project}/runs`);
  await hydrated(page);
  const goals = ['First of all', 'The second', 'The third', 'The last'];
  const runs: string[] = [];
  for (const goal of goals) runs.push(await start(goal));
  // The list hears of what a program starts.
  await expect(page.getByTestId('runs').getByRole('listitem')).toHaveCount(goals.length);
  await expect(page.getByTestId('runs').getByRole('listitem').first()).toContainText('The last');

  const other = await tab();
  await other.goto(`/projects/${project}/runs/${runs.at(-1)}`);
  await hydrated(other);
  const cancel = other.getByTestId('run-cancel');
  // It may have been its turn already.
  if (await cancel.isVisible()) {
    await cancel.click();
    await expect(other.getByTestId('run-status')).toHaveText(/cancelled|complete/, { timeout: 60_000 });
  }
  await other.getByTestId('run-again').click();
  await expect(other).not.toHaveURL(new RegExp(String(runs.at(-1))));
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('The last');
  await expect(page.getByTestId('runs').getByRole('listitem')).toHaveCount(goals.length + 1);
  await other.reload();
  await expect(other.getByTestId('run-status')).toHaveText(OVER, { timeout: 60_000 });
  await other.close();
});

shared('a run that failed goes on from its page once what stopped it is mended', async ({ signedIn: page, everyWay }) => {
  const made = await page.request.post('/api/v1/projects', { data: { name: 'Nothing yet' } });
  const project = (await made.json()).id;
  const begun = await page.request.post(`/api/v1/projects/${project}/discover`, { data: { goal: 'Who buys the most?' } });
  const run = (await begun.json()).run_id;
  await page.goto(`/projects/${project}/runs/${run}`);
  await hydrated(page);
  await expect(page.getByTestId('run-status')).toHaveText(/failed/, { timeout: 60_000 });
  await expect(page.getByTestId('run-banner')).toContainText('You can resume it');
  await everyWay(page, 'a failed run');
  const form = new FormData();
  form.append('name', 'shop');
  form.append('file', new File([ORDERS], 'orders.csv'));
  const added = await page.request.post(`/api/v1/projects/${project}/sources`, { headers: { prefer: 'wait=60' }, multipart: form });
  expect(added.ok(), await added.text()).toBe(true);
  await page.getByTestId('run-resume').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('run-resume')).toHaveCount(0);
  await expect(page.getByTestId('run-status')).toHaveText(/complete/, { timeout: 60_000 });
  await expect(page).toHaveURL(new RegExp(`${run}$`));
});

shared('a finished interview leads to a run with what it knows', async ({ room }) => {
  const { page, id } = room;
  const project = await filled(page);
  await page.goto(`/projects?session=${id}`);
  await hydrated(page);
  await page.getByTestId('projects').getByRole('link', { name: 'Music store' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/runs\\?session=${id}`));
  await expect(page.getByTestId('from-interview')).toContainText('Using answers from the interview');
  // A project that somebody else made meanwhile may be the first of that name.
  await page.goto(`/projects/${project}/runs?session=${id}`);
  await hydrated(page);
  await page.getByTestId('start-run-button').click();
  await expect(page).toHaveURL(/\/runs\/[^/?]+$/);
  await expect(page.getByRole('link', { name: 'Using answers from the interview' })).toHaveAttribute('href', `/interviews/${id}`);
});
