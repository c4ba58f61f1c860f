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
    /** Exclusive bounds as positions. `before` alone selects the last entries before it. */
    after: At,
    before: At,
    /** Times: `from` is inclusive, `to` exclusive. */
    from: Instant.optional(),
    to: Instant.optional(),
    limit: count(1, 1000).default(100),
    actor: z.string().max(100).optional(),
    type: z.string().max(100).optional(),
    table: Id.optional(),
    row: Id.optional(),
    /** Maximum rows listed per event; above 20, a page has one event. */
    rows: count(1, 500).default(20),
  }),
  /** `nextCursor` continues as `after`, or as `before` if only that was given. */
  answer: z.object({ events: z.array(HistoryEntry), nextCursor: z.string().optional() }),
  summary: 'List the history of a project',
  description:
    'Oldest first; a page ends early if it would be too large. The server notes that a file has left its row, or is back, after the change that did so; these events (`cell-file-released`, `cell-file-retained`) are listed only by their `type`.',
});
