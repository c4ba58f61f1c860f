import * as api from '@hzm/contracts/features/health/api';
import { handle } from '@hzm/services/core/engine';

const VERSION = '0.1.0';

export const healthHandlers = [
  handle(api.health, async ({ engine: { projector } }) => ({
    data: {
      status: projector.progress.some(p => p.paused) ? 'degraded' as const : 'ok' as const,
      version: VERSION,
      uptime: process.uptime(),
      projections: Object.fromEntries(projector.progress.map(({ projection, position, paused }) => [projection.name, { position, paused: paused?.reason ?? null }])),
    },
  })),
  handle(api.databaseHealth, async ({ engine: { store, projector } }) => ({
    data: { status: 'ok' as const, eventStore: { head: await store.head() }, readModel: { position: projector.position } },
  })),
];
