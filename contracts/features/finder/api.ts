import * as z from 'zod';
import { query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { ProjectRole } from '../members/role.ts';

/** Maximum results of each kind, and bounds of what is searched. */
export const MAX_FOUND = 5;
export const MAX_FINDER_TABLES = 12;
export const MAX_FINDER_PROJECTS = 10;
const MAX_ID_LIST = 500;

const Of = z.object({ id: Id, name: z.string() });

export const findAnything = query({
  name: 'find-anything',
  call: 'GET /find',
  access: 'session',
  query: z.strictObject({
    q: z.string().trim().min(2).max(100),
    projectId: Id.optional().meta({ description: 'The project that is open.' }),
    tables: z
      .string()
      .max(MAX_ID_LIST)
      .regex(/^[0-9a-f-]+(?:,[0-9a-f-]+)*$/)
      .optional()
      .meta({ description: 'Tables whose rows are searched, apart by commas.' }),
  }),
  answer: z.object({
    rows: z.array(z.object({ id: Id, label: z.string(), table: Of, project: Of })),
    areAllSearched: z.boolean().meta({
      description: 'False if the time did not suffice for the rows of all these tables.',
    }),
    threads: z.array(z.object({ id: Id, title: z.string(), project: Of })),
    people: z.array(z.object({ id: Id, name: z.string(), role: ProjectRole, project: Of })),
  }),
  summary: 'Find rows, threads and people by their names',
  description: `At most ${MAX_FOUND} of each. Rows by the first text field, of the given tables and those of the open project, at most ${MAX_FINDER_TABLES}; threads by title and people by name, of the open project and those that changed last, at most ${MAX_FINDER_PROJECTS}. What the caller may not read is left out.`,
});
