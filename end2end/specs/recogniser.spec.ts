import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../fixtures.ts';
import { spoken, SpeechService } from '../speech.ts';
import { hearing, test as base } from '../talking.ts';

const root = join(import.meta.dirname, '..');
const INSTALLED = join(root, '.recogniser');
const NOT_INSTALLED = 'PocketSphinx is not installed: `.ci/setup test` installs it, and says why where it cannot';
const SENTENCE = 'I want to open a small book shop';

/** PocketSphinx behind the same wire as every transcriber: it hears what the microphone plays, and nobody tells it what that is. */
class Recogniser extends SpeechService {
  private child: ChildProcess | null = null;
  private base = '';
  heard = '';

  override async start(): Promise<this> {
    if (!existsSync(INSTALLED)) throw new Error(NOT_INSTALLED);
    const env = { ...process.env, PYTHONPATH: INSTALLED };
    const child = spawn('python3', [join(root, 'recogniser.py'), '0'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    await new Promise<void>((ready, failed) => {
      child.once('exit', (code) => failed(new Error(`the recogniser ended at start: ${code}`)));
      child.stdout.on('data', (text) => {
        this.heard += text;
        this.base ||= /listening on (\S+)/.exec(this.heard)?.[1] ?? '';
        if (this.base) ready();
      });
    });
    return this;
  }

  override get url(): string {
    return this.base;
  }

  override async stop(): Promise<void> {
    this.child?.removeAllListeners('exit');
    this.child?.kill();
  }
}

const test = base.extend<{ speech: Recogniser }>({
  speech: async ({}, use) => {
    const speech = await new Recogniser().start();
    await use(speech);
    await speech.stop();
  },
});

test.skip(!existsSync(INSTALLED) && process.env.DISCOVERY_TEST_RECOGNISER !== 'required', NOT_INSTALLED);
// A busy machine takes its time to recognise anything.
test.setTimeout(240_000);
test.use({ voice: false, launchOptions: hearing(spoken(SENTENCE, 2, 6)) });

test('a spoken sentence is understood by a real recogniser and becomes a message', async ({ speaking: room, speech }, info) => {
  const { page } = room;
  await page.getByTestId('voice-mute').click();
  await page.getByTestId('voice-free').click();
  await expect(room.said).toHaveCount(1, { timeout: 150_000 });
  await page.getByTestId('voice-free').click();
  await expect(room.said.first()).toContainText('spoken');
  const said = (await room.said.first().locator('.words').innerText()).toLowerCase();
  const found = SENTENCE.toLowerCase().split(' ').filter((word) => said.split(/\W+/).includes(word));
  info.annotations.push({ type: 'recognised', description: `${found.length} of 8 words: ${speech.heard.trim().split('\n').at(-1)}` });
  expect(found.length, `“${said}” for “${SENTENCE}”`).toBeGreaterThanOrEqual(5);
  await expect(room.answers.nth(1), 'and is answered').toBeVisible();
});
