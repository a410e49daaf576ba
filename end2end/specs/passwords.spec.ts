import { test, expect, hydrated } from '../fixtures.ts';

const OTHER = 'quite another password';

test('a person changes their password, and a wrong one changes nothing', async ({ newcomer: page, accessible }) => {
  await page.goto('/settings');
  await hydrated(page);
  await page.getByLabel('Current password').fill('not the one');
  await page.getByLabel('New password').fill(OTHER);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.locator('#password').getByRole('alert')).toContainText('That is not your password');
  await accessible(page);
  await page.getByLabel('Current password').fill('correct horse battery staple');
  await page.getByLabel('New password').fill(OTHER);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await accessible(page);
  await page.goto('/');
  await expect(page.getByTestId('welcome')).toBeVisible();
});

test('a person changes their name, and their address with the password', async ({ newcomer: page, accessible }, info) => {
  await page.goto('/settings');
  await hydrated(page);
  const form = page.getByTestId('profile-form');
  await page.getByTestId('profile-name').fill('Nora Renamed');
  await page.getByTestId('profile-save').click();
  await expect(form.getByRole('status')).toContainText('up to date');
  await page.getByTestId('account').click();
  await expect(page.locator('.who')).toContainText('Nora Renamed');

  const email = `moved-${info.testId}-${info.repeatEachIndex}@example.test`;
  await page.goto('/settings');
  await hydrated(page);
  await page.getByTestId('profile-email').fill(email);
  await page.getByTestId('profile-save').click();
  await expect(form.getByRole('alert')).toContainText('That is not your password');
  await accessible(page);
  await page.getByTestId('profile-email').fill(email);
  await page.getByTestId('profile-current').fill('correct horse battery staple');
  await page.getByTestId('profile-save').click();
  await expect(form.getByRole('status')).toContainText('up to date');
  await expect(page.getByTestId('profile-email')).toHaveValue(email);
});

test('an administrator hands out a link, and the person chooses a password with it', async ({ signedIn, page, api, everyWay }, info) => {
  const email = `link-${info.testId}-${info.repeatEachIndex}@example.test`;
  const made = await api.post('/api/v1/admin/users', { data: { name: 'Lin Ked', email, password: 'a forgotten password', role: 'member' } });
  expect(made.ok()).toBe(true);
  await signedIn.goto('/admin/people');
  await hydrated(signedIn);
  await signedIn.getByTestId('person').filter({ hasText: email }).getByTestId('password-link').click();
  const link = await signedIn.getByTestId('secret').locator('code').innerText();
  expect(link).toMatch(/^http.*\/new-password\?code=/);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await everyWay(page, 'a new password');
  await page.getByLabel('Password').fill(OTHER);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(OTHER);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByTestId('welcome')).toBeVisible();
  await page.goto(link);
  await page.getByLabel('Password').fill(OTHER);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toContainText('been used already');
});
