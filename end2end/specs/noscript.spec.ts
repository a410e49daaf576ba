import { test, expect, signIn, begin, register } from '../fixtures.ts';

// Where scripts are off, what they would have needed is announced all the same.
test.use({ javaScriptEnabled: false, tolerated: /was preloaded using link preload but not used/ });

test('without scripts: sign in, read the interview with values and quotes, answer, settle and finish', async ({ page, baseURL, objective }, info) => {
  await signIn(page, await register(String(baseURL), { email: `quiet-${info.testId}-${info.repeatEachIndex}@example.test`, name: 'Quinn Quiet' }));
  await expect(page.getByTestId('welcome')).toBeVisible();
  const id = await begin(page, objective);
  const said = await page.request.post('/api/discovery-chat', {
    data: { sessionId: id, contextType: 'idea_discovery', message: 'A quiet reading café with second-hand books' },
  });
  expect(said.ok(), await said.text()).toBe(true);

  await page.goto('/interviews');
  await page.getByRole('link', { name: 'A new café' }).click();
  await expect(page).toHaveURL(new RegExp(id));
  const purpose = page.getByTestId('obligation-purpose');
  await expect(purpose).toHaveAttribute('data-status', 'satisfied');
  await expect(purpose.locator('.value')).toContainText('quiet reading café with second-hand books');
  await expect(purpose).toContainText('turn 1');
  await expect(page.getByTestId('log')).toContainText('second-hand books');
  await expect(page.getByTestId('ring')).toHaveAttribute('aria-valuenow', /[1-9]/);
  await expect(page.locator('.say noscript p')).toBeVisible();

  const answer = page.getByTestId('composer').getByRole('textbox');
  await answer.fill('We serve coffee and cake at the counter');
  await page.getByTestId('send').click();
  await expect(page.getByTestId('obligation-menu').locator('.value')).toHaveText('Coffee, Cake');
  await expect(page.getByTestId('obligation-menu').locator('q')).toHaveText('coffee and cake');

  await answer.fill('We serve at the table');
  await page.getByTestId('send').click();
  await page.getByTestId('negotiation-accept').click();
  await expect(page.getByTestId('obligation-service').locator('.value')).toHaveText('At the table');

  await answer.fill('24 seats');
  await page.getByTestId('send').click();
  await expect(page.getByTestId('obligation-seats').locator('.value')).toHaveText('24');
  await answer.fill('We open on 1 March 2027');
  await page.getByTestId('send').click();
  await page.getByTestId('finish').click();
  await expect(page.getByTestId('summary')).toContainText('second-hand books');
});

test('without scripts: a wrong password is told, and one widget of each kind answers', async ({ page, baseURL, objective }, info) => {
  const person = await register(String(baseURL), { email: `silent-${info.testId}-${info.repeatEachIndex}@example.test`, name: 'Sil Ent' });
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('do not match');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/login/);

  const id = await begin(page, objective);
  await page.goto(`/interviews/${id}`);
  const asked = page.locator('[data-testid^="widget-"]');
  const answer = asked.getByRole('button', { name: 'Answer' });
  const seen = new Set<string>();
  for (let turn = 0; turn < 8; turn += 1) {
    const key = await asked.getAttribute('data-key');
    seen.add(key ?? '');
    if (key === 'service') await asked.getByRole('button', { name: 'Takeaway' }).click();
    else if (key === 'music') await asked.getByRole('button', { name: 'live' }).click();
    else if (key === 'menu') await asked.getByLabel('Breakfast').check().then(() => answer.click());
    else if (key === 'seats') await asked.getByRole('spinbutton').fill('24').then(() => answer.click());
    else if (key === 'opening') await asked.locator('input[type=date]').fill('2027-03-01').then(() => answer.click());
    else {
      await page.getByTestId('composer').getByRole('textbox').fill('A quiet reading room');
      await page.getByTestId('send').click();
    }
    await expect(page.getByTestId(`obligation-${key}`)).toHaveAttribute('data-status', 'satisfied');
    if (!(await asked.isVisible())) break;
  }
  expect([...seen].sort()).toEqual(expect.arrayContaining(['menu', 'opening', 'seats', 'service']));
  await expect(page.getByTestId('obligation-menu').locator('.value')).toHaveText('Breakfast');
  await expect(page.getByTestId('obligation-seats').locator('.value')).toHaveText('24');
});

test('without scripts: what is read back is confirmed with a button, or another value is chosen', async ({ page, baseURL, objective }, info) => {
  await signIn(page, await register(String(baseURL), { email: `certain-${info.testId}-${info.repeatEachIndex}@example.test`, name: 'Cer Tain' }));
  await page.goto(`/interviews/${await begin(page, objective)}`);
  const asked = page.locator('[data-testid^="widget-"]');
  const said = page.getByTestId('message-user');
  const back = page.getByTestId('read-back');
  const known = (key: string) => page.getByTestId(`obligation-${key}`);
  /** Puts questions off until this one is asked, and answers it. */
  const answer = async (key: string, text: string) => {
    for (let turn = 0; turn < 6 && (await asked.getAttribute('data-key')) !== key; turn += 1) {
      const before = await said.count();
      await asked.getByRole('button', { name: 'Later' }).click();
      await expect(said).toHaveCount(before + 1);
    }
    await page.getByTestId('composer').getByRole('textbox').fill(text);
    await page.getByTestId('send').click();
    await expect(known(key)).toHaveAttribute('data-status', 'partial');
  };
  await answer('service', 'Probably takeaway');
  await expect(back.locator('[aria-current]')).toHaveText('Takeaway');
  await back.getByRole('button', { name: 'At the counter' }).click();
  await expect(known('service')).toHaveAttribute('data-status', 'satisfied');
  await expect(known('service').locator('.value')).toHaveText('At the counter');

  await answer('menu', 'Coffee and cake. Lunch needs a bigger kitchen.');
  await expect(back.getByLabel('Lunch')).toBeChecked();
  const yes = back.getByRole('button', { name: "Yes, that's right" });
  await back.getByLabel('Breakfast').check();
  await expect(yes).toBeHidden();
  await back.getByLabel('Breakfast').uncheck();
  await yes.click();
  await expect(said.last()).toContainText("Yes, that's right");
  await expect(known('menu')).toHaveAttribute('data-status', 'satisfied');
  await expect(known('menu').locator('.value')).toHaveText('Coffee, Cake, Lunch');

  await answer('seats', 'Probably 24 seats');
  await back.getByRole('spinbutton', { name: 'Seats', exact: true }).fill('30');
  await yes.click();
  await expect(said.last(), 'what was changed beside it is sent with it').toContainText('30');
  await expect(known('seats').locator('.value')).toHaveText(/^30/);
});

test('without scripts: on a narrow screen the page comes back at what was just said', async ({ page, baseURL, objective }, info) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await signIn(page, await register(String(baseURL), { email: `narrow-${info.testId}-${info.repeatEachIndex}@example.test`, name: 'Na Rrow' }));
  await page.goto(`/interviews/${await begin(page, objective)}`);
  const said = page.getByTestId('message-user');
  for (const text of ['A quiet reading café', 'Why do you ask?', 'We serve at the counter', 'Coffee and cake', '24 seats']) {
    await page.getByTestId('composer').getByRole('textbox').fill(text);
    await page.getByTestId('send').click();
    await expect(said.last()).toContainText(text);
  }
  const top = async (of: typeof said) => (await of.last().boundingBox())?.y ?? -1;
  await expect.poll(() => top(said)).toBeLessThan(640);
  expect(await top(said)).toBeGreaterThanOrEqual(0);
  expect(await top(page.getByTestId('message-agent'))).toBeLessThan(640);
});

test('without scripts: everything beside the conversation works as well, and nothing does nothing', async ({ page, baseURL, objective }, info) => {
  await signIn(page, await register(String(baseURL), { email: `still-${info.testId}-${info.repeatEachIndex}@example.test`, name: 'Still Here' }));
  await page.goto(`/interviews/${await begin(page, objective)}`);
  const known = (key: string) => page.getByTestId(`obligation-${key}`);
  const act = async (key: string, act: string) => {
    await page.getByTestId(`change-${key}`).click();
    await page.getByTestId(`${act}-${key}`).click();
  };
  const say = async (text: string) => {
    await page.getByTestId('composer').getByRole('textbox').fill(text);
    await page.getByTestId('send').click();
  };
  await act('style', 'skip');
  await expect(known('style')).toHaveAttribute('data-status', 'skipped');
  await act('style', 'reopen');
  await expect(known('style')).toHaveAttribute('data-status', 'pending');
  await act('music', 'defer');
  await expect(known('music')).toHaveAttribute('data-status', 'deferred');
  await act('seats', 'edit');
  await known('seats').getByRole('spinbutton').fill('31');
  await known('seats').getByRole('button', { name: 'Save' }).click();
  await expect(known('seats').locator('.value')).toHaveText('31');
  await act('menu', 'edit');
  await known('menu').getByLabel('Lunch').check();
  await known('menu').getByRole('button', { name: 'Save' }).click();
  await expect(known('menu').locator('.value')).toHaveText('Lunch');
  await act('style', 'edit');
  await known('style').getByRole('button', { name: 'Cancel' }).click();
  await expect(known('style').getByRole('textbox')).toHaveCount(0);

  for (const text of ['A quiet reading café', 'We serve at the counter', 'We serve at the table']) await say(text);
  const card = page.getByTestId('negotiation-card');
  await page.getByTestId('negotiation-edit').click();
  await card.getByLabel('Takeaway').check();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(known('service').locator('.value')).toHaveText('Takeaway');
  await page.getByTestId('negotiation-back').click();
  await expect(known('service').locator('.value')).toHaveText('At the counter');

  await page.getByTestId('message-edit').first().click();
  await page.getByTestId('edit-field').fill('A bakery with coffee');
  await page.getByTestId('edit-save').click();
  await expect(page.getByTestId('message-user').first()).toContainText('A bakery with coffee');

  await page.getByTestId('export').click();
  await expect(page.getByTestId('export-md')).toBeVisible();
  await expect(page.locator('button[type=button]:visible')).toHaveCount(0);
});
