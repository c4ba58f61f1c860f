import type { Position } from '@hzm/contracts/core/position';
import type { Result } from '@hzm/services/core/engine';
import type { Pause } from '@hzm/services/core/ports/slices';
import type { Response } from 'express';
import { answerJson, type AnswerJson } from './answer-json.ts';
import type { Exchange } from './exchange.ts';

/** Maximum characters of an answer sent as text. */
const MAX_TEXT_LENGTH = 4_096;

/** Sends JSON as `response.json` does, without its repeated computations. */
function send(
  response: Response,
  status: number,
  json: AnswerJson,
  encoding: 'utf8' | 'latin1',
): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  // A text is sent in one packet with the headers, but the socket encodes it, several times slower
  // for non-Latin letters.
  const body =
    typeof json !== 'string' || json.length <= MAX_TEXT_LENGTH ? json : Buffer.from(json, encoding);
  if (typeof body === 'string' || body instanceof Uint8Array) {
    response.setHeader('Content-Length', Buffer.byteLength(body, encoding));
    return void response.end(body, encoding);
  }
  response.setHeader(
    'Content-Length',
    body.reduce((sum, chunk) => sum + chunk.length, 0),
  );
  for (const chunk of body) response.write(chunk);
  response.end();
}

/**
 * Answers a call, or 304 if the client has the answer. Sends nothing before the whole answer
 * exists.
 * @param position that the answer includes
 * @throws errors of `pause`
 */
export async function sendResult(
  { call, request, response }: Exchange,
  { data, isBytewise, version, status, afterwards }: Result<unknown>,
  position: Position | undefined,
  pause: Pause,
): Promise<void> {
  const encoding = isBytewise ? 'latin1' : 'utf8';
  const json = await answerJson(
    call.isFlat ? { success: true, ...(data as object) } : { success: true, data },
    encoding,
    pause,
  );
  if (position !== undefined) response.set('X-Position', position);
  if (version !== undefined) response.set('ETag', `"${version}"`);
  if (request.headers['if-none-match'] !== undefined && request.fresh)
    return void response.status(304).end();
  send(response, status ?? call.status, json, encoding);
  afterwards?.().catch(() => undefined);
}
