import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { microphone } from '../speech.ts';
import { caption, hearing, inState, test } from '../talking.ts';

test.use({ tolerated: /status of (422|503)|willReadFrequently/, launchOptions: hearing(microphone()) });

/** Holds the button for a while. */
async function speak(page: Page): Promise<void> {
  await page.getByTestId('voice-talk').hover();
  await page.mouse.down();
  await inState(page, 'listening');
  await page.waitForTimeout(1_200);
  await page.mouse.up();
}

test('what is spoken is written down, read back, and answered aloud', async ({ speaking: room, speech, everyWay }) => {
  const { page } = room;
  await expect(page.getByTestId('voice-where')).toContainText('What you say goes to whisper-1 at 127.0.0.1');
  await everyWay(page, 'the controls');
  await speak(page);
  await expect(room.said).toHaveText([/A reading café with second-hand books/]);
  await expect(room.said.first()).toContainText('spoken');
  expect(speech.recordings[0]?.includes(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])), 'WebM').toBe(true);
  expect(speech.recordings[0]?.length).toBeGreaterThan(2_000);
  await expect(room.answers).toHaveCount(2);
  await expect.poll(() => speech.spoken.length).toBeGreaterThan(0);
  expect(await room.answers.last().textContent()).toContain(speech.spoken[0]);
});

test('on a phone the controls are a sheet that leaves the question in view', async ({ speaking: room }) => {
  const { page } = room;
  await expect(page.getByTestId('voice-where')).not.toBeEmpty();
  expect((await page.getByTestId('voice-where').innerText()).match(/\.(\s|$)/g), 'one sentence').toHaveLength(1);
  for (const [width, height] of [[390, 844], [320, 568]] as const) {
    await page.setViewportSize({ width, height });
    const sheet = await page.locator('.say').boundingBox();
    expect(sheet!.height, `${width} px wide`).toBeLessThanOrEqual(height * 0.4 + 1);
    expect(sheet!.y + sheet!.height).toBeLessThanOrEqual(height + 1);
    await expect(room.answers.last()).toBeInViewport();
    await expect(page.getByTestId('voice-talk')).toBeInViewport({ ratio: 1 });
  }
});

test('a reply is read aloud sentence by sentence, and what is heard is written down', async ({ speaking: room, speech }) => {
  const { page } = room;
  speech.seconds = 4;
  await speak(page);
  await expect.poll(() => speech.spoken.length, { message: 'what was heard is read back' }).toBeGreaterThan(0);
  // What answers a why has more than one sentence: the reason, and the question again.
  const before = speech.spoken.length;
  await room.say('Why do you ask?');
  await expect(room.answers).toHaveCount(3);
  // A sentence of the reply before it may be fetched after it was counted.
  const reply = async () => ((await room.answers.last().textContent()) ?? '').replace(/\s+/g, ' ');
  const pieces = async () => {
    const text = await reply();
    return speech.spoken.slice(before).filter((piece) => text.includes(piece));
  };
  await expect.poll(async () => (await pieces()).length, { message: 'the second is fetched while the first is heard' }).toBeGreaterThan(1);
  const [first, second] = await pieces();
  for (const piece of [first, second]) {
    expect(await reply()).not.toBe(piece);
    await expect(caption(page)).toHaveText(String(piece));
    await inState(page, 'speaking');
  }
});

test('its sound is drawn while somebody speaks, and what was heard is read back until it is confirmed', async ({ speaking: room, speech }) => {
  const { page } = room;
  speech.pause = 4_000;
  await page.getByTestId('voice-talk').hover();
  await page.mouse.down();
  await inState(page, 'listening');
  const drawn = () =>
    page.locator('canvas.voice-wave').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const rows = new Set<number>();
      for (let at = 3; at < data.length; at += 4) if (data[at]) rows.add(Math.floor(at / 4 / canvas.width));
      return rows.size;
    });
  // The burst of a syllable is taller than silence.
  await expect.poll(drawn).toBeGreaterThan(6);
  await page.waitForTimeout(700);
  await page.mouse.up();
  await inState(page, 'processing');
  await expect(caption(page)).toContainText('Writing down what you said');
  await expect(room.said).toHaveCount(1);
  const half = page.locator('[data-testid^="obligation-"][data-status="partial"]');
  await expect(half).toHaveCount(1);
  await expect(room.answers.last()).toContainText(/reading café with second-hand books[^?]*\?/i);
  const key = ((await half.getAttribute('data-testid')) ?? '').slice('obligation-'.length);
  await room.say('Yes');
  await room.expectStatus(key, 'satisfied');
});

test('whoever speaks or mutes is not spoken over', async ({ speaking: room, speech }) => {
  const { page } = room;
  speech.seconds = 20;
  await speak(page);
  await inState(page, 'speaking');
  await page.getByTestId('voice-talk').hover();
  await page.mouse.down();
  await inState(page, 'listening');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await inState(page, 'idle');
  expect(speech.recordings, 'what was discarded went nowhere').toHaveLength(1);
  await page.getByTestId('voice-mute').click();
  await inState(page, 'muted');
  const before = speech.spoken.length;
  speech.words = 'Students and retired people';
  await speak(page);
  await expect(room.answers).toHaveCount(3);
  await inState(page, 'muted');
  expect(speech.spoken).toHaveLength(before);
});

test('by keyboard, and what goes wrong says what to do', async ({ speaking: room, speech, everyWay }) => {
  const { page } = room;
  speech.fails = 400;
  await page.getByTestId('voice-talk').focus();
  await page.keyboard.down('v');
  await inState(page, 'listening');
  await page.waitForTimeout(700);
  await page.keyboard.up('v');
  await inState(page, 'error');
  await expect(caption(page)).toContainText('record it again, or type the answer');
  await everyWay(page, 'a fault');
  await expect(room.said).toHaveCount(0);
  speech.fails = null;
  await page.keyboard.down('Space');
  await inState(page, 'listening');
  await page.waitForTimeout(700);
  await page.keyboard.up('Space');
  await expect(room.said).toHaveCount(1);
  await room.composer.fill('vivid');
  await expect(room.composer).toHaveValue('vivid');
});

test.describe('where nobody can listen', () => {
  test.use({ ears: false, init: 'delete window.webkitSpeechRecognition; delete window.SpeechRecognition;' });

  test('the page says so and typing works', async ({ speaking: room }) => {
    const { page } = room;
    await expect(page.getByTestId('voice-where')).toContainText('Nobody here can write down speech');
    await page.getByTestId('voice-talk').click();
    await inState(page, 'error');
    await room.say('A reading café');
  });
});
