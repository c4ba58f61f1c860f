import type { Position } from '@hzm/contracts/core/position';
import type { Result } from '@hzm/services/core/engine';
import type { Response } from 'express';
import type { Exchange } from './exchange.ts';

/** The longest answer that goes as a text. */
const MAX_TEXT_LENGTH = 4_096;

/** As `response.json` does it, without what that finds out anew each time. */
function send(response: Response, status: number, json: string, encoding: 'utf8' | 'latin1'): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  // A text goes with the headers as one; but it is encoded by the socket, several times slower where a letter is not Latin.
  const body = json.length <= MAX_TEXT_LENGTH ? json : Buffer.from(json, encoding);
  response.setHeader('Content-Length', Buffer.byteLength(body, encoding));
  response.end(body, encoding);
}

/** Answers a call, or 304 where the client has the answer. @param position what the answer has seen */
export function sendResult({ call, request, response }: Exchange, { data, isBytewise, version, status, afterwards }: Result<unknown>, position: Position | undefined): void {
  if (position !== undefined) response.set('X-Position', position);
  if (version !== undefined) response.set('ETag', `"${version}"`);
  if (request.headers['if-none-match'] !== undefined && request.fresh) return void response.status(304).end();
  send(response, status ?? call.status, JSON.stringify(call.isFlat ? { success: true, ...(data as object) } : { success: true, data }), isBytewise ? 'latin1' : 'utf8');
  afterwards?.().catch(() => undefined);
}
