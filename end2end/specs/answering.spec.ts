// How things are answered, read back and corrected in an interview: with less than a day, with a range, in a list, in another language.
import { test, expect, type Room } from '../fixtures.ts';

/** Opens the field of a value in the panel. */
async function change(room: Room, key: string) {
  await room.act(key, 'edit');
  return room.known(key);
}

/** Puts questions off until this one is asked. */
async function reach(room: Room, key: string) {
  for (let turn = 0; turn < 6 && (await room.askedKey()) !== key; turn += 1) {
    await room.replied(() => room.asked.getByRole('button', { name: 'Later' }).click());
  }
  expect(await room.askedKey()).toBe(key);
}

test('a date may be a month, a quarter or a year, and comes back into the field it was entered in', async ({ room, everyWay }) => {
  const { page } = room;
  await room.say('24 seats');
  let field = await change(room, 'opening');
  await expect(field.locator('input[type=date]')).toBeVisible();
  await expect(field.getByLabel('Quarter', { exact: true }).and(field.locator('select'))).toBeHidden();
  await field.getByRole('radio', { name: 'Month' }).check();
  await expect(field.locator('input[type=date]')).toBeHidden();
  await field.getByRole('button', { name: 'Save' }).click();
  await expect(field.getByRole('alert')).toContainText('enter a year');
  await field.locator('select.of-month').selectOption('March');
  await field.locator('.of-year').fill('2027');
  await everyWay(page, 'a month');
  await field.getByRole('button', { name: 'Save' }).click();
  await room.expectKnown('opening', 'March 2027');

  field = await change(room, 'opening');
  await expect(field.getByRole('radio', { name: 'Month' })).toBeChecked();
  await expect(field.locator('select.of-month')).toHaveValue('3');
  await field.getByRole('radio', { name: 'Quarter' }).check();
  await field.locator('select.of-quarter').selectOption('Q2');
  await field.getByRole('button', { name: 'Save' }).click();
  await room.expectKnown('opening', 'Q2 2027');
  const { obligations } = await (await page.request.get(`/api/v1/sessions/${room.id}`)).json();
  const opening = obligations.find((one: { obligation_key: string }) => one.obligation_key === 'opening');
  expect(opening.extracted_value).toEqual({ date: '2027-06-30', text: 'Q2 2027' });
});

test('a number may be a range', async ({ room }) => {
  const field = await change(room, 'seats');
  await field.getByRole('radio', { name: 'From – to' }).check();
  await field.getByRole('spinbutton', { name: 'Seats', exact: true }).fill('30');
  await field.getByRole('spinbutton', { name: 'Seats, up to' }).fill('20');
  await field.getByRole('button', { name: 'Save' }).click();
  await expect(field.getByRole('alert')).toContainText('the smaller one first');
  await field.getByRole('spinbutton', { name: 'Seats, up to' }).fill('40');
  await field.getByRole('button', { name: 'Save' }).click();
  await room.expectKnown('seats', '30 to 40');
});

test('what is known is read back as a list, and corrected in it', async ({ room, everyWay }) => {
  const { page } = room;
  await room.say('A quiet reading café');
  await room.say('We serve at the counter');
  await room.say('What do you have so far?');
  const recap = page.getByTestId('recap').last();
  await expect(recap.getByRole('listitem')).not.toHaveCount(0);
  await expect(recap).toContainText('Service');
  await expect(recap).toContainText('At the counter');
  await everyWay(page, 'a list that is read back');
  await page.getByTestId('recap-edit-service').last().click();
  await recap.getByLabel('Takeaway').check();
  await recap.getByRole('button', { name: 'Save' }).click();
  await room.expectKnown('service', 'Takeaway');
  await expect(recap).toContainText('Takeaway');
  // Programs read lines.
  const { messages } = await (await page.request.get(`/api/v1/sessions/${room.id}`)).json();
  expect(messages.some((one: { content: string }) => /\n- Service: at the counter/i.test(one.content))).toBe(true);
});

test('a list that is read back is doubtful until the button says that it is right', async ({ room, everyWay }) => {
  const { page } = room;
  await reach(room, 'menu');
  await room.say('Coffee and cake. Lunch needs a bigger kitchen.');
  const back = page.getByTestId('read-back');
  await expect(back).toHaveAttribute('data-key', 'menu');
  await room.expectStatus('menu', 'partial');
  await expect(room.asked).toHaveCount(0);
  for (const name of ['Coffee', 'Cake', 'Lunch']) await expect(back.getByLabel(name)).toBeChecked();
  await expect(back.getByLabel('Breakfast')).not.toBeChecked();
  await everyWay(page, 'a value that is read back');
  await room.replied(() => back.getByRole('button', { name: "Yes, that's right" }).click());
  await expect(room.said.last()).toContainText("Yes, that's right");
  await expect(room.composer, 'whoever confirmed goes on where one writes').toBeFocused();
  await room.expectKnown('menu', 'Coffee, Cake, Lunch');
  await expect(back).toHaveCount(0);
});

test('once something is changed beside what is read back, it is all that can be sent', async ({ room, everyWay }) => {
  const back = room.page.getByTestId('read-back');
  const yes = back.getByRole('button', { name: "Yes, that's right" });
  await reach(room, 'menu');
  await room.say('Coffee and cake. Lunch needs a bigger kitchen.');
  await expect(yes).toBeVisible();
  await back.getByLabel('Breakfast').check();
  await expect(yes).toBeHidden();
  await everyWay(room.page, 'a value that is changed where it is read back');
  await back.getByLabel('Breakfast').uncheck();
  await expect(yes).toBeVisible();
  await back.getByLabel('Breakfast').check();
  await room.replied(() => back.getByRole('button', { name: 'Answer' }).click());
  await expect(room.composer).toBeFocused();
  await room.expectKnown('menu', 'Coffee, Cake, Breakfast, Lunch');

  await reach(room, 'seats');
  await room.say('Probably 24 seats');
  const seats = back.getByRole('spinbutton', { name: 'Seats', exact: true });
  await expect(yes).toBeVisible();
  await seats.fill('30');
  await expect(yes).toBeHidden();
  await room.replied(() => seats.press('Enter'));
  await room.expectKnown('seats', /^30/);
});

test('beside the offer to finish stand its own buttons, and no widget of an earlier question', async ({ room, everyWay }) => {
  const { page } = room;
  for (const text of ['A quiet reading café', 'We serve coffee and cake at the counter', '24 seats', 'We open on 1 March 2027']) {
    await room.say(text);
  }
  await expect(room.asked).toBeVisible();
  await room.say("That's all");
  await expect(page.getByTestId('offer')).toBeVisible();
  await expect(room.asked).toHaveCount(0);
  await everyWay(page, 'the offer to finish');
  await page.getByTestId('offer-change').click();
  await expect(room.composer).toBeFocused();
  await page.getByTestId('offer-finish').click();
  await expect(page.getByTestId('summary')).toBeVisible();
  await expect(page.getByTestId('offer')).toHaveCount(0);
});

test('in place of what is read back another value is chosen, by keyboard', async ({ room }) => {
  const back = room.page.getByTestId('read-back');
  await reach(room, 'service');
  await room.say('Probably takeaway');
  await room.expectStatus('service', 'partial');
  await expect(back.locator('[aria-current]')).toHaveText('Takeaway');
  await back.getByRole('button', { name: "Yes, that's right" }).focus();
  await room.page.keyboard.press('Tab');
  await expect(back.getByRole('button', { name: 'At the table' })).toBeFocused();
  await room.replied(() => room.page.keyboard.press('Enter'));
  await room.expectKnown('service', 'At the table');
  await expect(room.negotiation).toHaveCount(0);

  await reach(room, 'menu');
  await room.say('Coffee and cake. Lunch needs a bigger kitchen.');
  await back.getByLabel('Lunch').uncheck();
  await room.replied(() => back.getByRole('button', { name: 'Answer' }).click());
  await room.expectKnown('menu', 'Coffee, Cake');
});

test('a sentence in another language is declined in it, and nothing is stored', async ({ room }) => {
  const key = await room.askedKey();
  await room.say('Wir möchten ein kleines Café mit Büchern und Kuchen eröffnen');
  await expect(room.answers.last()).toContainText('Ich verstehe bisher leider nur Englisch');
  await expect(room.page.locator('.known-row .value')).toHaveCount(0);
  expect(await room.askedKey(), 'the question stays').toBe(key);
  await room.say('Café Müller');
  await expect(room.answers.last()).not.toContainText('nur Englisch');
});

test('options that stand as buttons are not said above them', async ({ room }) => {
  await room.say('A quiet reading café');
  await room.say('Students and retired people');
  for (let turn = 0; turn < 6 && (await room.askedKey()) !== 'service'; turn += 1) {
    await room.replied(() => room.asked.getByRole('button', { name: 'Later' }).click());
  }
  await room.say('What do you mean?');
  await expect(room.asked.getByRole('button', { name: 'Takeaway' })).toBeVisible();
  const listed = room.answers.last().locator('.listed');
  await expect(listed).toHaveCount(1);
  await expect(listed).toBeHidden();
  await room.replied(() => room.asked.getByRole('button', { name: 'Takeaway' }).click());
  await expect(listed).toHaveCount(0);
});

test('the page of research says first where something can be looked up', async ({ room }) => {
  const { page } = room;
  await page.getByTestId('research').click();
  await expect(page.getByTestId('research-reach')).toHaveAttribute('data-reach', /web|documents|nothing/);
  await expect(page.getByTestId('research-reach')).toContainText(/searched|looked up/);
});
