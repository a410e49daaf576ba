// Takes the picture in README anew: an interview in its midst, as it stands after these words.
// `DISCOVERY_BIN=… DISCOVERY_SITE_DIR=… node screenshot.mjs [file]`
import { join } from 'node:path';
import { served } from './served.mjs';

// What is answered to which question; the picture is taken at the first question that is none of them and offers a choice.
const FIRST = 'We make practice software for dentists';
const ANSWERS = {
  industry: 'Dental software',
  offering: 'Practice software that plans appointments and writes the bills',
  primary_goal: 'Win 200 new practices',
  main_challenge: 'Hardly anybody has time to change their software',
  target_market: 'Independent practices with three to ten chairs',
  timeline: 'By the end of 2027',
  customer_need: 'They lose hours every week to paperwork',
  competition: 'Two older programs, and paper',
  team_size: '14',
};

const { signedIn, end } = await served('discovery-picture-');
try {
  const { page } = await signedIn('Mara Lindqvist', { viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-GB' });
  const made = await page.request.post('/api/v1/sessions', { data: { context_type: 'business_profile' } });
  if (!made.ok()) throw new Error(await made.text());
  const { id } = await made.json();
  await page.goto(`/interviews/${id}`);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true');
  const field = page.getByTestId('composer').getByRole('textbox');
  const asked = page.locator('[data-testid^="widget-"]');
  for (let turn = 0, text = FIRST; turn < 16 && text; turn += 1) {
    const answers = await page.getByTestId('message-agent').count();
    await field.fill(text);
    await field.press('Enter');
    await page.getByTestId('message-agent').nth(answers).waitFor();
    const key = (await asked.count()) ? await asked.getAttribute('data-key') : '';
    const offers = key && (await asked.getByRole('button').or(asked.getByRole('checkbox')).count()) > 4;
    text = (key && ANSWERS[key]) || (offers ? '' : key ? 'Later' : 'Yes');
  }
  await field.evaluate((one) => one.blur());
  await page.waitForTimeout(500);
  await page.screenshot({ path: process.argv[2] ?? join(import.meta.dirname, 'screenshot.png') });
} finally {
  await end();
}
