// A project with a source of each kind, as programs make it.
import { expect, type Page } from '@playwright/test';

export const ORDERS = 'id,customer,total,country\n1,Ada,10.5,AT\n2,Bob,20,DE\n3,Ada,30,AT\n';
// With a column that leads to the customers.
const KEYED_ORDERS = 'id,customer,customer_id,total,country\n1,Ada,1,10.5,AT\n2,Bob,2,20,DE\n3,Ada,1,30,AT\n';
const CUSTOMERS = 'id,name,city\n1,Ada,Vienna\n2,Bob,Berlin\n';
const PETS = {
  openapi: '3.0.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example' }],
  paths: {
    '/pet/{petId}': {
      get: {
        operationId: 'getPetById',
        summary: 'Find a pet by its ID',
        parameters: [{ name: 'petId', in: 'path', required: true, description: 'Which pet', schema: { type: 'integer' } }],
        responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } } } },
      },
      delete: { operationId: 'deletePet', summary: 'Deletes a pet', parameters: [], responses: { 204: { description: 'gone' } } },
    },
  },
};
const RULES = '# Rules\n\nHow we count.\n\n## Customers\n\nVIP customer: lifetime value > $100,000.\n';

export function file(name: string, text: string) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
}

/** The id of a new project with tables, an API and two texts. */
export async function filled(page: Page): Promise<string> {
  const made = await page.request.post('/api/v1/projects', { data: { name: 'Music store', description: 'Sales of the online store in two countries' } });
  const project = (await made.json()).id;
  const sources = `/api/v1/projects/${project}/sources`;
  const form = new FormData();
  form.append('name', 'shop');
  form.append('file', new File([KEYED_ORDERS], 'orders.csv'));
  form.append('file', new File([CUSTOMERS], 'customers.csv'));
  const added = [
    await page.request.post(sources, { headers: { prefer: 'wait=60' }, multipart: form }),
    await page.request.post(sources, { data: { kind: 'api', type: 'openapi', name: 'pets', config: { spec: PETS } } }),
    await page.request.post(sources, { data: { kind: 'document', type: 'inline', name: 'rules', config: { content: RULES } } }),
    await page.request.post(sources, { data: { kind: 'document', type: 'inline', name: 'returns', description: 'What customers send back', config: { content: '# Returns\n\nA refund takes 14 days.\n' } } }),
  ];
  for (const one of added) if (!one.ok()) throw new Error(`${one.url()}: ${one.status()} ${await one.text()}`);
  return project;
}

/** The id of its database. */
export async function shop(page: Page, project: string): Promise<string> {
  const { items } = await (await page.request.get(`/api/v1/projects/${project}/sources`)).json();
  return items.find((one: { name: string }) => one.name === 'shop').id;
}

/** Writes a statement in place of what stands in the editor of queries. It is typed as people type: the browser fills a field that has
 * colours with styles of its own, which the page does not allow. */
export async function writeQuery(page: Page, sql: string): Promise<void> {
  const editor = page.getByTestId('sql-editor');
  await expect(editor).toBeVisible();
  await editor.press('Control+a');
  await editor.press('Delete');
  await page.keyboard.insertText(sql);
  // A list of completions would lie over what is below.
  await page.keyboard.press('Escape');
}
