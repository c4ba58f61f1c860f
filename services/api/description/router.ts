import { calls } from '@hzm/contracts/registry';
import { Router } from 'express';
import { asyncapi } from './asyncapi.ts';
import { openapi } from './openapi.ts';

/** `/openapi.json` and `/asyncapi.json`, made when first asked for. */
export function descriptions(): Router {
  const router = Router();
  for (const [path, describe] of [['/openapi.json', () => openapi(calls)], ['/asyncapi.json', asyncapi]] as const) {
    let text: string | undefined;
    router.get(path, (_request, response) => {
      text ??= JSON.stringify(describe());
      response.type('json').send(text);
    });
  }
  return router;
}
