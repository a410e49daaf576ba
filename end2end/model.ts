// A language model on this machine that speaks OpenAI's wire and takes its time: what it says is set by the test.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json, Service } from './service.ts';

export class SlowModel extends Service {
  /** The pieces of every reply, with a pause before each. */
  pieces = ['Lovely. ', 'A good start. ', 'That ', 'helps ', 'me ', 'on. ', 'What is it for?'];
  pause = 50;
  /** So many pieces are said; the rest waits until there may be more. */
  most = Infinity;
  calls = 0;
  /** Calls that were given up by the caller. */
  hungUp = 0;

  protected async answer(_: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    this.calls += 1;
    if (this.fails !== null) return json(response, this.fails, { error: { message: 'not now' } });
    let gone = false;
    response.on('close', () => {
      if (!response.writableEnded) this.hungUp += 1;
      gone = true;
    });
    const understanding = JSON.stringify({ values: [], moves: [], style: null, prefers_examples: null });
    const pieces = JSON.parse(body.toString()).response_format ? [understanding] : this.pieces;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (delta: object, finish_reason: string | null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
    event({ role: 'assistant', content: '' }, null);
    for (const [at, content] of pieces.entries()) {
      do await new Promise((resume) => setTimeout(resume, this.pause));
      while (at >= this.most && !gone);
      if (gone) return;
      event({ content }, null);
    }
    event({}, 'stop');
    response.end('data: [DONE]\n\n');
  }
}
