import type { Duplex } from 'node:stream';
import { newId } from '@hzm/contracts/core/ids';
import type { Language } from '@hzm/contracts/core/language';
import { Problem, problemStatus } from '@hzm/contracts/core/problem';
import express, { type Request } from 'express';
import { envelope } from './envelope.ts';
import { STATUS_CODES } from './node-http.ts';
import { languageOf } from './request-headers.ts';

/** Bytes searched for the language; the parser accepts fewer bytes of headers. */
const MAX_HEAD_BYTES = 65_536;

/** An error of Node's parser with the bytes that caused it. */
type Broken = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Returns the language that the available bytes of a broken request ask for. */
function languageIn({ rawPacket }: Broken): Language {
  const head = rawPacket?.subarray(0, MAX_HEAD_BYTES).toString('latin1') ?? '';
  const [, asked = ''] = /^accept-language:[ \t]*([^\r\n]{0,200})/im.exec(head) ?? [];
  const headers = asked === '' ? {} : { 'accept-language': asked };
  return languageOf(Object.create(express.request, { headers: { value: headers } }) as Request);
}

/**
 * Answers bytes that form no request (too long a URL or header, no HTTP, incomplete) in the API's
 * error format, and closes the connection.
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
