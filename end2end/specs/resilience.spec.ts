import { test, expect, OwnServer, Room, begin, listen, register, signIn } from '../fixtures.ts';

const TEXT = 'A quiet reading café with second-hand books';

// Only what the browser itself says about a line that these tests cut.
test.use({ tolerated: /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED)|WebSocket handshake: Unexpected response code: 503|closed before (the connection is established|receiving a handshake response)/ });

async function onlyOnce(room: Room, text: string): Promise<void> {
  await expect(room.said.filter({ hasText: text })).toHaveCount(1);
  await expect(room.unsent).toHaveCount(0);
}

test('a reload right after sending: the message and its reply are there once', async ({ room }) => {
  await room.composer.fill(TEXT);
  await room.composer.press('Enter');
  const again = await Room.enter(room.page, room.id);
  await onlyOnce(again, TEXT);
  await expect(again.answers).toHaveCount(2);
  await again.expectKnown('purpose', /second-hand books/);
});

test('a reload before the server has said that it took the message: it is said once', async ({ room }) => {
  const reached = new Promise<void>((resume) => {
    void room.page.route('**/call/**', async (route) => {
      if (!route.request().postData()?.includes('second-hand')) return route.continue();
      await route.fetch();
      resume();
    });
  });
  await room.composer.fill(TEXT);
  await room.composer.press('Enter');
  await reached;
  await room.page.unrouteAll({ behavior: 'ignoreErrors' });
  const again = await Room.enter(room.page, room.id);
  await onlyOnce(again, TEXT);
  await expect(again.answers).toHaveCount(2);
});

test('a reload before the message reached the server: it is sent after it', async ({ room }) => {
  let held = 0;
  await room.page.route('**/call/**', (route) => {
    if (!route.request().postData()?.includes('second-hand')) return route.continue();
    held += 1;
  });
  await room.composer.fill(TEXT);
  await room.composer.press('Enter');
  await expect.poll(() => held).toBe(1);
  await room.page.unrouteAll({ behavior: 'ignoreErrors' });
  const again = await Room.enter(room.page, room.id);
  await onlyOnce(again, TEXT);
  await expect(again.answers).toHaveCount(2);
});

test('offline a banner stands, the message is kept, and online it is sent once', async ({ room, tab }) => {
  const other = await Room.enter(await tab(), room.id);
  await room.page.context().setOffline(true);
  await expect(room.banner).toContainText('offline');
  await room.composer.fill(TEXT);
  await room.composer.press('Enter');
  await expect(room.unsent).toContainText(TEXT);
  await expect(room.unsent).toContainText('Not sent yet');
  await expect(room.said).toHaveCount(0);

  await room.page.context().setOffline(false);
  await expect(room.banner).toBeEmpty();
  await onlyOnce(room, TEXT);
  await expect(room.answers).toHaveCount(2);
  await onlyOnce(other, TEXT);
  await other.expectKnown('purpose', /second-hand books/);
});

test('what happens while a tab is away is there when it is back', async ({ room, api }) => {
  await room.page.context().setOffline(true);
  await expect(room.banner).toContainText('offline');
  const said = await api.patch(`/api/v1/sessions/${room.id}/obligations/seats`, { data: { action: 'set', value: 24 } });
  expect(said.ok(), await said.text()).toBe(true);
  await expect(room.value('seats')).toBeHidden();
  await room.page.context().setOffline(false);
  await room.expectKnown('seats', '24');
});

test('a draft survives a reload and is gone once it is sent', async ({ room }) => {
  await room.composer.fill('A quiet reading ca');
  let again = await Room.enter(room.page, room.id);
  await expect(again.composer).toHaveValue('A quiet reading ca');
  await again.say(TEXT);
  again = await Room.enter(room.page, room.id);
  await expect(again.composer).toHaveValue('');
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`the server ends by ${signal} and comes back: the page goes on by itself`, async ({ browser, complaints }) => {
    const server = new OwnServer();
    const context = await browser.newContext({ baseURL: server.url });
    try {
      await server.start();
      context.on('page', (page) => listen(page, complaints));
      const page = await context.newPage();
      await signIn(page, await register(server.url, { email: 'somebody@example.test', name: 'Some Body' }));
      const room = await Room.enter(page, await begin(page));
      await room.say(TEXT);
      const known = await room.page.locator('.known-row[data-status=satisfied]').count();
      expect(known).toBeGreaterThan(0);

      await server.stop(signal);
      await expect(room.banner).toContainText('Connection lost');
      await room.composer.fill('Commuters and students');
      await room.composer.press('Enter');
      await expect(room.unsent).toContainText('Not sent yet');

      await server.start();
      await expect(room.banner).toBeEmpty();
      await onlyOnce(room, 'Commuters and students');
      await expect(room.answers).toHaveCount(3);
      await onlyOnce(room, TEXT);
      await expect(room.page.locator('.known-row[data-status=satisfied]')).not.toHaveCount(0);
    } finally {
      await context.close();
      await server.remove();
    }
  });
}

test('a page of another build says so and is not woken up', async ({ signedIn: page }) => {
  await page.route('**/interviews', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(name="discovery-build" content=")\w+/, '$10000000000000000');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/interviews');
  await expect(page.getByRole('alert')).toContainText('have different versions');
  await expect(page.getByRole('alert').getByRole('link', { name: 'Reload' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('alert').getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
