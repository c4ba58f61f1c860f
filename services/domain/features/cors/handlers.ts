import * as api from '@hzm/contracts/features/cors/api';
import {
  defaultCors,
  PlatformPattern,
  type CorsSettings,
} from '@hzm/contracts/features/cors/domain';
import { corsDocs, type CorsDoc } from '@hzm/projections/features/cors/cors';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import { decided } from '../../past/decided.ts';
import { addDomain, cors, removeDomain, switchPatterns, type Cors } from './cors.ts';
import { judgeOrigin } from './judge-origin.ts';

/** The allowed origins of a project, as answers and topics show them. */
export const corsOf = (doc: CorsDoc | undefined): CorsSettings =>
  doc
    ? {
        allowedDomains: doc.allowedDomains,
        platformPatterns: doc.platformPatterns,
        lastUpdated: doc.lastUpdated,
      }
    : { ...defaultCors, lastUpdated: null };

const answer = async ({ model }: Pick<Engine, 'model'>, projectId: string) => ({
  project: corsOf(await model.get(corsDocs, projectId)),
});

async function change(context: Context, projectId: string, decide: (s: Cors) => Decision) {
  const { position, seen } = await decided(context, projectId, {
    stream: `project-${projectId}`,
    decider: cors,
    decide,
  });
  return { data: await answer(seen, projectId), position };
}

export const handlers = [
  handle(api.getCors, async ({ engine }, { params: { projectId } }) => ({
    data: await answer(engine, projectId),
  })),
  handle(api.addCorsDomain, (context, { params: { projectId }, body: { domain } }) =>
    change(context, projectId, addDomain(projectId, domain)),
  ),
  handle(api.removeCorsDomain, (context, { params: { projectId, domain } }) =>
    change(context, projectId, removeDomain(projectId, domain)),
  ),
  handle(api.switchCorsPattern, (context, { params: { projectId }, body: { pattern, isOn } }) =>
    change(
      context,
      projectId,
      switchPatterns(projectId, pattern === undefined ? PlatformPattern.options : [pattern], isOn),
    ),
  ),
  handle(api.testOrigin, async ({ engine }, { params: { projectId }, query: { origin } }) => ({
    data: { verdict: judgeOrigin(corsOf(await engine.model.get(corsDocs, projectId)), origin) },
  })),
];
