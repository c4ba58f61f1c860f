import type { Position } from '@hzm/contracts/core/position';
import type { Result } from '@hzm/services/core/engine';
import type { ClientShare } from '@hzm/services/core/limits/client-memory';
import type { Pause } from '@hzm/services/core/ports/slices';
import type { Response } from 'express';
import { answerJson, type AnswerJson } from './answer-json.ts';
import { packed, sendPacked } from './packed.ts';
import { countUnread, type Sending } from './unread.ts';

/** Maximum characters of an answer sent as text. */
const MAX_TEXT_LENGTH = 4_096;

/**
 * Sends JSON as `response.json` does, without its repeated computations.
 * @throws Problem NOT_READY if other answers to the account are not taken
 */
function send(
  exchange: Sending,
  status: number,
  json: AnswerJson,
  encoding: 'utf8' | 'latin1',
): void {
  const { response } = exchange;
  // A text is sent in one packet with the headers, but the socket encodes it, several times slower
  // for non-Latin letters.
  const body =
    typeof json !== 'string' || json.length <= MAX_TEXT_LENGTH ? json : Buffer.from(json, encoding);
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  const bytes = isWhole
    ? Buffer.byteLength(body, encoding)
    : body.reduce((sum, chunk) => sum + chunk.length, 0);
  const unread = countUnread(exchange, bytes);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  if (isWhole) response.end(body, encoding);
  else writeChunks(response, body, unread);
}

/**
 * Sends a whole JSON document compressed with its ETag, or 304 if the client has it.
 * @throws Problem NOT_READY
 */
export const sendDocument = (exchange: Sending, document: string): Promise<void> =>
  sendPacked(
    exchange.request,
    exchange.response,
    encoding => packed(Buffer.from(document), encoding),
    bytes => countUnread(exchange, bytes),
  );

/** Writes chunks as the client takes them, so that those that were taken are freed. */
function writeChunks(
  response: Response,
  chunks: readonly Uint8Array[],
  unread: ClientShare | undefined,
): void {
  const left = chunks.toReversed();
  const more = (): void => {
    for (let chunk = left.pop(); chunk; chunk = left.pop()) {
      const { length } = chunk;
      if (!response.write(chunk, () => unread?.took(length)))
        return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

/**
 * Answers a call, or 304 if the client has the answer. Sends nothing before the whole answer
 * exists.
 * @param position that the answer includes
 * @throws errors of `pause`; Problem NOT_READY
 */
export async function sendResult(
  exchange: Sending,
  { data, isBytewise, version, status, afterwards }: Result<unknown>,
  position: Position | undefined,
  pause: Pause,
): Promise<void> {
  const { call, request, response } = exchange;
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
  send(exchange, status ?? call.status, json, encoding);
  afterwards?.().catch(() => undefined);
}
