import { test, expect, type Room } from '../fixtures.ts';

/** Says where people are served, and then something else: a negotiation is open afterwards. */
async function contradict(room: Room): Promise<void> {
  await room.say('A quiet reading café');
  await room.say('We serve at the counter');
  await room.expectKnown('service', 'At the counter');
  await room.say('We serve at the table');
  await expect(room.negotiation).toContainText('Service');
}

test('a contradiction is shown as was and proposed, with the words, and nothing changes before it is accepted', async ({ room }) => {
  await contradict(room);
  await expect(room.negotiation.locator('s')).toHaveText('At the counter');
  await expect(room.negotiation.locator('.proposed')).toHaveText('At the table');
  await expect(room.page.getByTestId('negotiation-was').locator('q')).toHaveText(/at the counter/i);
  await expect(room.page.getByTestId('negotiation-proposed').locator('q')).toHaveText(/at the table/i);
  await expect(room.known('service').getByTestId('in-dispute')).toHaveText('in dispute');
  await room.expectKnown('service', 'At the counter');
  await expect(room.asked).toBeHidden();

  await room.page.getByTestId('negotiation-accept').click();
  await expect(room.negotiation).toBeHidden();
  await room.expectKnown('service', 'At the table');

  const settled = room.page.getByTestId('negotiation-settled');
  await expect(settled).toContainText('Service changed to At the table');
  await settled.locator('summary').click();
  await expect(settled.getByRole('listitem')).toHaveCount(1);
  await expect(settled.locator('s')).toHaveText('At the counter');

  await room.page.getByTestId('negotiation-back').click();
  await room.expectKnown('service', 'At the counter');
  await expect(settled).toContainText('left for later');
});

test('the old value is kept on request', async ({ room }) => {
  await contradict(room);
  await room.page.getByTestId('negotiation-keep').click();
  await expect(room.negotiation).toBeHidden();
  await room.expectKnown('service', 'At the counter');
  await expect(room.page.getByTestId('negotiation-settled')).toContainText('kept');
  await room.page.getByRole('button', { name: 'Decide again: Service' }).click();
  await expect(room.negotiation.locator('.proposed')).toHaveText('At the table');
});

test('neither holds: a third value is entered on the card', async ({ room }) => {
  await contradict(room);
  await room.page.getByTestId('negotiation-edit').click();
  await room.negotiation.getByLabel('Takeaway').check();
  await room.negotiation.getByRole('button', { name: 'Save' }).click();
  await expect(room.negotiation).toBeHidden();
  await room.expectKnown('service', 'Takeaway');
});

test('a decision can wait, and the interview goes on', async ({ room }) => {
  await contradict(room);
  await room.page.getByTestId('negotiation-later').click();
  await expect(room.negotiation).toBeHidden();
  await room.expectKnown('service', 'At the counter');
  await expect(room.page.getByTestId('negotiation-settled')).toContainText('left for later');
  await room.say('We sell coffee and cake');
  await room.expectKnown('menu', 'Coffee, Cake');
  await expect(room.asked).toBeVisible();
});

test('words decide as well as buttons', async ({ room }) => {
  await contradict(room);
  await room.say('yes please');
  await expect(room.negotiation).toBeHidden();
  await room.expectKnown('service', 'At the table');
});

test('a change is undone in the panel', async ({ room }) => {
  await contradict(room);
  await room.page.getByTestId('negotiation-accept').click();
  await room.expectKnown('service', 'At the table');
  await room.page.getByTestId('change-service').click();
  await expect(room.known('service')).toContainText('Before: At the counter');
  await room.page.getByTestId('undo-service').click();
  await room.expectKnown('service', 'At the counter');
});

test('a value is corrected and taken back under the words that it came from', async ({ room }) => {
  await room.say('A quiet reading café');
  await room.say('We serve at the counter');
  await room.expectKnown('service', 'At the counter');
  const said = room.said.last();
  await expect(said.locator('.took')).toContainText('At the counter');
  await said.getByRole('button', { name: 'Correct Service' }).press('Enter');
  await said.getByLabel('Takeaway').check();
  await said.getByRole('button', { name: 'Save' }).click();
  await room.expectKnown('service', 'Takeaway');
  await room.page.getByTestId('note-undo').click();
  await room.expectKnown('service', 'At the counter');
  await room.replied(() => said.getByRole('button', { name: 'Undo Service' }).press('Enter'));
  await expect(room.known('service').locator('.value')).toHaveCount(0);
});

test('a value is set by hand, also one that nobody asked for', async ({ room }) => {
  await room.act('seats', 'edit');
  await room.known('seats').getByRole('spinbutton').fill('31');
  await room.known('seats').getByRole('button', { name: 'Save' }).click();
  await room.expectKnown('seats', '31');
  await expect(room.known('seats')).toBeFocused();
  await room.act('menu', 'edit');
  await room.known('menu').getByLabel('Lunch').check();
  await room.known('menu').getByRole('button', { name: 'Save' }).click();
  await room.expectKnown('menu', 'Lunch');
});

test('questions are put off and left out by words', async ({ room }) => {
  await room.say('A quiet reading café');
  const first = await room.askedKey();
  await room.say("Let's come back to this later");
  await room.expectStatus(first, 'deferred');
  await room.say('We serve coffee and cake at the counter');
  await room.say('24 seats');
  for (let asked = await room.askedKey(); asked !== 'style'; asked = await room.askedKey()) await room.say("Let's come back to this later");
  await room.say('Skip this one');
  await room.expectStatus('style', 'skipped');
});

test('questions are put off, left out and taken up again in the panel', async ({ room }) => {
  await room.act('style', 'skip');
  await room.expectStatus('style', 'skipped');
  await room.act('customers', 'defer');
  await room.expectStatus('customers', 'deferred');
  await room.act('style', 'reopen');
  await room.expectStatus('style', 'pending');
  await room.say('A quiet reading café');
  await room.act('purpose', 'reopen');
  await expect(room.known('purpose')).not.toHaveAttribute('data-status', 'satisfied');
  await room.act('purpose', 'skip');
  await expect(room.known('purpose').locator('.known-state')).toHaveText('skipped');
  await expect(room.known('purpose').getByTestId('not-counted')).toHaveText('earlier reading, does not count');
});
