import type { Locator } from '@playwright/test';
import { expect, hydrated } from '../fixtures.ts';
import { test } from '../house.ts';

/** Twenty kilobytes typed as one insertion take the browser half a minute. */
async function put(field: Locator, text: string): Promise<void> {
  await field.evaluate((element: HTMLTextAreaElement, text) => {
    element.value = text;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

test('a definition is checked while one types, saved as a version, activated, and an interview moved to it', async ({ house, everyWay }) => {
  const { page, url, call } = house;
  const session = await call('/api/v1/sessions', { context_type: 'idea_discovery' });
  await page.goto(`${url}/admin/objectives`);
  await hydrated(page);
  await everyWay(page);
  const idea = page.locator('section').filter({ hasText: 'Idea' }).last();
  await idea.getByTestId('objective').first().getByRole('link').click();
  await hydrated(page);
  await page.getByTestId('as-json').click();
  const field = page.getByTestId('definition');
  await expect(page.getByTestId('preview').getByRole('listitem').first()).toBeVisible();
  await everyWay(page);

  const text = await field.inputValue();
  await put(field, text.replace('"priority": 10', '"priority": 11'));
  await expect(page.getByTestId('faults')).toContainText('priority must be a whole number from 1 to 10');
  await expect(page.getByTestId('unsaved')).toBeVisible();
  await expect(page.getByTestId('save'), 'what saves is always in sight').toBeInViewport();
  await expect(page.getByTestId('save')).toBeDisabled();
  await everyWay(page);
  await page.reload();
  await expect(page.getByTestId('faults'), 'the draft is kept').toBeVisible();
  await page.getByTestId('as-json').click();
  await page.getByTestId('discard').click();
  await expect(page.getByTestId('faults')).toBeHidden();
  await expect(page.getByTestId('unsaved')).toBeHidden();

  const config = JSON.parse(text);
  config.obligations.push({
    key: 'mascot', fieldPath: 'idea.mascot', prompt: 'Which animal would it be?', collectionType: 'direct_question', widgetType: 'text', priority: 2,
  });
  await put(field, JSON.stringify(config, null, 2));
  await expect(page.getByTestId('preview')).toContainText('Which animal would it be?');
  await field.evaluate((element: HTMLTextAreaElement, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.focus();
    element.select();
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, JSON.stringify(config, null, 4));
  await expect(field, 'a long text is pasted at once').toHaveValue(JSON.stringify(config, null, 4));
  await expect(page.getByTestId('preview')).toContainText('Which animal would it be?');
  await expect(page.getByTestId('version')).toHaveValue('1.1.0');
  await page.getByTestId('save').click();
  await expect(page.locator('main')).toContainText('version 1.1.0');
  await expect(page.getByTestId('saved')).toContainText('Saved as version 1.1.0');
  await page.getByTestId('activate-ask').click();
  await expect(page.locator('main')).toContainText('instead of Idea discovery 1.0.1');
  await page.goto(`${url}/admin/objectives`);
  const next = page.getByTestId('objective').filter({ hasText: 'version 1.1.0' });
  await next.getByTestId('activate-ask').click();
  await next.getByTestId('activate').click();
  await expect(page.getByTestId('objective').filter({ hasText: 'version 1.1.0' })).toContainText('active');

  await page.goto(`${url}/interviews/${session.id}/questions`);
  await hydrated(page);
  await expect(page.getByTestId('newer')).toContainText('1 new');
  await page.getByTestId('newer').locator('summary').click();
  await expect(page.getByTestId('newer')).toContainText('Mascot');
  await everyWay(page);
  await page.getByTestId('migrate').click();
  await expect(page.getByTestId('newer')).toBeHidden();
  await expect(page.getByTestId('question-mascot')).toBeVisible();
});

test('transcripts are reviewed one after the other', async ({ house, everyWay }) => {
  const { page, url, call } = house;
  const sessions = [];
  for (const said of ['We rent out boats', 'We repair bicycles']) {
    const session = await call('/api/v1/sessions', { context_type: 'business_profile' });
    await fetch(`${url}/api/discovery-chat`, {
      method: 'POST',
      headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: session.id, message: said }),
    }).then((answer) => answer.text());
    sessions.push(session);
  }
  await call(`/api/v1/sessions/${sessions[0].id}/messages/${sessions[0].messages[0].id}/feedback`, { rating: 'dislike', comment: 'Too long' });
  await page.goto(`${url}/admin/review`);
  await hydrated(page);
  await expect(page.getByTestId('queued')).toHaveCount(2);
  await everyWay(page);
  await page.getByRole('link', { name: 'With negative feedback' }).click();
  await expect(page.getByTestId('queued')).toHaveCount(1);
  await expect(page.getByTestId('queued')).toContainText('1 dislike');

  await page.getByTestId('take-next').click();
  await expect(page.locator('main')).toContainText('Reserved for you until');
  await expect(page.locator('.review-talk')).toContainText('We re');
  // What was understood is marked where it was said and stands below; both lead to the value, beside the rubric.
  const said = page.locator('.review-talk article').filter({ has: page.getByTestId('review-values') }).first();
  const marked = said.locator('.marked').first();
  const place = String(await marked.getAttribute('href'));
  await expect(said.getByTestId('review-values').locator(`a[href="${place}"]`)).toBeVisible();
  await marked.click();
  await expect(page).toHaveURL(new RegExp(`${place}$`));
  await expect(page.locator('.review-known').locator(place)).toBeInViewport();
  await page.getByRole('group', { name: 'Understanding' }).getByLabel('4').check();
  await page.getByLabel('good', { exact: true }).check();
  await page.getByLabel('Comment').fill('Kind and quick');
  await everyWay(page);
  await page.getByTestId('finish-next').click();
  await expect(page.locator('main')).toContainText('Reserved for you until');
  await page.getByTestId('release').click();
  await expect(page.getByTestId('queued').filter({ hasText: 'good' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Waiting' }).click();
  await expect(page.getByTestId('queued')).toHaveCount(1);

  await page.goto(`${url}/admin/audit?action=transcript`);
  await hydrated(page);
  await expect(page.getByTestId('audit-line')).toHaveCount(1);
  await expect(page.getByTestId('audit-line').getByRole('link')).toHaveAttribute('href', /\/admin\/interviews\//);
  await expect(page.getByTestId('audit-line')).toContainText('reviewed the transcript of');
  await page.getByTestId('audit-line').getByText('Details').click();
  await expect(page.getByTestId('audit-line').getByText('transcript.reviewed')).toBeVisible();
  await everyWay(page);
  await expect(page.getByTestId('audit-action').locator('option')).toContainText(['Any action', 'reviewed the transcript of']);
  await page.goto(`${url}/admin/audit?action=Nonsense`);
  await expect(page.locator('main')).toContainText('token.revoked');
});

test('how long interviews are kept is asked before anything goes', async ({ house, everyWay }) => {
  const { page, url } = house;
  await page.goto(`${url}/admin`);
  await hydrated(page);
  await page.getByTestId('retention-days').fill('30');
  await page.getByTestId('retention-save').click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(page.getByTestId('retention-days')).toHaveValue('30');
  await everyWay(page);
  await page.getByTestId('retention-days').fill('');
  await page.getByTestId('retention-save').click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('retention-days')).toHaveValue('');
});
