// A service on this machine that a test gives the server for one outside.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export abstract class Service {
  /** Answers with this status instead. */
  fails: number | null = null;
  private server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void this.answer(request, Buffer.concat(parts), response));
  });

  async start(): Promise<this> {
    await new Promise<void>((resume) => this.server.listen(0, '127.0.0.1', resume));
    return this;
  }

  /** Where it is, for the server's settings. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resume) => this.server.close(resume));
  }

  protected abstract answer(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void>;
}

export function json(response: ServerResponse, status: number, told: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(told));
}
