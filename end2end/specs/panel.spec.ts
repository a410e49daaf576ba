// What stands beside the conversation, and the states in which something went wrong.
import type { Page } from '@playwright/test';
import { test, expect, Room, begin, caller, hydrated, signIn } from '../fixtures.ts';
import { cafe } from '../cafe.ts';

const TOLD = { status: 422, contentType: 'application/json', body: JSON.stringify({ fault: 'refused', detail: 'This cannot be said now.' }) };

/** From now on the server refuses whatever is asked of an interview. */
async function refuse(page: Page): Promise<void> {
  await page.route('**/call/interview/command', (route) => route.fulfill(TOLD));
}

test('two values that do not fit together: both with their words, and one is kept', async ({ signedIn: page, api, everyWay }, info) => {
  const day = { collectionType: 'direct_question', widgetType: 'date', category: 'season' };
  const obligations = [
    { ...day, key: 'season_start', fieldPath: 'season.start', label: 'First day', prompt: 'When does the season start?', priority: 9 },
    { ...day, key: 'season_end', fieldPath: 'season.end', label: 'Last day', prompt: 'When does it end?', priority: 8 },
  ];
  const config = { ...cafe.config, obligations, completion: { minObligationsSatisfied: 2, minConfidenceScore: 0.7, requiredObligations: ['season_start', 'season_end'] } };
  const made = await api.post('/api/v1/objectives', { data: { ...cafe, version: `1.0.0-season.${info.workerIndex}.${info.repeatEachIndex}`, config } });
  expect(made.ok(), await made.text()).toBe(true);
  const room = await Room.enter(page, await begin(page, (await made.json()).id));
  await room.say('1 May 2027');
  await room.say('1 March 2027');
  const conflicts = page.getByTestId('conflicts');
  await expect(conflicts).toContainText('it ends before it starts');
  const [start, end] = [page.getByTestId('conflict-season_start'), page.getByTestId('conflict-season_end')];
  await expect(start.locator('q')).toHaveText('1 May 2027');
  await expect(end.locator('q')).toHaveText('1 March 2027');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'What is known' }).click();
  await everyWay(page, 'two values that do not fit');

  await page.getByTestId('keep-season_start').click();
  await expect(conflicts).toBeHidden();
  await room.expectKnown('season_start', '1 May 2027');
  await expect(room.value('season_end')).toBeHidden();
  await room.act('season_end', 'undo');
  await expect(conflicts).toContainText('it ends before it starts');
});

test('the working memory and what would help most', async ({ room, everyWay }) => {
  const { page } = room;
  const best = page.getByTestId('next-best');
  await expect(best.getByRole('listitem')).toHaveCount(3);
  await expect(best.getByRole('listitem').first()).toContainText(/\+\d+%/);
  const first = (await best.getByRole('link').first().innerText()).trim();
  await best.getByRole('link').first().click();
  await expect(page.locator('.known-row:focus')).toContainText(first);

  const memory = page.getByTestId('memory');
  await expect(memory.getByText('Recent topics')).toBeHidden();
  await memory.locator('summary').click();
  await expect(memory).toContainText('Nothing yet');
  await room.say('A quiet reading café with second-hand books');
  await room.act('customers', 'defer');
  const under = (name: string) => memory.locator(`dt:text-is("${name}") + dd`);
  await expect(under('Recent topics')).toContainText('Purpose');
  await expect(under('To come back to')).toContainText('Customers: you wanted to come back to it');
  await expect(under('Tone')).toContainText(/formal|casual/);
  await expect(best).not.toContainText('Purpose');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'What is known' }).click();
  await everyWay(page, 'the working memory');
});

test('what is too long is not sent, and stays in the field', async ({ room, everyWay }) => {
  const { page } = room;
  const long = 'Coffee and cake. '.repeat(1000);
  await room.composer.evaluate((field: HTMLTextAreaElement, text) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, long);
  await page.getByTestId('send').click();
  const fault = page.locator('.say').getByRole('alert');
  await expect(fault).toHaveText('This is too long to send: 17 of at most 16 kB. Please shorten it or send it in parts.');
  await everyWay(page, 'too long');
  await expect(room.composer).toHaveValue(long);
  await expect(room.said).toHaveCount(0);
  await room.composer.fill('Coffee and cake');
  await expect(fault).toBeEmpty();
});

test.describe('refused', () => {
  test.use({ tolerated: /status of 422/ });

  test('a message: it is sent again, taken back into the field, or discarded', async ({ room, everyWay }) => {
    const { page } = room;
    await refuse(page);
    const say = async (text: string) => {
      await room.composer.fill(text);
      await room.composer.press('Enter');
      await expect(room.unsent.getByRole('alert')).toContainText('This cannot be said now.');
    };
    await say('Never mind');
    await everyWay(page, 'a refused message');
    await room.unsent.getByRole('button', { name: 'Discard' }).click();
    await expect(room.unsent).toHaveCount(0);
    await say('A quiet reading');
    await room.unsent.getByRole('button', { name: 'Edit' }).click();
    await expect(room.unsent).toHaveCount(0);
    await expect(room.composer).toHaveValue('A quiet reading');
    await say('A quiet reading café');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await room.unsent.getByRole('button', { name: 'Send again' }).click();
    await expect(room.said).toHaveText([/A quiet reading café/]);
    await expect(room.unsent).toHaveCount(0);
  });

  test('something beside the conversation: an alert says why, until it is dismissed', async ({ room, everyWay }) => {
    const { page } = room;
    await refuse(page);
    await room.act('style', 'skip');
    await expect(page.getByTestId('alert')).toContainText('This cannot be said now.');
    await everyWay(page, 'an alert');
    await page.getByTestId('alert').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByTestId('alert')).toBeHidden();
    await room.expectStatus('style', 'pending');
  });
});

test.describe('a viewer account', () => {
  test.use({ tolerated: /status of 403/ });

  test('reads its interview and changes nothing; what is not open to it says so', async ({ browser, baseURL, objective, everyWay }, info) => {
    const api = await caller(String(baseURL));
    const person = { email: `vera-${info.testId}-${info.repeatEachIndex}@example.test`, name: 'Vera Viewer', password: 'correct horse battery staple' };
    const { id } = await (await api.post('/api/v1/admin/users', { data: { ...person, role: 'member' } })).json();
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await signIn(page, person);
    const session = await begin(page, objective);
    for (const message of ['A quiet reading café', 'We serve at the counter', 'We serve at the table']) {
      const said = await page.request.post('/api/discovery-chat', { data: { sessionId: session, contextType: 'idea_discovery', message } });
      expect(said.ok(), await said.text()).toBe(true);
    }
    expect((await api.patch(`/api/v1/admin/users/${id}`, { data: { role: 'viewer' } })).ok()).toBe(true);
    await api.dispose();

    await page.goto(`/interviews/${session}`);
    if (page.url().includes('/login')) {
      await signIn(page, person);
      await page.goto(`/interviews/${session}`);
    }
    await hydrated(page);
    await expect(page.locator('.say-note')).toHaveText('Your account can read this interview but not answer.');
    await expect(page.getByTestId('log')).toContainText('A quiet reading café');
    await expect(page.getByTestId('negotiation-card')).toContainText('At the table');
    await page.getByTestId('change-purpose').click();
    await expect(page.getByTestId('obligation-purpose')).toContainText('from the conversation');
    for (const gone of ['composer', 'negotiation-accept', 'edit-purpose', 'reopen-purpose', 'message-edit', 'finish', 'reword']) {
      await expect(page.getByTestId(gone), gone).toHaveCount(0);
    }
    await everyWay(page, 'an interview that is only read');

    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You do not have access to this page');
    await everyWay(page, 'what is not open');
    await context.close();
  });
});

test.describe('the server cannot', () => {
  test.use({ tolerated: /status of 503/ });

  test('the page says so and offers to try again', async ({ signedIn: page, everyWay }) => {
    await page.goto('/interviews');
    await hydrated(page);
    const body = JSON.stringify({ fault: 'unavailable', detail: 'The database does not answer.' });
    await page.route('**/call/projects', (route) => route.fulfill({ status: 503, contentType: 'application/json', body }));
    await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    await expect(page.locator('main')).toContainText('The database does not answer.');
    await everyWay(page, 'the server cannot');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
  });
});
