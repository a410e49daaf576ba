import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { spoken } from '../speech.ts';
import { caption, controls, hearing, inState, test } from '../talking.ts';

// A person in the microphone says this every eight seconds or so.
test.use({ launchOptions: hearing(spoken('A reading cafe with second hand books', 2, 3.5)) });

const heard = (page: Page) => expect(controls(page)).toHaveAttribute('data-hearing', 'true');
const hands = (page: Page) => page.getByTestId('voice-free');

/** The seconds of the first WAV in an upload. */
function seconds(upload: Buffer): number {
  const at = upload.indexOf('RIFF');
  expect(upload.toString('latin1', at + 8, at + 12)).toBe('WAVE');
  expect(upload.readUInt32LE(at + 24)).toBe(16_000);
  return upload.readUInt32LE(at + 40) / 32_000;
}

test('without hands, speech is told from silence and answered', async ({ speaking: room, speech, accessible }) => {
  const { page } = room;
  await hands(page).click();
  await inState(page, 'listening');
  await expect(hands(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('voice-where')).toContainText('the microphone stays open');
  await expect(page.getByTestId('voice-where')).toContainText('goes to whisper-1 at 127.0.0.1');
  await expect(caption(page)).toContainText('just speak');
  await heard(page);
  await expect(room.said.first()).toContainText('A reading café with second-hand books');
  await expect(room.said.first()).toContainText('spoken');
  await accessible(page);
  await hands(page).click();
  await expect(hands(page)).toHaveAttribute('aria-pressed', 'false');
  // The sentence takes 2.9 seconds of the eight; half a second before it and the pause after it belong to it.
  expect(seconds(speech.recordings[0] ?? Buffer.alloc(0))).toBeGreaterThan(2.2);
  expect(seconds(speech.recordings[0] ?? Buffer.alloc(0))).toBeLessThan(5);
  await expect(room.answers.nth(1)).toBeVisible();
});

test('who speaks while a reply is read aloud is not spoken over', async ({ speaking: room, speech }) => {
  const { page } = room;
  speech.seconds = 30;
  await hands(page).click();
  await expect(controls(page)).toHaveAttribute('data-state', 'speaking');
  await heard(page);
  await inState(page, 'listening');
  const told = speech.recordings.length;
  // Escape takes back what is being said, and then ends listening.
  await page.locator('body').press('Escape');
  await expect(controls(page)).not.toHaveAttribute('data-hearing');
  await inState(page, 'listening');
  await page.locator('body').press('Escape');
  await inState(page, 'idle');
  await expect(hands(page)).toHaveAttribute('aria-pressed', 'false');
  expect(speech.recordings).toHaveLength(told);
});

test('by its shortcut, with less motion, in the dark and on a phone', async ({ speaking: room, accessible }) => {
  const { page } = room;
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByTestId('voice-talk').focus();
  await page.keyboard.press('Shift+V');
  await inState(page, 'listening');
  await accessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(320);
  await page.keyboard.press('Shift+V');
  await inState(page, 'idle');
});
