import { test, expect, hydrated } from '../fixtures.ts';

const OTHER = 'quite another password';

test('a person changes their password, and a wrong one changes nothing', async ({ newcomer: page, accessible }) => {
  await page.goto('/settings');
  await hydrated(page);
  await page.getByLabel('Your password now').fill('not the one');
  await page.getByLabel('New password').fill(OTHER);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.locator('#password').getByRole('alert')).toContainText('That is not your password');
  await accessible(page);
  await page.getByLabel('Your password now').fill('correct horse battery staple');
  await page.getByLabel('New password').fill(OTHER);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Your password is changed')).toBeVisible();
  await accessible(page);
  await page.goto('/');
  await expect(page.getByTestId('welcome')).toBeVisible();
});

test('an administrator hands out a link, and the person chooses a password with it', async ({ signedIn, page, api, everyWay }, info) => {
  const email = `link-${info.testId}-${info.repeatEachIndex}@example.test`;
  const made = await api.post('/api/v1/admin/users', { data: { name: 'Lin Ked', email, password: 'a forgotten password', role: 'member' } });
  expect(made.ok()).toBe(true);
  await signedIn.goto('/admin');
  await hydrated(signedIn);
  await signedIn.getByTestId('person').filter({ hasText: email }).getByTestId('password-link').click();
  const link = await signedIn.getByTestId('secret').locator('code').innerText();
  expect(link).toMatch(/^http.*\/new-password\?code=/);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await everyWay(page, 'a new password');
  await page.getByLabel('Password').fill(OTHER);
  await page.getByRole('button', { name: 'Keep this password' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your password is changed' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(OTHER);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByTestId('welcome')).toBeVisible();
  await page.goto(link);
  await page.getByLabel('Password').fill(OTHER);
  await page.getByRole('button', { name: 'Keep this password' }).click();
  await expect(page.getByRole('alert')).toContainText('used already');
});
