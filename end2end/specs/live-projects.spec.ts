import type { Page } from '@playwright/test';
import { test, expect, hydrated } from '../fixtures.ts';
import { filled, file, ORDERS, shop, writeQuery } from '../shop.ts';

// What the browser itself says when the line is cut, and where what is shown is gone.
test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|WebSocket|status of 4(04|22)/ });

/** A page that tells afterwards whether it was loaded again. */
async function stay(page: Page, address: string) {
  await page.goto(address);
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { mark: 'not loaded again' }));
}

async function stayed(page: Page) {
  expect(await page.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('not loaded again');
}

async function made(page: Page, name: string): Promise<string> {
  return (await (await page.request.post('/api/v1/projects', { data: { name } })).json()).id;
}

async function write(page: Page, project: string, name: string, content: string) {
  const data = { kind: 'document', type: 'inline', name, config: { content } };
  expect((await page.request.post(`/api/v1/projects/${project}/sources`, { data })).ok()).toBe(true);
}

async function sourceOf(page: Page, project: string, name: string): Promise<string> {
  const { items } = await (await page.request.get(`/api/v1/projects/${project}/sources`)).json();
  return items.find((one: { name: string }) => one.name === name).id;
}

test('the sources follow what another tab and a program do, and nothing that somebody is at is lost', async ({ signedIn: page }) => {
  const project = await made(page, 'Music store');
  await stay(page, `/projects/${project}/sources`);
  const cards = page.getByTestId('sources').locator('> li');
  await expect(page.getByRole('heading', { name: 'Nothing is connected yet' })).toBeVisible();

  // A program adds one.
  await write(page, project, 'rules', '# Rules\n\nWe count.\n');
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Parts of the project' }).locator('.count')).toHaveText('1');

  // Somebody is about to upload, and has a menu open, while another tab uploads.
  await page.getByTestId('upload-options').click();
  await page.getByLabel('Name of the source').fill('typed here');
  await page.getByLabel('More about rules').click();
  await expect(page.getByRole('button', { name: 'Delete rules' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`/projects/${project}/sources`);
  await hydrated(other);
  await other.getByTestId('upload-files').setInputFiles(file('customers.csv', 'id,name\n1,Ada\n'));
  await expect(other.getByTestId('upload-told')).toContainText('customers: 1 table');
  await other.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).press('Enter');
  await expect(other.getByTestId('upload-files'), 'after an upload the focus is where one goes on').toBeFocused();
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('customers');
  await expect(page.getByLabel('More about rules'), 'the focus stays where it was').toBeFocused();
  await expect(page.getByRole('button', { name: 'Delete rules' }), 'the menu stays open').toBeVisible();
  await expect(page.getByLabel('Name of the source')).toHaveValue('typed here');
  await page.getByTestId('upload-files').setInputFiles(file('orders.csv', ORDERS));
  await expect(cards).toHaveCount(3);
  await expect(other.getByTestId('sources')).toContainText('typed here');

  // What the other tab deletes goes here too, and can be taken back here; the focus stays on the page.
  await page.getByLabel('More about rules').focus();
  await other.getByLabel('More about rules').click();
  await other.getByRole('button', { name: 'Delete rules' }).press('Enter');
  await expect(other.getByRole('heading', { name: 'Sources' })).toBeFocused();
  await expect(cards).toHaveCount(2);
  await expect(page.locator('#main')).toBeFocused();
  await page.getByTestId('deleted-sources').getByRole('button', { name: 'Restore rules' }).click();
  await expect(cards).toHaveCount(3);
  await expect(other.getByTestId('sources')).toContainText('rules');
  await stayed(page);
});

test('every page of a project shows what changes elsewhere, and keeps what was typed and computed', async ({ signedIn: page }) => {
  const project = await filled(page);
  const source = await shop(page, project);
  const rename = (name: string, description: string) => page.request.put(`/api/v1/projects/${project}`, { data: { name, description } });

  await stay(page, `/projects/${project}/search?q=refund`);
  await expect(page.getByTestId('hits').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox').fill('something else that is being typed');
  await write(page, project, 'more returns', '# More\n\nA refund of vouchers is not paid.\n');
  await expect(page.getByTestId('hits')).toContainText('more returns');
  await expect(page.getByRole('searchbox')).toHaveValue('something else that is being typed');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await stayed(page);

  await stay(page, `/projects/${project}/query`);
  const query = page.getByTestId('sql-editor');
  await writeQuery(page, 'SELECT COUNT(*) AS n FROM orders');
  await query.press('Control+Enter');
  await expect(page.getByTestId('sql-answer')).toBeVisible();
  await writeQuery(page, 'SELECT name FROM');
  const added = await page.request.post(`/api/v1/projects/${project}/sources`, { headers: { prefer: 'wait=60' }, multipart: { name: 'stock', file: file('stock.csv', 'id,amount\n1,4\n') } });
  expect(added.ok()).toBe(true);
  await expect(page.getByRole('complementary', { name: 'Tables' })).toContainText('stock');
  await expect(query).toHaveText('SELECT name FROM');
  await expect(query).toBeFocused();
  await expect(page.getByTestId('sql-answer')).toBeVisible();
  await stayed(page);

  // The last table goes, to come back as another one.
  const own = await made(page, 'One table');
  const sources = `/api/v1/projects/${own}/sources`;
  const upload = async (name: string) => (await (await page.request.post(sources, { headers: { prefer: 'wait=60' }, multipart: { name, file: file(`${name}.csv`, ORDERS) } })).json()).id;
  const first = await upload('first');
  await stay(page, `/projects/${own}/query`);
  await writeQuery(page, 'SELECT COUNT(*) AS n FROM first');
  await query.press('Control+Enter');
  await expect(page.getByTestId('sql-answer')).toBeVisible();
  await writeQuery(page, 'SELECT total FROM');
  expect((await page.request.delete(`${sources}/${first}`)).ok()).toBe(true);
  await expect(page.getByRole('complementary', { name: 'Tables' })).toContainText('No tables yet');
  const second = await upload('second');
  await expect(page.getByRole('complementary', { name: 'Tables' })).toContainText('second');
  await expect(query).toHaveText('SELECT total FROM');
  await expect(query).toBeFocused();
  await expect(page.getByTestId('sql-answer')).toBeVisible();
  // What stands open stays open where what stood before it goes.
  await upload('third');
  const third = page.getByRole('complementary', { name: 'Tables' }).locator('details').filter({ hasText: 'third' });
  await third.locator('summary').click();
  expect((await page.request.delete(`${sources}/${second}`)).ok()).toBe(true);
  await expect(page.getByRole('complementary', { name: 'Tables' })).not.toContainText('second');
  await expect(third).toHaveAttribute('open', '');
  await stayed(page);

  // What stands open stays open.
  await stay(page, `/projects/${project}/sources/${await sourceOf(page, project, 'pets')}`);
  const operation = page.locator('details').filter({ hasText: 'Find a pet by its ID' }).first();
  await operation.locator('summary').first().click();
  await expect(operation).toHaveAttribute('open', '');
  await rename('While it is open', '');
  await expect(page.getByRole('heading', { level: 1, name: 'While it is open' })).toBeVisible();
  await expect(operation).toHaveAttribute('open', '');

  await stay(page, `/projects/${project}/sources/${source}/tables/orders`);
  await expect(page.getByTestId('profile')).toBeVisible();
  await rename('Renamed elsewhere', 'Told anew');
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed elsewhere' })).toBeVisible();
  await expect(page).toHaveTitle(/Renamed elsewhere/);
  await expect(page.getByText('Told anew')).toBeVisible();
  await expect(page.getByTestId('profile'), 'what was computed stays').toBeVisible();
  await stayed(page);
  // The table goes with its source: the page says so.
  expect((await page.request.delete(`/api/v1/projects/${project}/sources/${source}`)).ok()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await stayed(page);

  await stay(page, `/projects/${project}/tools`);
  await rename('Once more', '');
  await expect(page.getByRole('heading', { level: 1, name: 'Once more' })).toBeVisible();
  await expect(page.getByText('Told anew')).toHaveCount(0);
  await expect(page.locator('.programs')).toContainText('once');
  // And the project with everything.
  expect((await page.request.delete(`/api/v1/projects/${project}`)).ok()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await stayed(page);
});

test('settings follow what is saved elsewhere, but not into a field that somebody types in', async ({ signedIn: page }) => {
  const project = await made(page, 'Music store');
  await stay(page, `/projects/${project}/settings`);
  const naming = page.getByTestId('naming-form');
  const [name, description] = [naming.getByLabel('Name'), naming.getByLabel('What it is about')];
  const rename = (data: object) => page.request.put(`/api/v1/projects/${project}`, { data });
  await rename({ name: 'From elsewhere', description: 'Two\nlines' });
  await expect(name).toHaveValue('From elsewhere');
  await expect(description).toHaveValue('Two\nlines');

  await description.fill('typed here');
  await rename({ name: 'Again', description: 'Not shown here' });
  await expect(name).toHaveValue('Again');
  await expect(description).toHaveValue('typed here');
  await expect(naming.getByRole('status')).toHaveText('This was changed elsewhere in the meantime. What you typed is still here.');

  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(naming.getByRole('status')).toHaveText('Saved.');
  await expect(page.locator('.project-head')).toContainText('typed here');
  // What is saved is shown: it follows again.
  await rename({ description: 'Followed again' });
  await expect(description).toHaveValue('Followed again');

  const answering = page.getByTestId('answering-form');
  const other = await page.context().newPage();
  await other.goto(`/projects/${project}/settings`);
  await hydrated(other);
  await other.getByTestId('answering-form').getByRole('checkbox').check();
  await other.getByLabel('What questions are mostly about').fill('sales');
  await other.getByLabel('Maximum tables').fill('7');
  await other.getByTestId('answering-form').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByTestId('answering-form').getByRole('status')).toHaveText('Saved.');
  await expect(answering.getByRole('checkbox')).toBeChecked();
  await expect(page.getByLabel('What questions are mostly about')).toHaveValue('sales');
  await expect(page.getByLabel('Maximum tables')).toHaveValue('7');
  await stayed(page);
});

test('the list of projects and the start page follow, also after the line was away', async ({ newcomer: page }) => {
  const word = `Elsewhere ${Date.now()}`;
  await stay(page, '/projects');
  const names = page.getByTestId('projects').getByRole('heading');
  const first = await made(page, `${word} made`);
  await expect(names.filter({ hasText: `${word} made` })).toHaveCount(1);
  // Whoever is about to open one opens that, whatever comes before it.
  await page.getByTestId('projects').getByRole('link', { name: `${word} made` }).focus();
  await made(page, `${word} later`);
  await expect(names.filter({ hasText: `${word} later` })).toHaveCount(1);
  await expect(page.getByTestId('projects').getByRole('link', { name: `${word} made` })).toBeFocused();
  await page.getByLabel('Name').fill('typed here');
  await page.request.put(`/api/v1/projects/${first}`, { data: { name: `${word} named` } });
  await expect(names.filter({ hasText: `${word} named` })).toHaveCount(1);
  await expect(page.getByLabel('Name')).toHaveValue('typed here');
  await stayed(page);

  await page.context().setOffline(true);
  await expect(page.getByTestId('banner')).not.toBeEmpty();
  const elsewhere = await page.context().browser()!.newContext({ baseURL: new URL(page.url()).origin, storageState: await page.context().storageState() });
  expect((await elsewhere.request.put(`/api/v1/projects/${first}`, { data: { name: `${word} away` } })).ok()).toBe(true);
  await elsewhere.close();
  await page.context().setOffline(false);
  await expect(names.filter({ hasText: `${word} away` })).toHaveCount(1, { timeout: 30_000 });
  await stayed(page);

  // The start page shows the newest three.
  await stay(page, '/');
  await made(page, `${word} last`);
  await expect(page.getByTestId('home-projects')).toContainText(`${word} last`);
  await stayed(page);
});
