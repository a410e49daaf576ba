import { test as base, expect, OwnServer, Room, begin, listen, register, signIn } from '../fixtures.ts';
import { SlowModel } from '../model.ts';

// A server whose interviews are held by a slow language model.
const test = base.extend<{ model: SlowModel; modelled: Room }>({
  model: async ({}, use) => {
    const model = await new SlowModel().start();
    await use(model);
    await model.stop();
  },
  modelled: async ({ model, browser, complaints }, use) => {
    const more = { OPENAI_BASE_URL: model.url, DISCOVERY_MODEL_FAST: 'compatible/slow-1' };
    const server = await new OwnServer(undefined, more).start();
    const context = await browser.newContext({ baseURL: server.url });
    context.on('page', (page) => listen(page, complaints));
    const page = await context.newPage();
    await signIn(page, await register(server.url, { email: 'mo@example.test', name: 'Mo' }));
    const room = await Room.enter(page, await begin(page));
    await expect(room.answers).toHaveCount(1);
    await use(room);
    await context.close();
    await server.remove();
  },
});

const THINGS = 'A reading café with second-hand books';

test('a reply grows on the page and says which model wrote it', async ({ modelled: room, model }) => {
  const { page } = room;
  await expect(page.getByTestId('engine')).toHaveText('Answered by compatible/slow-1');
  Object.assign(model, { pause: 100, most: 2 });
  await room.composer.fill(THINGS);
  await room.composer.press('Enter');
  const [growing, status] = [page.getByTestId('reply-growing'), page.getByTestId('reply-status')];
  await expect(status).toHaveText('The reply has started.');
  await expect(status).toHaveText('Still working on the reply.');
  await expect(growing).toContainText('Lovely.');
  await expect(growing).not.toContainText('A good start.');
  model.most = 3;
  await expect(growing).toContainText('Lovely. A good start.');
  model.most = Infinity;
  await expect(room.answers).toHaveCount(2, { timeout: 30_000 });
  await expect(room.answers.last()).toContainText(/Lovely\. A good start\. That helps me on\. .*\?/);
  await expect(growing).toHaveCount(0);
  await expect(status).toHaveText('The reply is complete.');
});

test('while a reply is written the page is right in every way; another tab sees it grow and stops it for both', async ({ modelled: room, model, everyWay }) => {
  const { page } = room;
  const other = await Room.enter(await page.context().newPage(), room.id);
  model.pieces = ['Lovely. ', ...Array<string>(200).fill('That helps. ')];
  model.pause = 500;
  await room.composer.fill(THINGS);
  await room.composer.press('Enter');
  const growing = (one: Room) => one.page.getByTestId('reply-growing');
  for (const one of [room, other]) await expect(growing(one)).toContainText('Lovely. That helps.');
  await everyWay(page, 'a reply being written');
  await expect(growing(room)).toBeVisible();
  await other.page.getByTestId('stop').click();
  for (const one of [room, other]) {
    await expect(one.answers).toHaveCount(2);
    await expect(one.answers.last()).toContainText('stopped');
    await expect(growing(one)).toHaveCount(0);
  }
  expect(await other.answers.last().locator('.words').innerText()).toBe(await room.answers.last().locator('.words').innerText());
});

test('stopped, a reply keeps what was shown of it, and the model is let go', async ({ modelled: room, model }) => {
  const { page } = room;
  Object.assign(model, { pause: 100, most: 2 });
  await room.composer.fill(THINGS);
  await room.composer.press('Enter');
  await expect(page.getByTestId('reply-growing')).toContainText('Lovely.', { timeout: 30_000 });
  await page.getByTestId('stop').click();
  await expect(room.answers).toHaveCount(2);
  await expect(room.answers.last()).toContainText('Lovely.');
  await expect(room.answers.last()).toContainText('stopped');
  await expect(room.answers.last()).not.toContainText('A good start.');
  await expect.poll(() => model.hungUp).toBeGreaterThan(0);
  Object.assign(model, { pause: 50, most: Infinity });
  await room.say('And cake');
});

test('a reload in the middle of a reply shows what there is, and then the whole', async ({ modelled: room, model }) => {
  Object.assign(model, { pause: 100, most: 2 });
  await room.composer.fill(THINGS);
  await room.composer.press('Enter');
  await expect(room.page.getByTestId('reply-growing')).toContainText('Lovely.');
  const again = await Room.enter(room.page, room.id);
  await expect(again.page.getByTestId('reply-growing')).toContainText('Lovely.');
  model.most = Infinity;
  await expect(again.answers).toHaveCount(2);
  await expect(again.answers.last()).toContainText('Lovely. A good start.');
  await expect(again.said).toHaveCount(1);
});

test('where the model fails the built-in engine answers, and the page says so once', async ({ modelled: room, model, everyWay }) => {
  const { page } = room;
  model.fails = 401;
  await room.say(THINGS);
  const told = page.getByTestId('fell-back');
  await expect(told).toHaveText('The language model did not answer here: its key was not accepted. The built-in engine answered instead.');
  await expect(page.getByTestId('engine')).toHaveText('Built-in engine, because the language model did not answer: its key was not accepted');
  await everyWay(page, 'the model failed');
  await room.say('People who like to read');
  await expect(told).toHaveCount(1);
  model.fails = null;
  await room.say('And cake');
  await expect(page.getByTestId('engine')).toHaveText('Answered by compatible/slow-1');
  await page.reload();
  await expect(told).toHaveCount(1);
});
