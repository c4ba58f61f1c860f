import { Problem } from '@hzm/contracts/core/problem';
import { corsDocs } from '@hzm/projections/features/cors/cors';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import { allowsOrigin } from '@hzm/services/domain/features/cors/allows-origin';
import { corsOf } from '@hzm/services/domain/features/cors/handlers';
import type { Request, RequestHandler, Response } from 'express';

/** Headers that a page of another site may send, and read of an answer. */
const ALLOWED_HEADERS =
  'Authorization, Content-Type, X-API-Key, X-User-Email, X-Project-Password, X-Request-ID, Idempotency-Key, If-Match, If-None-Match, X-Wait-For-Position';
const EXPOSED_HEADERS =
  'ETag, X-Position, X-Request-ID, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
/** How long a browser may cache the answer to a preflight request, in seconds. */
const MAX_AGE_S = 600;

/**
 * The page of another site that asks; undefined where none does: a request without `Origin` comes
 * from no page.
 */
function foreignOrigin(request: Request): string | undefined {
  const origin = request.get('origin');
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
    ? undefined
    : origin;
}

/**
 * Sets the CORS headers with which the page may read the answer, if the project allows its origin;
 * answers whether it does. @param projectId undefined, or of no project: as one whose list was
 * never changed, so that nothing shows whether there is one
 */
async function setCorsHeaders(
  { model }: Engine,
  origin: string,
  projectId: string | undefined,
  response: Response,
): Promise<boolean> {
  const doc = projectId === undefined ? undefined : await model.get(corsDocs, projectId);
  if (!allowsOrigin(corsOf(doc), origin)) return false;
  response.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  });
  response.vary('Origin');
  return true;
}

/**
 * Refuses a key that a page sends whose origin its project does not allow. @param projectId
 * undefined: the key is of none, and no other origin is allowed. @throws Problem ORIGIN_NOT_ALLOWED
 */
export async function enforceOrigin(
  engine: Engine,
  request: Request,
  response: Response,
  projectId: string | undefined,
): Promise<void> {
  const origin = foreignOrigin(request);
  if (
    origin !== undefined &&
    (projectId === undefined || !(await setCorsHeaders(engine, origin, projectId, response)))
  )
    throw new Problem('ORIGIN_NOT_ALLOWED');
}

/**
 * Sets the CORS headers for pages whose origin the path's project allows; with them they can read
 * refusals, too. @param methods of the path, for preflight requests
 */
export const corsMiddleware =
  (engine: Engine, methods: readonly string[] = []): RequestHandler =>
  (request, response, next) => {
    const origin = foreignOrigin(request);
    const { projectId, tableId } = request.params;
    if (
      origin === undefined ||
      (projectId === undefined && tableId === undefined) ||
      !engine.projector.isReady
    )
      return next();
    return (async () => {
      const named = projectId ?? (await engine.model.get(tableDocs, String(tableId)))?.projectId;
      const isAllowed = await setCorsHeaders(
        engine,
        origin,
        named === undefined ? undefined : String(named),
        response,
      );
      if (isAllowed && methods.length > 0)
        response.set({
          'Access-Control-Allow-Methods': methods.join(', '),
          'Access-Control-Allow-Headers': ALLOWED_HEADERS,
          'Access-Control-Max-Age': String(MAX_AGE_S),
        });
      next();
    })();
  };
