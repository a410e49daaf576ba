// A line that is open and carries nothing: no end is ever told, as after sleep, or behind a router that forgot it.
import type { Page } from '@playwright/test';
import { test, expect, Room } from '../fixtures.ts';

/** The sockets of a page, which the test can silence or refuse. Everything on the page goes by a clock that the test moves on. */
async function watched(page: Page) {
  await page.clock.install();
  const line = { opened: 0, silenced: 0, refused: false, answers: 0, heard: 0 };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (line.refused) return void socket.close();
    const number = (line.opened += 1);
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (number > line.silenced) server.send(message);
    });
    server.onMessage((message) => {
      if (number <= line.silenced) return;
      line.heard += 1;
      line.answers += Number(message.toString().includes('"pong"'));
      socket.send(message);
    });
  });
  return line;
}

test('a line that is silent though it is open is made again, and nothing is missed', async ({ signedIn: page, begin, api }) => {
  const line = await watched(page);
  const room = await Room.enter(page, await begin());
  await room.say('A quiet reading café');
  expect(line.opened).toBe(1);

  Object.assign(line, { silenced: 1, refused: true });
  const said = await api.patch(`/api/v1/sessions/${room.id}/obligations/seats`, { data: { action: 'set', value: 24 } });
  expect(said.ok(), await said.text()).toBe(true);
  await page.clock.runFor(30_000);
  await expect(room.banner).toBeEmpty();
  await page.clock.runFor(35_000);
  await expect(room.banner).toContainText('Connection lost');
  await expect(room.value('seats')).toBeHidden();

  line.refused = false;
  await page.clock.runFor(25_000);
  await expect(room.banner).toBeEmpty();
  await room.expectKnown('seats', '24');
  expect(line.opened).toBe(2);
  await room.say('We serve at the counter');
  await room.expectKnown('service', 'At the counter');
});

test('a line that is asked and answers is kept', async ({ signedIn: page, begin }) => {
  const line = await watched(page);
  const room = await Room.enter(page, await begin());
  // Joining is answered even where nothing was missed: from now on the line is open.
  await expect.poll(() => line.heard).toBeGreaterThan(0);
  for (let minute = 1; minute <= 6; minute += 1) {
    await page.clock.runFor(20_000);
    await expect.poll(() => line.answers).toBeGreaterThanOrEqual(minute);
  }
  await expect(room.banner).toBeEmpty();
  expect(line.opened).toBe(1);
});
