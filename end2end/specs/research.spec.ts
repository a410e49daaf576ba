import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIRequestContext } from '@playwright/test';
import { test, expect, begin, hydrated, listen, OwnServer, register, Room, signIn } from '../fixtures.ts';
import { json, Service } from '../service.ts';
import { file } from '../shop.ts';

/** A web search that never answers. */
class DeafSearch extends Service {
  asked = 0;
  hungUp = 0;

  protected async answer(_: IncomingMessage, __: Buffer, response: ServerResponse): Promise<void> {
    this.asked += 1;
    response.on('close', () => (this.hungUp += 1));
  }
}

/** Two search services and the one page of the web: the first service refuses, the second finds the page. */
class SmallWeb extends Service {
  protected async answer(request: IncomingMessage, _: Buffer, response: ServerResponse): Promise<void> {
    const path = new URL(String(request.url), this.url).pathname;
    if (path === '/v1/search') return json(response, 401, { error: 'who are you' });
    if (path === '/v1/res/v1/web/search') {
      const results = [{ url: this.url.replace('/v1', '/cafes'), title: DOCUMENT.title, description: 'Small cafés' }];
      return json(response, 200, { type: 'search', web: { results } });
    }
    if (path !== '/cafes') return json(response, 404, {});
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    const { title, text } = DOCUMENT;
    response.end(`<html><head><title>${title}</title><meta name="date" content="2026-03-05"></head><body><article><h1>${title}</h1><p>${text}</p></article></body></html>`);
  }
}

const DOCUMENT = {
  title: 'Reading cafés in small towns',
  text: 'A reading café lives from regular guests. The service is takeaway in most small cafés. Reading cafés in small towns sell coffee and cake all day.',
};

/** Without documents nothing can be looked up where no web search is set up. */
async function imported(api: APIRequestContext): Promise<void> {
  expect((await api.post('/api/v1/documents', { data: DOCUMENT })).ok()).toBe(true);
}

test('something is looked up in own documents, cited, and taken back', async ({ room, api }) => {
  const { page } = room;
  await imported(api);
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
  await page.getByTestId('change-service').click();
  await page.getByTestId('findings-service').click();
  await page.getByTestId('research-undo').click();
  await expect(task).toContainText('undone');
  await page.goto(`/interviews/${room.id}`);
  await hydrated(page);
  await expect(room.value('service')).toHaveCount(0);
});

test('it is asked for in words and followed live', async ({ room, api }) => {
  const { page } = room;
  // It speaks of what is asked at this moment.
  const data = { title: 'Kinds of cafés', text: 'Most who want to open a café want the kind that bakes. What kind of café people open depends on the town.' };
  expect((await api.post('/api/v1/documents', { data })).ok()).toBe(true);
  await room.say('Can you look that up?');
  await expect(room.answers.last()).toContainText(/look|Research/);
  await page.getByTestId('research').click();
  const task = page.getByTestId('research-task');
  await expect(task).toHaveCount(1);
  await expect(task).toHaveAttribute('data-status', 'completed');
  await expect(task.getByTestId('finding').filter({ hasText: data.title }).first()).toBeVisible();
});

test('a document that was uploaded into a project is found, cited, and leads to the project', async ({ signedIn: page, begin }) => {
  const made = await page.request.post('/api/v1/projects', { data: { name: 'Presses' } });
  const project = (await made.json()).id;
  await page.goto(`/projects/${project}`);
  await hydrated(page);
  const text = '# Walnut presses\n\nA walnut press of the village makes forty litres of oil a day.\n';
  await page.getByTestId('upload-files').setInputFiles(file('presses.md', text));
  // The name stands there from the moment the file was chosen: it is in the project once it is told what was found in it.
  await expect(page.getByTestId('upload-told').getByRole('listitem')).toHaveClass(/good/);

  const id = await begin();
  await page.goto(`/interviews/${id}/research`);
  await hydrated(page);
  await page.getByTestId('research-query').fill('oil of a walnut press');
  await page.getByTestId('research-start').click();
  const task = page.getByTestId('research-task');
  await expect(task).toHaveAttribute('data-status', 'completed');
  const finding = task.getByTestId('finding').filter({ has: page.locator(`a[href*="${project}"]`) }).first();
  await expect(finding.locator('mark')).toContainText('forty litres of oil');
  await expect(finding.locator('cite')).toHaveText('Walnut presses');
  const place = finding.getByRole('link', { name: 'your document' });
  await page.goto(String(await place.getAttribute('href')));
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/sources/`));
  await expect(page.getByTestId('found')).toContainText('Walnut presses');
});

test.describe('refused', () => {
  test.use({ tolerated: /status of 422/ });

  test('what contradicts an answer is shown with both quotes, and the same is not looked up twice', async ({ room, api }) => {
    const { page } = room;
    await imported(api);
    await room.say('People are served at the counter');
    await expect(room.value('service')).toHaveText('At the counter');
    await page.getByTestId('research').click();
    const ask = async () => {
      await page.getByTestId('research-query').fill('service in small reading cafés');
      await page.getByTestId('research-about').selectOption('service');
      await page.getByTestId('research-start').click();
    };
    await ask();
    const task = page.getByTestId('research-task');
    await expect(task).toHaveAttribute('data-status', 'completed');
    await expect(task.locator('[data-stance="contradicts"] mark')).toHaveText('The service is takeaway in most small cafés.');
    await ask();
    await expect(page.getByRole('alert')).toContainText('looked up already');
    await expect(task).toHaveCount(1);

    await page.goto(`/interviews/${room.id}`);
    await hydrated(page);
    const conflicts = page.getByTestId('conflicts');
    await expect(conflicts).toContainText('The service is takeaway in most small cafés.');
    await expect(conflicts).toContainText('at the counter');

    // Whoever keeps the older answer is believed: the doubt goes, the value stands.
    await page.getByTestId('keep-mine').click();
    await expect(conflicts).toHaveCount(0);
    await expect(room.value('service')).toHaveText('At the counter');
    await room.expectStatus('service', 'satisfied');
    await page.reload();
    await hydrated(page);
    await expect(page.getByTestId('conflicts')).toHaveCount(0);
    await room.expectKnown('service', 'At the counter');
    await page.getByTestId('research').click();
    await expect(task).toContainText('undone');
  });
});

test('what is under way is cancelled on the page', async ({ browser, complaints }) => {
  const search = await new DeafSearch().start();
  const server = await new OwnServer(undefined, { SEARXNG_URL: search.url }).start();
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    listen(page, complaints);
    await signIn(page, await register(server.url, { email: 'can@example.test', name: 'Cana' }));
    const id = await begin(page);
    await page.goto(`/interviews/${id}/research`);
    await hydrated(page);
    await page.getByTestId('research-query').fill('service in small reading cafés');
    await page.getByTestId('research-start').click();
    const task = page.getByTestId('research-task');
    await expect(task).toHaveAttribute('data-status', 'running');
    await expect.poll(() => search.asked).toBe(1);
    await page.getByTestId('research-cancel').click();
    await expect(task).toHaveAttribute('data-status', 'failed');
    await expect(page.getByTestId('research-cancel')).toHaveCount(0);
    await expect(page.getByTestId('research-retry')).toBeVisible();
    await expect.poll(() => search.hungUp, { message: 'the search is let go' }).toBe(1);
    await page.reload();
    await expect(task).toHaveAttribute('data-status', 'failed');
    await expect(task).toContainText(/cancelled/i);
    await context.close();
  } finally {
    await server.remove();
    await search.stop();
  }
});

test('where one search service fails the next one answers, and the page says so', async ({ browser, complaints, everyWay }) => {
  const web = await new SmallWeb().start();
  const server = await new OwnServer(undefined, {
    SEARXNG_URL: web.url,
    BRAVE_API_KEY: 'a-key-for-the-second',
    BRAVE_BASE_URL: web.url,
    DISCOVERY_ALLOW_PRIVATE_URLS: 'true',
    DISCOVERY_PAGE_PORTS: new URL(web.url).port,
  }).start();
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    listen(page, complaints);
    await signIn(page, await register(server.url, { email: 'two@example.test', name: 'Tove' }));
    const id = await begin(page);
    await page.goto(`/interviews/${id}/research`);
    await hydrated(page);
    await page.getByTestId('research-query').fill('service in small reading cafés');
    await page.getByTestId('research-start').click();
    const task = page.getByTestId('research-task');
    await expect(task).toHaveAttribute('data-status', 'completed');
    await expect(task.locator('[data-step="search"]')).toContainText('Brave: 1');
    const remark = task.getByTestId('research-remark');
    await expect(remark).toHaveText(/^No answer from SearXNG: .+\.$/);
    const finding = task.getByTestId('finding').filter({ hasText: 'The service is takeaway in most small cafés.' });
    await expect(finding).toHaveCount(1);
    await expect(finding, 'the date that the page gives').toContainText('published 5 March 2026');
    await expect(finding.getByRole('link'), 'where it was read').toHaveAttribute('href', web.url.replace('/v1', '/cafes'));
    const read = Date.parse(String(await finding.locator('time').getAttribute('datetime')));
    expect(Math.abs(Date.now() - read), 'and when').toBeLessThan(600_000);
    await everyWay(page, 'the first search failed');
    await page.reload();
    await expect(remark).toHaveCount(1);
    await context.close();
  } finally {
    await server.remove();
    await web.stop();
  }
});

test('what could not be looked up is tried again', async ({ room, api }) => {
  const { page } = room;
  await imported(api);
  await page.goto(`/interviews/${room.id}/research`);
  await hydrated(page);
  await page.getByTestId('research-query').fill('quantum gravity of neutrinos');
  await page.getByTestId('research-start').click();
  const task = page.getByTestId('research-task');
  await expect(task).toHaveAttribute('data-status', 'failed');
  await expect(task).toContainText('SEARXNG_URL');
  const data = { title: 'Neutrinos', text: 'Quantum gravity says little about neutrinos so far, as all who work on it know.' };
  expect((await api.post('/api/v1/documents', { data })).ok()).toBe(true);
  await page.getByTestId('research-retry').click();
  await expect(task).toHaveAttribute('data-status', 'completed');
  await expect(task.getByTestId('finding').locator('mark')).toHaveText(data.text);
});

test('where nothing can be searched it is said what to set up', async ({ browser }) => {
  const server = await new OwnServer().start();
  try {
    const person = await register(server.url, { email: 'own@example.test', name: 'Olga Own' });
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await signIn(page, person);
    const id = await begin(page);
    const room = await Room.enter(page, id);
    await room.say('Can you look that up?');
    await expect(room.answers.last()).toContainText('web search');
    await page.goto(`/interviews/${id}/research`);
    await hydrated(page);
    // What cannot be searched is said first, and there is nothing to fill in.
    await expect(page.getByTestId('research-reach')).toHaveAttribute('data-reach', 'nothing');
    await expect(page.getByTestId('research-query')).toHaveCount(0);
    await expect(page.getByTestId('research-empty')).toBeVisible();
    await context.close();
  } finally {
    await server.remove();
  }
});

test('the page is accessible, empty and filled', async ({ room, api, everyWay }) => {
  const { page } = room;
  await imported(api);
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

  test('it is started, read and tried again', async ({ browser, state, baseURL, begin, api }) => {
    await imported(api);
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
      await expect(task).toHaveAttribute('data-status', /completed|failed/, { timeout: 1_000 });
    }).toPass();
    await expect(task).toContainText(/SEARXNG_URL|Nothing that could be cited/);
    await context.close();
  });
});
