import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as a receiver got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever is told is judged by the test
  readonly told: any;
}

/** An HTTP server that keeps what it is sent, and answers as told: 204 at first. */
export async function receiver() {
  const calls: Received[] = [];
  let answer = (response: ServerResponse): void => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      calls.push({ headers: request.headers, body, told: JSON.parse(body) });
      answer(response);
    });
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    /** Answers the calls from now on in this way. */
    answers(by: (response: ServerResponse) => void): void {
      answer = by;
    },
    status(status: number, body = ''): void {
      answer = response => void response.writeHead(status).end(body);
    },
    close: () =>
      new Promise<void>(done => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
