import * as z from 'zod';
import { query } from '../../core/call.ts';

export const health = query({
  name: 'health', call: 'GET /health', access: 'public',
  answer: z.object({ status: z.enum(['ok', 'degraded']), version: z.string(), uptime: z.number(), projections: z.record(z.string(), z.object({ position: z.string(), paused: z.string().nullable() })) }),
  summary: 'Whether the server serves; 503 when it does not.',
});

export const databaseHealth = query({
  name: 'database-health', call: 'GET /health/database', access: 'public',
  answer: z.object({ status: z.enum(['ok', 'degraded']), eventStore: z.object({ head: z.string().nullable() }), readModel: z.object({ position: z.string() }) }),
  summary: 'Whether event store and read model answer.',
});
