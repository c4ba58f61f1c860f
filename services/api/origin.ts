import { Problem } from '@hzm/contracts/core/problem';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { corsDocs } from '@hzm/projections/features/cors/cors';
import type { Engine } from '@hzm/services/core/engine';
import { allowsOrigin } from '@hzm/services/domain/features/cors/allows-origin';
import { corsOf } from '@hzm/services/domain/features/cors/handlers';
import type { Request, RequestHandler, Response } from 'express';

/** What a page of another site may send, and read of an answer. */
const SENT = 'Authorization, Content-Type, X-API-Key, X-User-Email, X-Project-Password, X-Request-ID, Idempotency-Key, If-Match, If-None-Match, X-Wait-For-Position';
const READ = 'ETag, X-Position, X-Request-ID, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
/** How long a browser need not ask beforehand again, in seconds. */
const ASKED_S = 600;

/** The page of another site that asks; undefined where none does: a request without `Origin` comes from no page. */
function foreignOrigin(request: Request): string | undefined {
  const origin = request.get('origin');
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host) ? undefined : origin;
}

/** Tells the browser that the page may read the answer, where the project lets its site in. @param projectId undefined, or of no project: as one whose list was never changed, so that nothing shows whether there is one */
async function letIn({ model }: Engine, origin: string, projectId: string | undefined, response: Response): Promise<boolean> {
  const doc = projectId === undefined ? undefined : await model.get(corsDocs, projectId);
  if (!allowsOrigin(corsOf(doc), origin)) return false;
  response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': READ });
  response.vary('Origin');
  return true;
}

/** Refuses a key that a page sends whose site its project does not let in. @param projectId undefined: the key is of none, and no other site is let in. @throws Problem ORIGIN_NOT_ALLOWED */
export async function checkOrigin(engine: Engine, request: Request, response: Response, projectId: string | undefined): Promise<void> {
  const origin = foreignOrigin(request);
  if (origin !== undefined && (projectId === undefined || !(await letIn(engine, origin, projectId, response)))) throw new Problem('ORIGIN_NOT_ALLOWED');
}

/** Lets pages in that the project lets in which the path names, also to read why they are refused. @param methods of the path, for browsers that ask beforehand */
export const welcomePages = (engine: Engine, methods: readonly string[] = []): RequestHandler => (request, response, next) => {
  const origin = foreignOrigin(request);
  const { projectId, tableId } = request.params;
  if (origin === undefined || (projectId === undefined && tableId === undefined) || !engine.projector.isReady) return next();
  return (async () => {
    const named = projectId ?? (await engine.model.get(tableDocs, String(tableId)))?.projectId;
    const isIn = await letIn(engine, origin, named === undefined ? undefined : String(named), response);
    if (isIn && methods.length > 0) response.set({ 'Access-Control-Allow-Methods': methods.join(', '), 'Access-Control-Allow-Headers': SENT, 'Access-Control-Max-Age': String(ASKED_S) });
    next();
  })();
};
