import { test, expect, hydrated, Room } from '../fixtures.ts';

test('two tabs of one interview agree, in both directions', async ({ room, tab }) => {
  const other = await Room.enter(await tab(), room.id);
  await room.say('A quiet reading café with second-hand books');
  await expect(other.said).toHaveText([/A quiet reading café with second-hand books/]);
  await other.expectKnown('purpose', /quiet reading café with second-hand books/);

  await other.say('We serve coffee and cake at the counter');
  await room.expectKnown('menu', 'Coffee, Cake');
  await room.act('seats', 'edit');
  await room.known('seats').getByRole('spinbutton').fill('24');
  await room.known('seats').getByRole('button', { name: 'Save' }).click();
  await other.expectKnown('seats', '24');

  await agree(room, other);
});

test('a negotiation that one tab settles is settled in the other', async ({ room, tab }) => {
  const other = await Room.enter(await tab(), room.id);
  await room.say('A quiet reading café');
  await room.say('We serve at the counter');
  await room.say('We serve at the table');
  await expect(other.negotiation).toBeVisible();
  await other.page.getByTestId('negotiation-accept').click();
  await expect(room.negotiation).toBeHidden();
  await room.expectKnown('service', 'At the table');
  await agree(room, other);
});

test('both tabs write at the same time and nothing is lost or doubled', async ({ room, tab }) => {
  const other = await Room.enter(await tab(), room.id);
  await Promise.all([
    room.composer.fill('A quiet reading café').then(() => room.composer.press('Enter')),
    other.composer.fill('We serve coffee and cake').then(() => other.composer.press('Enter')),
  ]);
  for (const one of [room, other]) {
    await expect(one.said).toHaveCount(2);
    await expect(one.answers).toHaveCount(3);
    await expect(one.unsent).toHaveCount(0);
  }
  await agree(room, other);
});

test('a draft belongs to its tab', async ({ room, tab }) => {
  const other = await Room.enter(await tab(), room.id);
  await room.composer.fill('Something that is still being thought about');
  await other.say('A quiet reading café');
  await expect(room.said).toHaveCount(1);
  await expect(room.composer).toHaveValue('Something that is still being thought about');
  await room.page.reload();
  await hydrated(room.page);
  await expect(room.composer).toHaveValue('Something that is still being thought about');
});

test('a tab that joins late sees what the others see, and follows from there', async ({ room, tab }) => {
  await room.say('A quiet reading café with second-hand books');
  await room.act('style', 'skip');
  await room.expectStatus('style', 'skipped');
  const late = await Room.enter(await tab(), room.id);
  await agree(room, late);
  await room.say('We serve coffee and cake at the counter');
  await late.expectKnown('menu', 'Coffee, Cake');
  await agree(room, late);
});

test('completion arrives in the other tab', async ({ room, tab }) => {
  const other = await Room.enter(await tab(), room.id);
  await room.say('A quiet reading café');
  await room.say('We serve coffee and cake at the counter');
  await room.say('24 seats');
  await room.act('opening', 'edit');
  await room.known('opening').locator('input[type=date]').fill('2027-03-01');
  await room.known('opening').getByRole('button', { name: 'Save' }).click();
  await room.page.getByTestId('finish').click();
  await expect(other.page.getByTestId('summary')).toBeVisible();
  await expect(other.composer).toBeHidden();
});

/** What was said, what is known and how far it is: the same in both, word by word. */
async function agree(one: Room, other: Room): Promise<void> {
  const state = async (room: Room) => ({
    said: await room.page.locator('[data-testid="log"] .words').allInnerTexts(),
    known: await room.page.locator('.known-row').evaluateAll((rows) =>
      rows.map((row) => [row.id, row.getAttribute('data-status'), row.querySelector('.value')?.textContent]),
    ),
    score: await room.page.getByTestId('ring').getAttribute('aria-valuenow'),
    phase: await room.phase().getAttribute('data-phase'),
  });
  await expect(async () => expect(await state(other)).toEqual(await state(one))).toPass({ timeout: 30_000 });
}
