import { test, expect, begin, hydrated, Room } from '../fixtures.ts';

// What the browser itself says when the line is cut.
test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/ });

test('the list shows what another tab and a program do, without being loaded again', async ({ newcomer: page, objective }) => {
  await page.goto('/interviews');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'No interviews yet' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { mark: 'not loaded again' }));
  const cards = page.getByTestId('interview-card');
  const count = (name: RegExp) => page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name }).locator('.count');

  // A program opens one.
  const first = await begin(page, objective);
  await expect(cards).toHaveCount(1);
  await expect(count(/^All/)).toHaveText('1');

  // Another tab opens one and talks in it.
  const other = await page.context().newPage();
  const second = await begin(page, objective);
  await expect(cards).toHaveCount(2);
  const room = await Room.enter(other, second);
  await room.say('A quiet reading café');
  await expect(cards.first(), 'what was changed last stands first').toContainText('1 turn');

  // A program gives the older one another name: it moves to the top.
  await page.request.post('/call/form/retitle', { form: { id: first, title: 'Named elsewhere' } });
  await expect(cards.first()).toContainText('Named elsewhere');
  await expect(cards).toHaveCount(2);

  // The filter stays as it is.
  await page.getByRole('searchbox').fill('Named');
  await expect(cards).toHaveCount(1);
  await page.request.post('/call/form/retitle', { form: { id: first, title: 'Named once more' } });
  await expect(cards.first()).toContainText('Named once more');
  await begin(page, objective);
  await expect(count(/^All/)).toHaveText('3');
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('Named');
  expect(await page.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('not loaded again');
});

test('whoever is about to open one opens that one, and a list that could not be read is read again', async ({ newcomer: page, objective }) => {
  const ids = [await begin(page, objective), await begin(page, objective), await begin(page, objective)];
  const named = (at: number, title: string) => page.request.post('/call/form/retitle', { form: { id: ids[at], title } });
  for (const address of ['/interviews', '/']) {
    for (const [at, title] of ['Oldest', 'Middle', 'Newest'].entries()) await named(at, `${title} on ${address}`);
    await page.goto(address);
    await hydrated(page);
    const links = page.getByTestId('interview-card').getByRole('link');
    const middle = links.filter({ hasText: 'Middle' });
    await middle.focus();
    const before = await links.allTextContents();
    let refused = 0;
    await page.route('**/call/interviews', (route) => (refused++ ? route.continue() : route.abort()));
    await named(0, `Now first on ${address}`);
    await expect.poll(() => links.allTextContents(), 'it has moved').not.toEqual(before);
    await expect(page.getByText(`Now first on ${address}`).first()).toBeVisible();
    await expect(middle, 'what had the focus has it where it stands now').toBeFocused();
    expect(refused).toBeGreaterThan(1);
    // Several move past it at once, and it changes itself.
    await Promise.all([named(0, `Past it on ${address}`), named(2, `And another on ${address}`)]);
    for (const title of ['Past it', 'And another']) await expect(page.getByText(`${title} on ${address}`).first()).toBeVisible();
    await expect(middle).toBeFocused();
    await named(1, `Itself on ${address}`);
    await expect(page.getByText(`Itself on ${address}`).first()).toBeVisible();
    await expect(page.locator(':focus')).toHaveAttribute('href', `/interviews/${ids[1]}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('the start page shows what happens elsewhere, also after the line was away', async ({ newcomer: page, objective }) => {
  await page.goto('/');
  await hydrated(page);
  await expect(page.getByTestId('welcome')).toBeVisible();
  const first = await begin(page, objective);
  await expect(page.getByTestId('continue')).toBeVisible();
  await expect(page.getByTestId('welcome')).toBeHidden();
  await page.request.post('/call/form/retitle', { form: { id: first, title: 'Named elsewhere' } });
  await expect(page.getByTestId('continue')).toContainText('Named elsewhere');

  await page.context().setOffline(true);
  await expect(page.getByTestId('banner')).not.toBeEmpty();
  // A program elsewhere is not offline.
  const elsewhere = await page.context().browser()!.newContext({ baseURL: new URL(page.url()).origin, storageState: await page.context().storageState() });
  const made = await elsewhere.request.post('/call/form/retitle', { form: { id: first, title: 'Named while away' } });
  expect(made.ok()).toBe(true);
  await elsewhere.close();
  await page.context().setOffline(false);
  await expect(page.getByTestId('continue')).toContainText('Named while away', { timeout: 30_000 });
});

test('moving between the start page, the list and a room keeps the list alive', async ({ newcomer: page, objective }) => {
  const first = await begin(page, objective);
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('link', { name: /^Interviews/ }).first().click();
  await expect(page.getByTestId('interview-card')).toHaveCount(1);
  await page.request.post('/call/form/retitle', { form: { id: first, title: 'After moving' } });
  await expect(page.getByTestId('interview-card')).toContainText('After moving');
  await page.getByTestId('interview-card').getByRole('link').first().click();
  await Room.at(page);
  await page.goBack();
  await page.request.post('/call/form/retitle', { form: { id: first, title: 'After coming back' } });
  await expect(page.getByTestId('interview-card')).toContainText('After coming back');
});
