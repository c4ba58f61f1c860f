import { createHash } from 'node:crypto';
import { calls } from '@hzm/contracts/registry';
import { Router } from 'express';
import { asyncapi } from './asyncapi.ts';
import { otherMethods } from '../methods.ts';
import { openapi } from './openapi.ts';

/** `/openapi.json` and `/asyncapi.json`, made when first asked for. Answers 304 to a client that has the newest. */
export function descriptions(): Router {
  const router = Router();
  for (const [path, describe] of [['/openapi.json', () => openapi(calls)], ['/asyncapi.json', asyncapi]] as const) {
    let made: { readonly text: string; readonly tag: string } | undefined;
    router.get(path, (_request, response) => {
      if (!made) {
        const text = JSON.stringify(describe());
        made = { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` };
      }
      response.set({ ETag: made.tag, 'Cache-Control': 'no-cache' }).type('json').send(made.text);
    });
    router.all(path, otherMethods(['GET']));
  }
  return router;
}
