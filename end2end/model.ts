// A language model on this machine that speaks OpenAI's wire and takes its time: what it says is set by the test.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export class SlowModel {
  /** The pieces of every reply, with a pause before each. */
  pieces = ['Noted. ', 'A good start. ', 'I will ', 'keep ', 'that ', 'in mind. ', 'What is it for?'];
  pause = 50;
  /** Answers every call with this status instead. */
  fails: number | null = null;
  calls = 0;
  /** Calls that were given up by the caller. */
  hungUp = 0;
  private server: Server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resume) => this.server.listen(0, '127.0.0.1', resume));
    return this;
  }

  /** Where it is, for `OPENAI_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resume) => this.server.close(resume));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request) body += part;
    this.calls += 1;
    if (this.fails !== null) {
      response.writeHead(this.fails, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'not now' } }));
      return;
    }
    let gone = false;
    response.on('close', () => {
      if (!response.writableEnded) this.hungUp += 1;
      gone = true;
    });
    const understanding = JSON.stringify({ values: [], moves: [], style: null, prefers_examples: null });
    const pieces = JSON.parse(body).response_format ? [understanding] : this.pieces;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (delta: object, finish_reason: string | null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
    event({ role: 'assistant', content: '' }, null);
    for (const content of pieces) {
      await new Promise((resume) => setTimeout(resume, this.pause));
      if (gone) return;
      event({ content }, null);
    }
    event({}, 'stop');
    response.end('data: [DONE]\n\n');
  }
}
