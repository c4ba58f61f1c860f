import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/health/api';
import { handle, type Context, type Engine, type Handler } from '@hzm/services/core/engine';
import { VERSION } from './version.ts';

const RETRY_S = 2;
/** Name of the background job that resumes work left unfinished by an earlier process. */
export const RESUMING = 'resume what was interrupted';

/**
 * Returns the progress of the views. Reads need the read model, but not the log. @throws
 * Unavailable
 */
async function stateOf({ store, model, projector, background }: Engine): Promise<api.Health> {
  const { progress, damaged, isReady } = projector;
  // Throws if the read model is unreadable.
  await model.logIdentity();
  const head = await store.head().catch(() => null);
  const isFollowed = head !== null && !projector.isDeaf;
  const isWhole = isFollowed && damaged.total === 0 && !progress.some(({ paused }) => paused);
  return {
    status: !isReady ? 'starting' : isWhole ? 'ok' : 'degraded',
    version: VERSION,
    uptime: process.uptime(),
    head,
    projections: Object.fromEntries(
      progress.map(({ projection, position, paused }) => [
        projection.name,
        {
          position,
          isBehind: head !== null && position < head,
          paused: paused ? `${paused.cause}: ${paused.type} at ${paused.position}` : null,
        },
      ]),
    ),
    damaged: damaged.total,
    isResuming: background.isRunning(RESUMING),
  };
}

/** @throws Problem NOT_READY with the answer while the views are unreadable */
function served<Answer>(state: api.Health, answer: Answer): { readonly data: Answer } {
  if (state.status === 'starting')
    throw new Problem('NOT_READY', { retryAfter: RETRY_S, data: answer });
  return { data: answer };
}

/**
 * Whether a caller may see positions, which reveal how much is written: administrators and local
 * programs.
 */
const isTold = ({ caller, isLocal }: Context): boolean => isLocal || caller.isAdmin;

export const healthHandlers: readonly Handler[] = [
  handle(api.health, async context => {
    const state = await stateOf(context.engine);
    const { status, version } = state;
    return served(state, isTold(context) ? state : { status, version });
  }),
  handle(api.databaseHealth, async context => {
    const state = await stateOf(context.engine);
    const { status, version, head } = state;
    return served(state, {
      status,
      version,
      ...(isTold(context) && {
        eventStore: { head },
        readModel: { position: context.engine.projector.position },
      }),
    });
  }),
].map(handler => ({ ...handler, always: true }));
