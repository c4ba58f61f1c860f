import * as api from '@hzm/contracts/features/health/api';
import { handle, type Engine } from '@hzm/services/core/engine';
import { VERSION } from './version.ts';

/** Reads go on without the log; without the read model nothing does. @throws ReadModelUnavailable */
async function state({ store, model, projector }: Engine): Promise<{ readonly status: 'ok' | 'degraded'; readonly head: string | null }> {
  await model.checkpoint(projector.progress[0]!.projection.name);
  const head = await store.head().catch(() => null);
  return { status: head === null || projector.progress.some(({ paused }) => paused) ? 'degraded' : 'ok', head };
}

export const healthHandlers = [
  handle(api.health, async ({ engine }) => ({
    data: {
      status: (await state(engine)).status,
      version: VERSION,
      uptime: process.uptime(),
      projections: Object.fromEntries(engine.projector.progress.map(({ projection, position, paused }) => [projection.name, { position, paused: paused?.reason ?? null }])),
    },
  })),
  handle(api.databaseHealth, async ({ engine }) => {
    const { status, head } = await state(engine);
    return { data: { status, eventStore: { head }, readModel: { position: engine.projector.position } } };
  }),
];
