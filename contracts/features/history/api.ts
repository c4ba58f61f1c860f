import * as z from 'zod';
import { count, Instant, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { HistoryEntry } from './history.ts';

const At = z
  .string()
  .regex(/^\d{20}$/)
  .optional();

export const projectHistory = query({
  name: 'project-history',
  call: 'GET /projects/:projectId/history',
  access: 'past:read',
  params: z.strictObject({ projectId: Id }),
  query: z.strictObject({
    /**
     * Positions: later than `after`, earlier than `before`. With `before` alone, the last ones
     * before it.
     */
    after: At,
    before: At,
    /** Times: not before `from`, before `to`. */
    from: Instant.optional(),
    to: Instant.optional(),
    limit: count(1, 1000).default(100),
    actor: z.string().max(100).optional(),
    type: z.string().max(100).optional(),
    table: Id.optional(),
    row: Id.optional(),
    /** How many rows of an event about many are listed; with more than 20, one event per page. */
    rows: count(1, 500).default(20),
  }),
  /** `nextCursor`: there is more; give it as `after`, or as `before` where only that was given. */
  answer: z.object({ events: z.array(HistoryEntry), nextCursor: z.string().optional() }),
  summary:
    'Who did what when in a project, oldest first; ends early where an answer would be too large.',
});
