import { Problem } from '@hzm/contracts/core/problem';
import { corsDocs } from '@hzm/projections/features/cors/cors';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import { isOwnOrigin, type Trust } from '@hzm/services/core/limits/proxies';
import { allowsOrigin } from '@hzm/services/domain/features/cors/allows-origin';
import { corsOf } from '@hzm/services/domain/features/cors/handlers';
import type { Request, RequestHandler, Response } from 'express';

/** Headers that cross-origin pages may send and read. */
const ALLOWED_HEADERS =
  'Authorization, Content-Type, X-API-Key, X-User-Email, X-Project-Password, X-Request-ID, Idempotency-Key, If-Match, If-None-Match, X-Wait-For-Position';
export const EXPOSED_HEADERS =
  'ETag, X-Position, X-Request-ID, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
/** Seconds for which a browser may cache a preflight answer. */
const MAX_AGE_S = 600;

/** Returns the cross-origin page of a request; undefined without `Origin` or for the own origin. */
function foreignOrigin(request: Request): string | undefined {
  const origin = request.get('origin');
  return isOwnOrigin(request, request.app.get('trust proxy') as Trust) ? undefined : origin;
}

/**
 * Sets the CORS headers if the project allows the origin, and returns whether it does.
 * @param projectId undefined or unknown counts as a project with default settings, so that nothing
 * reveals
 * whether it exists
 */
async function setCorsHeaders(
  { model }: Engine,
  origin: string,
  projectId: string | undefined,
  response: Response,
): Promise<boolean> {
  const project = projectId === undefined ? undefined : await model.get(projectDocs, projectId);
  const doc = project && (await model.get(corsDocs, project.id));
  if (!allowsOrigin(corsOf(doc), origin)) return false;
  response.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  });
  response.vary('Origin');
  return true;
}

/**
 * Refuses a key sent by a page whose origin its project does not allow.
 * @param projectId undefined allows no other origin
 * @throws Problem ORIGIN_NOT_ALLOWED
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
 * Sets the CORS headers for allowed origins of the path's project, so that their pages can read
 * refusals, too.
 * @param methods of the path, for preflight requests
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
