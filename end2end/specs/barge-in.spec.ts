import type { Page } from '@playwright/test';
import { expect, type Room } from '../fixtures.ts';
import { microphone, type SpeechService } from '../speech.ts';
import { hearing, inState, test } from '../talking.ts';

declare global {
  interface Window {
    /** What the ear hears in the next frames. */
    heardFrames: number[];
    sounds: HTMLAudioElement[];
  }
}

// The ear hears what the test says: somebody begins to speak and ceases a third of a second later. The words are the transcriber's.
const EAR = `
  export const Heard = { Nothing: 0, Began: 1, Ended: 2, Slip: 3 };
  export default async () => {};
  export class Ear { hear() { return window.heardFrames.shift() ?? Heard.Nothing; } forget() {} free() {} }
`;

test.use({
  launchOptions: hearing(microphone()),
  init: 'window.heardFrames = []; window.sounds = []; window.Audio = class extends Audio { constructor(at) { super(at); window.sounds.push(this); } };',
});

/** Somebody says this. */
async function says(page: Page, speech: SpeechService, words: string): Promise<void> {
  speech.words = words;
  const before = speech.recordings.length;
  await page.evaluate(() => window.heardFrames.push(1, ...Array<number>(20).fill(0), 2));
  await expect.poll(() => speech.recordings.length).toBe(before + 1);
}

/** Says something that is answered, until the answer is read aloud. */
async function answered(room: Room, speech: SpeechService, words: string, count: number): Promise<void> {
  await says(room.page, speech, words);
  await expect(room.said).toHaveCount(count);
  await inState(room.page, 'speaking');
}

const playing = (page: Page) => page.evaluate(() => window.sounds.filter((sound) => !sound.paused && !sound.ended).length);

test('over a reply that is read aloud a nod ends nothing, a word does, and "stop" only stops', async ({ speaking: room, speech }) => {
  const { page } = room;
  speech.seconds = 120;
  await page.route('**/ear/ear.js', (route) => route.fulfill({ contentType: 'text/javascript', body: EAR }));
  await page.getByTestId('voice-free').click();
  await answered(room, speech, 'A reading café with second-hand books', 1);
  for (const nod of ['Okay.', 'Yeah, yeah.', 'Mm-hmm']) {
    await says(page, speech, nod);
    await inState(page, 'speaking');
    await expect.poll(() => playing(page), 'the reply goes on').toBe(1);
  }
  await expect(room.said, 'a nod is no message').toHaveCount(1);

  await says(page, speech, 'Stop.');
  await inState(page, 'listening');
  await expect.poll(() => playing(page)).toBe(0);
  await expect(room.said, 'nor is an order to be quiet').toHaveCount(1);

  for (const [at, words] of ['Students and retired people', 'No', 'Actually, families too'].entries()) {
    await answered(room, speech, words, at + 2);
    await expect(room.said.last()).toContainText(words);
  }
  await page.getByTestId('voice-free').click();
});
