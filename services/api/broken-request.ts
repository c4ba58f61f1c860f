import type { Duplex } from 'node:stream';
import { newId } from '@hzm/contracts/core/ids';
import { Problem, problemStatus } from '@hzm/contracts/core/problem';
import express, { type Request } from 'express';
import { envelope } from './envelope.ts';
import { STATUS_CODES } from './node-http.ts';
import { languageOf } from './request-headers.ts';

/** Bytes that are searched for the language: more than the parser takes of headers. */
const MAX_HEAD_BYTES = 65_536;

/** An error of Node's parser, with the bytes that it met it in. */
type Broken = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** The language that the bytes of a broken request ask for, of those that are at hand. */
function languageIn({ rawPacket }: Broken): 'tr' | 'en' {
  const head = rawPacket?.subarray(0, MAX_HEAD_BYTES).toString('latin1') ?? '';
  const [, asked = ''] = /^accept-language:[ \t]*([^\r\n]{0,200})/im.exec(head) ?? [];
  const headers = asked === '' ? {} : { 'accept-language': asked };
  return languageOf(Object.create(express.request, { headers: { value: headers } }) as Request);
}

/**
 * Answers bytes of which no request can be made (too long an address or header, no HTTP, half a
 * request), as the contract answers everything, and hangs up.
 */
export function refuseBroken(error: Broken, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = new Problem(
    error.code === 'HPE_HEADER_OVERFLOW' ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR',
  );
  const status = problemStatus[problem.code];
  const id = newId();
  const body = JSON.stringify(envelope(problem, languageIn(error), id));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      'X-Content-Type-Options: nosniff',
      `X-Request-ID: ${id}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
