import type { Dialog, Page } from '@playwright/test';
import { test, expect, hydrated } from '../fixtures.ts';
import { filled, writeQuery } from '../shop.ts';

/** The kinds of questions that the page asks while somebody does this; each is answered so that they stay. */
async function questions(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const kinds: string[] = [];
  const stay = async (dialog: Dialog) => {
    kinds.push(dialog.type());
    await dialog.dismiss();
  };
  page.on('dialog', stay);
  await act();
  page.off('dialog', stay);
  return kinds;
}

/** What asks is loaded by the page itself. */
async function open(page: Page, path: string): Promise<void> {
  const loaded = page.waitForResponse(/\/unsaved\.js/);
  await page.goto(path);
  await hydrated(page);
  await (await loaded).finished();
}

const leave = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Projects' }).first().click();
const close = async (page: Page) => {
  const dialog = page.waitForEvent('dialog', { timeout: 30_000 }).catch(() => null);
  await page.close({ runBeforeUnload: true });
  await dialog;
};

test('whoever leaves changed settings is asked first, and nobody else', async ({ signedIn: page }) => {
  const project = await filled(page);
  const path = `/projects/${project}/settings`;
  await open(page, path);
  const form = page.getByTestId('naming-form');
  const name = form.getByLabel('Name');
  await name.click();
  const held = await name.inputValue();
  await name.pressSequentially(' and more');
  expect(await questions(page, () => leave(page))).toEqual(['confirm']);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(name, 'what was typed is still there').toHaveValue(`${held} and more`);
  await page.keyboard.press('Control+k');
  const palette = page.getByTestId('palette');
  await palette.getByRole('combobox').fill('api tokens');
  await expect(palette.getByRole('option').first()).toContainText('API tokens');
  expect(await questions(page, () => page.keyboard.press('Enter'))).toEqual(['confirm']);
  await expect(page).toHaveURL(new RegExp(`${path}$`));

  // What is typed and taken back, and what was saved, is no change.
  await name.fill(held);
  expect(await questions(page, () => leave(page))).toEqual([]);
  await expect(page).toHaveURL(/\/projects$/);
  await open(page, path);
  await name.click();
  await name.pressSequentially(' and more');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('status')).not.toBeEmpty();
  expect(await questions(page, () => leave(page))).toEqual([]);
  await expect(page).toHaveURL(/\/projects$/);
});

test('whoever leaves a query that was neither run nor saved is asked first', async ({ signedIn: page }) => {
  const project = await filled(page);
  await open(page, `/projects/${project}/query`);
  await page.getByTestId('sql-editor').click();
  await writeQuery(page, 'SELECT country FROM orders');
  expect(await questions(page, () => leave(page))).toEqual(['confirm']);
  await page.getByTestId('sql-editor').press('Control+Enter');
  await expect(page.getByTestId('sql-count')).toContainText('3 rows');
  expect(await questions(page, () => leave(page))).toEqual([]);
  await expect(page).toHaveURL(/\/projects$/);
});

test('whoever closes a changed profile is asked first', async ({ signedIn: page }) => {
  await open(page, '/settings');
  await page.getByTestId('profile-name').click();
  await page.getByTestId('profile-name').pressSequentially(' Junior');
  expect(await questions(page, () => close(page))).toEqual(['beforeunload']);
  await expect(page.getByTestId('profile-name')).toHaveValue(/ Junior$/);
});
