import { test, expect } from '../fixtures.ts';

test('the last reply in other words, by key, and back', async ({ room, everyWay }) => {
  await room.say('A quiet reading café');
  const reply = room.answers.last();
  const first = await reply.locator('.words').first().textContent();
  await room.composer.blur();
  await room.page.keyboard.type('gr');
  await expect(reply.locator('.words').first()).not.toHaveText(String(first));
  await expect(room.page.getByTestId('note')).toContainText('Rephrased');
  await expect(reply.getByTestId('wordings')).toContainText('1 earlier wording');
  await reply.getByTestId('wordings').locator('summary').click();
  await expect(reply.getByTestId('wordings')).toContainText(String(first).trim().slice(0, 20));
  // Whoever is at the note keeps it, however long the looking takes.
  await room.page.getByTestId('note-undo').focus();
  await everyWay(room.page);
  await room.page.getByTestId('note-undo').click();
  await expect(reply.locator('.words').first()).toHaveText(String(first));
});

test('a message said otherwise takes back what rested on it, and can be returned to', async ({ room, everyWay }) => {
  await room.say('A quiet reading café');
  await room.say('We serve at the counter');
  await room.expectKnown('service', 'At the counter');
  await room.composer.blur();
  await room.page.keyboard.type('ge');
  const field = room.page.getByTestId('edit-field');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('We serve at the counter');
  await everyWay(room.page);
  await field.fill('We serve at the table');
  await field.press('Enter');
  await room.expectKnown('service', 'At the table');
  await expect(room.said).toHaveCount(2);

  const versions = room.said.last().getByTestId('branches');
  await versions.locator('summary').click();
  await expect(versions).toContainText('We serve at the counter');
  await everyWay(room.page);
  await versions.getByTestId('restore').click();
  await room.expectKnown('service', 'At the counter');
  await expect(room.said.last()).toContainText('We serve at the counter');
  await room.page.reload();
  await expect(room.said.last().getByTestId('branches')).toContainText('1 earlier version');
});

test('the first message is edited while a later one stands', async ({ room }) => {
  await room.say('A quiet reading café');
  await room.say('We serve at the counter');
  await room.said.first().hover();
  await room.said.first().getByTestId('message-edit').click();
  await expect(room.page.getByTestId('edit-leaves')).toContainText(/^\d+ later messages and 1 answer leave this conversation/);
  await room.page.getByTestId('edit-field').fill('A loud bakery with coffee');
  await room.page.getByTestId('edit-save').click();
  await expect(room.said).toHaveCount(1);
  await room.expectKnown('purpose', /bakery/);
  await expect(room.known('service')).not.toHaveAttribute('data-status', 'satisfied');
  await expect(room.page.getByTestId('note')).toContainText('1 answer have left this conversation');
  await room.page.getByTestId('note-undo').click();
  await expect(room.said).toHaveCount(2);
  await room.expectKnown('service', 'At the counter');
});

test('what can be taken back is offered until something else is said, or for a while', async ({ room }) => {
  await room.say('A quiet reading café');
  await room.composer.blur();
  await room.page.keyboard.type('gr');
  await expect(room.page.getByTestId('note')).toContainText('Rephrased');
  await room.say('We serve at the counter');
  await expect(room.page.getByTestId('note')).toBeHidden();
  await expect(room.answers.nth(-2).getByTestId('wordings'), 'the wording is still reached at the message').toBeVisible();
  await room.page.clock.install();
  await room.composer.blur();
  await room.page.keyboard.type('gr');
  await expect(room.page.getByTestId('note')).toBeVisible();
  await room.page.clock.fastForward(25_000);
  await expect(room.page.getByTestId('note')).toBeHidden();
});

test('a message that is not good says why, and administrators see it', async ({ room, api }) => {
  await room.say('A quiet reading café');
  const reply = room.answers.last();
  await reply.hover();
  await reply.getByTestId('dislike').click();
  await expect(reply.getByTestId('dislike')).toHaveAttribute('aria-pressed', 'true');
  const why = `Too stiff ${room.id}`;
  await reply.getByTestId('comment-field').fill(why);
  await reply.getByTestId('comment-save').click();
  await expect(reply.getByTestId('comment')).toHaveText(why);
  const seen = await (await api.get('/api/v1/admin/feedback?rating=dislike')).json();
  expect(seen.items.map((one: { comment: string }) => one.comment)).toContain(why);

  await room.page.goto('/admin/feedback?rating=dislike');
  await expect(room.page.getByTestId('feedback-line').filter({ hasText: why })).toBeVisible();
});
