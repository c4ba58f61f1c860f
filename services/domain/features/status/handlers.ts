import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/status/api';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle, type Context } from '@hzm/services/core/engine';
import { askRebuild, askRetry, OPERATIONS, operations } from './operations.ts';
import { withNames } from './with-names.ts';

/**
 * Sends a request to every process through the log. @throws Problem NOT_FOUND for an unknown view
 */
async function ask({ engine, request }: Context, view: string, decide: () => Decision) {
  if (!engine.projector.progress.some(({ projection }) => projection.name === view))
    throw new Problem('NOT_FOUND');
  const { position } = await engine.executor.execute(request, {
    stream: OPERATIONS,
    decider: operations,
    decide,
  });
  return { data: {}, position };
}

export const handlers = [
  handle(api.status, async ({ engine }) => ({
    data: await withNames(engine, await engine.status.status()),
  })),
  handle(api.retryView, (context, { params: { view } }) => ask(context, view, askRetry(view))),
  handle(api.rebuildView, (context, { params: { view } }) => ask(context, view, askRebuild(view))),
];
