import type { Page } from '@playwright/test';
import { expect, type Room } from '../fixtures.ts';
import { spoken, type SpeechService } from '../speech.ts';
import { hearing, inState, test } from '../talking.ts';

// Somebody says something short again and again; what it was is up to the transcriber.
test.use({ launchOptions: hearing(spoken('Okay, yeah', 1, 3)) });

const SECONDS = { timeout: 20_000 };

/** Waits until a reply is read aloud that nothing but words can end. */
async function readAloud(room: Room, speech: SpeechService, words: string, count: number): Promise<void> {
  speech.words = words;
  await expect(room.said).toHaveCount(count, SECONDS);
  // From here on it is about the reply that is being read.
  speech.words = 'Okay.';
  await inState(room.page, 'speaking');
}

/** What is heard next. */
async function next(speech: SpeechService, words: string): Promise<void> {
  speech.words = words;
  const before = speech.recordings.length;
  await expect.poll(() => speech.recordings.length, SECONDS).toBeGreaterThan(before);
}

const playing = (page: Page) => page.evaluate(() => window.sounds.filter((sound) => !sound.paused && !sound.ended).length);
declare global {
  interface Window {
    sounds: HTMLAudioElement[];
  }
}

test.describe('over a reply that is read aloud', () => {
  test.use({ init: 'window.sounds = []; window.Audio = class extends Audio { constructor(at) { super(at); window.sounds.push(this); } };' });

  test('a nod ends nothing, a word does, and "stop" only stops', async ({ speaking: room, speech }) => {
    const { page } = room;
    speech.seconds = 120;
    await page.getByTestId('voice-free').click();
    await readAloud(room, speech, 'A reading café with second-hand books', 1);
    for (const nod of ['Okay.', 'Yeah, yeah.', 'Mm-hmm']) {
      await next(speech, nod);
      await inState(page, 'speaking');
      await expect.poll(() => playing(page), 'the reply goes on').toBe(1);
    }
    await expect(room.said, 'a nod is no message').toHaveCount(1);

    await next(speech, 'Stop.');
    await inState(page, 'listening');
    await expect.poll(() => playing(page)).toBe(0);
    await expect(room.said, 'nor is an order to be quiet').toHaveCount(1);

    await readAloud(room, speech, 'Students and retired people', 2);
    await next(speech, 'No');
    await expect(room.said).toHaveCount(3, SECONDS);
    await expect(room.said.last()).toContainText('No');
    await readAloud(room, speech, 'Actually, families too', 4);
    await page.getByTestId('voice-free').click();
  });
});
