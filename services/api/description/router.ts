import type { Json } from '@hzm/contracts/core/json';
import { calls } from '@hzm/contracts/registry';
import { Router, type RequestHandler } from 'express';
import { otherMethods } from '../methods.ts';
import { packed, sendPacked, type Encoding, type Packed } from '../packed.ts';
import { asyncapi } from './asyncapi.ts';
import { openapi } from './openapi.ts';

/** Caches a description per encoding; a failed one is retried. */
function keptDescription(describe: () => Promise<Json>): (encoding: Encoding) => Promise<Packed> {
  const kept = new Map<Encoding, Promise<Packed>>();
  let text: Promise<Buffer> | undefined;
  const make = async (encoding: Encoding): Promise<Packed> => {
    text ??= describe().then(description => Buffer.from(JSON.stringify(description)));
    return packed(await text, encoding);
  };
  return encoding => {
    const known = kept.get(encoding) ?? make(encoding);
    kept.set(encoding, known);
    known.catch(() => {
      text = undefined;
      kept.delete(encoding);
    });
    return known;
  };
}

const sending =
  (of: (encoding: Encoding) => Promise<Packed>): RequestHandler =>
  (request, response) =>
    sendPacked(request, response, of);

/**
 * Serves `/openapi.json` and `/asyncapi.json`, built and compressed on first request, with 304 for
 * a client that has the newest.
 */
export function descriptions(): Router {
  const router = Router();
  for (const [path, describe] of [
    ['/openapi.json', () => openapi(calls)],
    ['/asyncapi.json', async () => asyncapi()],
  ] as const) {
    router.get(path, sending(keptDescription(describe)));
    router.all(path, otherMethods(['GET']));
  }
  return router;
}
