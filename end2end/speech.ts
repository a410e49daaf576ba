// A speech service on this machine that speaks OpenAI's wire, and what a microphone hears: a WAV made here.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from './server.ts';
import { json, Service } from './service.ts';

export class SpeechService extends Service {
  /** What it hears in every recording. */
  words = 'A reading café with second-hand books';
  /** How long it takes to write it down, in milliseconds. */
  pause = 0;
  /** How long a spoken sentence is, in seconds. */
  seconds = 0.3;
  recordings: Buffer[] = [];
  spoken: string[] = [];

  protected async answer(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    if (request.url?.endsWith('/audio/speech')) {
      this.spoken.push(JSON.parse(body.toString()).input);
      response.writeHead(200, { 'content-type': 'audio/wav' });
      response.end(wave(this.seconds));
      return;
    }
    this.recordings.push(body);
    const words = this.words;
    await new Promise((resume) => setTimeout(resume, this.pause));
    if (this.fails !== null) return json(response, this.fails, { error: { message: 'not now' } });
    const segments = [{ start: 0, end: 2, text: words, avg_logprob: -0.2, no_speech_prob: 0.01 }];
    json(response, 200, { text: words, language: 'english', duration: 2, segments });
  }
}

/**
 * A file in which somebody says a sentence, with silence around it: `before` and `after` it in seconds. A microphone that plays it
 * over and over hears the sentence again and again.
 */
export function spoken(words: string, before = 1.5, after = 3): string {
  const file = join(temporaryFolder(), 'spoken.wav');
  const made = spawnSync('espeak-ng', ['-v', 'en-us+f2', '-s', '130', '-w', file, words], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`espeak-ng has to speak for this test, and did not (\`.ci/setup test\` installs it): ${made.error ?? made.stderr}`);
  const sound = readFileSync(file);
  const rate = sound.readUInt32LE(24);
  const silence = (seconds: number) => Buffer.alloc(Math.round(seconds * rate) * 2);
  const data = Buffer.concat([silence(before), sound.subarray(44), silence(after)]);
  const header = Buffer.from(sound.subarray(0, 44));
  header.writeUInt32LE(36 + data.length, 4);
  header.writeUInt32LE(data.length, 40);
  writeFileSync(file, Buffer.concat([header, data]));
  return file;
}

/** Something like syllables: bursts of a voice-like sound, 16 kHz, mono. */
export function wave(seconds: number): Buffer {
  const rate = 16_000;
  const count = Math.round(seconds * rate);
  const sound = Buffer.alloc(44 + count * 2);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(36 + count * 2, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(rate, 24);
  sound.writeUInt32LE(rate * 2, 28);
  sound.writeUInt16LE(2, 32);
  sound.writeUInt16LE(16, 34);
  sound.write('data', 36);
  sound.writeUInt32LE(count * 2, 40);
  for (let at = 0; at < count; at += 1) {
    const time = at / rate;
    const loud = Math.max(0, Math.sin(2 * Math.PI * 4 * time));
    const voice = Math.sin(2 * Math.PI * 140 * time) + 0.5 * Math.sin(2 * Math.PI * 700 * time);
    sound.writeInt16LE(Math.round(9_000 * loud * voice), 44 + at * 2);
  }
  return sound;
}

/** A file that Chromium's fake microphone plays in a loop. */
export function microphone(): string {
  const file = join(temporaryFolder(), 'speech.wav');
  writeFileSync(file, wave(3));
  return file;
}
