import type { Duplex } from 'node:stream';
import { newId } from '@hzm/contracts/core/ids';
import { Problem, problemStatus } from '@hzm/contracts/core/problem';
import { envelope } from './envelope.ts';
import { STATUS_CODES } from './node-http.ts';

/** Answers bytes of which no request can be made (too long an address or header, no HTTP, half a request), as the contract answers everything, and hangs up. */
export function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = new Problem(error.code === 'HPE_HEADER_OVERFLOW' ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR');
  const status = problemStatus[problem.code];
  const id = newId();
  const body = JSON.stringify(envelope(problem, 'tr', id));
  socket.end([
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', 'Content-Type: application/json; charset=utf-8', 'X-Content-Type-Options: nosniff', `X-Request-ID: ${id}`, `Content-Length: ${Buffer.byteLength(body)}`,
    '', body,
  ].join('\r\n'));
}
