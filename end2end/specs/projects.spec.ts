import { test, expect, hydrated } from '../fixtures.ts';
import { filled, file, ORDERS, shop, writeQuery } from '../shop.ts';

// What is refused is said with this status, and the browser notes it.
test.use({ tolerated: /status of 4(22|04)/ });

test('a form that is sent twice makes one project', async ({ signedIn: page }) => {
  const name = `Pressed twice ${Date.now()}`;
  await page.goto('/projects');
  await hydrated(page);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create project' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto('/projects');
  await expect(page.getByTestId('projects').getByRole('link', { name })).toHaveCount(1);
});

test('a project without sources leads to them before a run is started', async ({ signedIn: page, everyWay }) => {
  await page.goto('/projects');
  await hydrated(page);
  await page.getByLabel('Name').fill('Nothing to explore');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing to explore' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('heading', { name: 'This project has no data yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeHidden();
  await everyWay(page, 'runs of a project without sources');
  await page.getByRole('link', { name: 'Add a source' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is connected yet' })).toBeVisible();
});

test('from an upload to a query answered', async ({ signedIn: page, everyWay }) => {
  await page.goto('/projects');
  await hydrated(page);
  await page.getByLabel('Name').fill('Music store');
  await page.getByLabel('What it is about').fill('Sales of the online store');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  // The list of projects, which others may have filled, stands until the project's own page is there.
  await expect(page.getByRole('heading', { level: 1, name: 'Music store' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing is connected yet' })).toBeVisible();
  await hydrated(page);
  await everyWay(page, 'a project without sources');

  // What is chosen goes up at once, and what became of it stays in sight while the page shows the table.
  await page.getByTestId('upload-options').click();
  await page.getByLabel('Name of the source').fill('shop');
  await everyWay(page, 'the options of an upload');
  await page.getByTestId('upload-files').setInputFiles(file('orders.csv', ORDERS));
  await expect(page.getByTestId('upload-told')).toContainText('shop: 1 table, 4 columns, 3 rows');
  await expect(page.getByTestId('overview-tables').getByRole('link', { name: 'orders' })).toBeVisible();
  await everyWay(page, 'an upload that went well');
  const parts = page.getByRole('navigation', { name: 'Parts of the project' });
  await parts.getByRole('link', { name: 'Sources' }).click();
  await expect(page.getByTestId('sources')).toContainText('shop');
  await expect(page).toHaveURL(/\/sources$/);

  // What cannot be read is told beside the file with what can be done about it, and the rest goes on.
  await page.getByTestId('upload-files').setInputFiles([file('broken.sqlite', 'no database'), file('rules.md', '# Rules\n\nWe count.\n')]);
  const broken = page.getByTestId('upload-told').getByRole('listitem').filter({ hasText: 'broken.sqlite' });
  await expect(broken).toHaveClass(/bad/);
  await expect(page.getByTestId('sources').getByRole('listitem')).toHaveCount(2);
  await everyWay(page, 'an upload that failed in part');
  await broken.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(broken).toHaveClass(/bad/);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(uploads.getByRole('listitem')).toHaveCount(0);
  await expect(page.getByTestId('upload-files'), 'what goes does not take the focus with it').toBeFocused();

  await page.getByRole('button', { name: 'Test shop' }).press('Enter');
  await expect(page.getByTestId('tested')).toContainText('shop: It can be reached and read.');
  await expect(page.getByRole('button', { name: 'Test shop' })).toBeFocused();
  await page.getByRole('button', { name: 'Refresh shop' }).press('Enter');
  await expect(page.getByTestId('tested')).toContainText('shop was read again: nothing changed.');
  await expect(page.getByRole('button', { name: 'Refresh shop' })).toBeFocused();
  await page.getByRole('button', { name: 'Refresh all' }).click();
  await expect(page.getByTestId('tested')).toContainText('Everything was read again');

  await page.getByTestId('sources').getByRole('link', { name: 'shop' }).click();
  await page.getByTestId('tables').getByRole('link', { name: 'orders' }).click();
  await expect(page).toHaveURL(/\/tables\/orders$/);
  await expect(page.getByTestId('columns').getByRole('rowheader', { name: 'country' })).toBeVisible();
  await page.getByTestId('query-table').click();
  // A link brings a query, and only who looks at it runs it.
  await expect(page.getByTestId('sql-editor')).toHaveText(/SELECT \* FROM/);
  await hydrated(page);
  await expect(page.getByTestId('sql-answer')).toHaveCount(0);
  await expect(page).toHaveURL(/\/query[#?]sql=SELECT/);
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByTestId('sql-answer').getByRole('row')).toHaveCount(4);

  await writeQuery(page, 'SELECT country, COUNT(*) AS n FROM orders GROUP BY country ORDER BY n DESC');
  await page.getByTestId('sql-editor').press('Control+Enter');
  await expect(page.getByTestId('sql-answer').getByRole('cell')).toHaveText(['AT', '2', 'DE', '1']);
  await expect(page).toHaveURL(/\/query#sql=SELECT/);

  await parts.getByRole('link', { name: 'Sources' }).click();
  await expect(page.locator('#main'), 'a new page begins with the focus on it').toBeFocused();
  // A source is deleted without a question, by keyboard too, and that is undone.
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete shop' }).press('Enter');
    await expect(page.getByTestId('sources').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByTestId('tested')).toContainText('shop is deleted.');
    await expect(page.getByRole('heading', { name: 'Sources' }), 'the list has the focus of what is gone from it').toBeFocused();
  };
  await page.getByLabel('More about shop').press('Enter');
  await everyWay(page, 'the menu of a source');
  await remove();
  await everyWay(page, 'a source that was deleted');
  await page.getByTestId('undo-source').press('Enter');
  await expect(page.getByTestId('sources').getByRole('listitem')).toHaveCount(2);
  await expect(page.getByTestId('tested')).toContainText('shop is back.');
  await expect(page.getByTestId('deleted-sources')).toHaveCount(0);

  // For good only when asked twice.
  await page.getByLabel('More about shop').press('Enter');
  await remove();
  await page.getByTestId('deleted-sources').getByText('Delete for good').first().click();
  await everyWay(page, 'a source that is about to be removed for good');
  await page.getByTestId('remove-source').click();
  await expect(page.getByTestId('tested')).toContainText('shop is deleted for good.');
  await expect(page.getByTestId('deleted-sources')).toHaveCount(0);
});

test('a project is named anew and deleted with what it holds', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/settings`);
  await hydrated(page);
  await everyWay(page, 'settings of a project');
  await page.getByRole('textbox', { name: 'Name' }).fill('Record store');
  await page.getByRole('region', { name: 'Name and description' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Record store' })).toBeVisible();
  await expect(page.getByText('With it go its 4 sources')).toBeVisible();
  await page.getByTestId('delete-in-settings').click();
  await expect(page).toHaveURL(/\/projects\?deleted=/);
  await page.goto(`/projects/${project}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record store was deleted');
  await everyWay(page, 'a project that was deleted');
  await page.getByText('Delete for good').first().click();
  await page.getByTestId('remove-project').click();
  await expect(page).toHaveURL(/\/projects$/);
  await page.goto(`/projects/${project}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a project is deleted from its menu, without a question, and that is undone', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/sources`);
  await hydrated(page);
  await page.getByTestId('project-menu').click();
  await everyWay(page, 'the menu of a project');
  await page.getByTestId('delete-in-menu').click();
  const deleted = page.getByTestId('deleted');
  await expect(deleted).toContainText('Project deleted.');
  await expect(page.getByTestId('projects').locator(`a[href="/projects/${project}"]`)).toHaveCount(0);
  await hydrated(page);
  await everyWay(page, 'a list with a project that was deleted');
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(`/projects/${project}`);
  await expect(page.getByTestId('overview-tables').getByRole('link', { name: 'orders' })).toBeVisible();
});

test('the first page shows what is in a project, and a suggested question leads to its answer', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  const dated = 'id,opened_on,city\n1,2025-01-03,Vienna\n2,2025-01-09,Berlin\n3,2025-03-01,Vienna\n';
  const added = await page.request.post(`/api/v1/projects/${project}/sources`, { headers: { prefer: 'wait=60' }, multipart: { name: 'branches', file: file('branches.csv', dated) } });
  expect(added.ok()).toBe(true);
  await page.goto(`/projects/${project}`);
  await hydrated(page);
  const tables = page.getByTestId('overview-tables');
  for (const name of ['orders', 'customers', 'branches']) await expect(tables.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(tables.getByRole('img', { name: /Rows by month of opened_on, 2025-01 to 2025-03/ })).toBeVisible();
  await expect(page.getByTestId('links')).toContainText('orders.customer_id → customers.id');
  for (const name of ['pets', 'rules', 'returns']) await expect(page.getByTestId('overview-sources').getByRole('link', { name, exact: true })).toBeVisible();
  await everyWay(page, 'the first page of a project');

  const question = page.getByTestId('suggested-question').first();
  const words = String(await question.textContent()).trim();
  await question.click();
  await expect(page.getByRole('textbox', { name: 'Your question' })).toHaveValue(words);
  await hydrated(page);
  await page.getByTestId('ask-send').click();
  await expect(page.getByTestId('answer-text')).toContainText(/\d/, { timeout: 30_000 });

  await page.goto(`/projects/${project}`);
  await expect(page.getByTestId('recent').getByRole('link', { name: words })).toBeVisible();
  await page.getByTestId('interview-me').click();
  await expect(page).toHaveURL(/\/interviews\/[0-9a-f-]{36}$/);
});

test('files are dropped anywhere on a page of a project and lead to their rows', async ({ signedIn: page, everyWay }) => {
  const { id } = await (await page.request.post('/api/v1/projects', { data: { name: 'Dropped anywhere' } })).json();
  await page.goto(`/projects/${id}/search`);
  await hydrated(page);
  await expect(page.locator('source-drop')).toBeAttached();
  await page.waitForFunction(() => customElements.get('source-drop') !== undefined);
  const dropped = await page.evaluateHandle((orders) => {
    const data = new DataTransfer();
    data.items.add(new File([orders], 'orders.csv', { type: 'text/csv' }));
    data.items.add(new File(['# Rules'], 'rules.md', { type: 'text/markdown' }));
    return data;
  }, ORDERS);
  await page.locator('#main').dispatchEvent('dragenter', { dataTransfer: dropped });
  await expect(page.getByText('Drop to add to this project')).toBeVisible();
  await page.locator('#main').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('Drop to add to this project')).toBeHidden();
  const files = page.getByTestId('upload-told').getByRole('listitem');
  await expect(files).toHaveCount(2);
  await expect(files.first()).toContainText('1 table');
  await expect(files.last()).toHaveClass(/good/);
  await everyWay(page, 'files that were dropped on a search');
  await files.first().getByRole('link', { name: 'Open' }).click();
  await page.getByTestId('tables').getByRole('link', { name: 'orders' }).click();
  await expect(page).toHaveURL(/\/tables\/orders$/);
  await expect(page.getByRole('cell', { name: 'Ada' }).first()).toBeVisible();
});

test('what a model is told ahead and whether the web is searched is set on the page', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto(`/projects/${project}/settings`);
  await hydrated(page);
  const form = page.getByTestId('answering-form');
  await form.getByRole('checkbox', { name: 'Search the web' }).check();
  await form.getByLabel('What questions are mostly about').fill('orders');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('preloaded')).toContainText('Told ahead now: shop.orders');
  await everyWay(page, 'settings with tables that are told ahead');
  await page.reload();
  await hydrated(page);
  await expect(form.getByRole('checkbox', { name: 'Search the web' })).toBeChecked();
  await form.getByLabel('How closely a table must match').fill('3');
  await form.getByLabel('How closely a table must match').evaluate((field) => field.removeAttribute('max'));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('alert')).toContainText('from 0 to 1');
});

test('what was found in each kind of source', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  await page.goto('/projects');
  await everyWay(page, 'the list of projects');
  await page.goto(`/projects/${project}/sources`);
  await hydrated(page);
  await everyWay(page, 'sources of every kind');
  for (const [source, seen] of [['pets', '/pet/{petId}'], ['rules', 'Customers']] as const) {
    await page.goto(`/projects/${project}/sources`);
    await page.getByTestId('sources').getByRole('link', { name: source, exact: true }).click();
    const found = page.getByTestId('found');
    // What is alone in its source stands open.
    if (source === 'pets') await found.locator('summary').first().click();
    await expect(found.getByText(seen).first()).toBeVisible();
    await hydrated(page);
    await everyWay(page, `what was found in ${source}`);
  }
});

test('a thousand tables are filtered and paged, without scripts too', async ({ signedIn: page, browser, state, baseURL, everyWay }) => {
  const made = await page.request.post('/api/v1/projects', { data: { name: 'Wide' } });
  const project = (await made.json()).id;
  const files = Array.from({ length: 130 }, (_, at) => file(`table_${at}.csv`, `id,name_${at}\n${at},x\n`));
  await page.goto(`/projects/${project}/sources`);
  await hydrated(page);
  await page.getByTestId('upload-options').click();
  await page.getByLabel('Name of the source').fill('wide');
  await page.getByTestId('upload-files').setInputFiles(files);
  await expect(page.getByTestId('sources')).toContainText('130 tables', { timeout: 60_000 });

  const context = await browser.newContext({ baseURL, storageState: state, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`/projects/${project}/sources`);
  await plain.getByTestId('sources').getByRole('link', { name: 'wide' }).click();
  await expect(plain.getByTestId('count')).toHaveText('1 to 50 of 130');
  await plain.getByRole('link', { name: 'Next' }).click();
  await expect(plain.getByTestId('count')).toHaveText('51 to 100 of 130');
  await plain.getByRole('searchbox').fill('name_77');
  await plain.getByRole('searchbox').press('Enter');
  await expect(plain.getByTestId('tables').getByRole('link', { name: 'table_77' })).toBeVisible();
  await expect(plain.getByTestId('count')).toHaveText('1 shown');
  await context.close();

  await page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).click();
  await page.getByTestId('sources').getByRole('link', { name: 'wide' }).click();
  await expect(page.getByTestId('tables')).toBeVisible();
  await hydrated(page);
  await everyWay(page, 'many tables');
  await page.goto(`${page.url()}?q=nothing-like-it`);
  await expect(page.getByText('No matches.')).toBeVisible();
  await everyWay(page, 'a filter that nothing passes');
});

test('a table with its columns, its keys both ways and its profile', async ({ signedIn: page, everyWay }) => {
  const project = await filled(page);
  const source = await shop(page, project);
  await page.goto(`/projects/${project}/sources/${source}/tables/orders`);
  await hydrated(page);
  const columns = page.getByTestId('columns');
  const row = (name: string) => columns.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(row('country').getByText('AT', { exact: true })).toBeVisible();
  await expect(row('customer_id')).toContainText('inferred');
  await expect(page.getByTestId('referenced-by')).toHaveCount(0);
  await row('customer_id').getByRole('link', { name: 'customers.id' }).click();
  await expect(page).toHaveURL(/\/tables\/customers$/);
  await expect(row('city').getByText('Vienna', { exact: true })).toBeVisible();
  const leading = page.getByTestId('referenced-by').getByRole('listitem');
  await expect(leading).toHaveCount(1);
  await expect(leading).toContainText('orders.customer_id → id');
  await hydrated(page);
  await everyWay(page, 'a table that others lead to');
  await leading.getByRole('link', { name: 'orders.customer_id' }).click();
  await expect(page).toHaveURL(/\/tables\/orders$/);
  await hydrated(page);
  // It is computed by itself.
  const profile = page.getByTestId('profile');
  await expect(profile.locator('> li').filter({ hasText: 'country' })).toContainText('AT: 2');
  await everyWay(page, 'a table with its profile');
});
