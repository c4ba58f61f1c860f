import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/health/api';
import { handle, type Engine, type Handler } from '@hzm/services/core/engine';
import { VERSION } from './version.ts';

const RETRY_S = 2;
/** Looks for what an earlier process left unfinished, behind the requests that are answered meanwhile. */
export const RESUMING = 'resume what was interrupted';

/** Describes how far the views are. Reads go on without the log, but not without the read model. @throws Unavailable */
async function stateOf({ store, model, projector, background }: Engine): Promise<api.Health> {
  const { progress, damaged, isReady } = projector;
  // Throws if the read model cannot be read.
  await model.logIdentity();
  const head = await store.head().catch(() => null);
  const isWhole = head !== null && damaged.total === 0 && !progress.some(({ paused }) => paused);
  return {
    status: !isReady ? 'starting' : isWhole ? 'ok' : 'degraded',
    version: VERSION,
    uptime: process.uptime(),
    head,
    projections: Object.fromEntries(progress.map(({ projection, position, paused }) => [projection.name, {
      position, isBehind: head !== null && position < head, paused: paused ? `${paused.cause}: ${paused.type} at ${paused.position}` : null,
    }])),
    damaged: damaged.total,
    isResuming: background.isRunning(RESUMING),
  };
}

/** @throws Problem NOT_READY, with the same, while nothing can be read */
function served<Answer>(state: api.Health, answer: Answer): { readonly data: Answer } {
  if (state.status === 'starting') throw new Problem('NOT_READY', { retryAfter: RETRY_S, data: answer });
  return { data: answer };
}

export const healthHandlers: readonly Handler[] = [
  handle(api.health, async ({ engine }) => {
    const state = await stateOf(engine);
    return served(state, state);
  }),
  handle(api.databaseHealth, async ({ engine }) => {
    const state = await stateOf(engine);
    return served(state, { status: state.status, eventStore: { head: state.head }, readModel: { position: engine.projector.position } });
  }),
].map(handler => ({ ...handler, always: true }));
