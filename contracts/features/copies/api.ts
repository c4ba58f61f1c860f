import * as z from 'zod';
import { command, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { list } from '../../core/shapes.ts';
import { MAX_TABLES } from '../tables/table.ts';
import { RowCopy } from './copy.ts';

const OfProject = z.strictObject({ projectId: Id });

/** Maximum fields that one copy replaces. */
const MAX_REPLACED = 10_000;

export const copyRows = command({
  name: 'copy-rows',
  call: 'POST /projects/:projectId/copy-rows',
  access: 'project:write',
  status: 202,
  params: OfProject,
  body: z.strictObject({
    tableIds: list(Id, { min: 1, max: MAX_TABLES }).optional(),
    replace: list(Id, { min: 0, max: MAX_REPLACED }),
  }),
  answer: z.object({ copy: RowCopy }),
  summary: 'Copy live rows into a test environment',
  description:
    'Runs in the background for all tables of the test environment in the path, or for the given ones, and only reads live rows. Values of the fields in `replace` become plausible substitutes. A repeated call resumes a copy, also after a restart.',
});

export const getRowCopy = query({
  name: 'get-row-copy',
  call: 'GET /projects/:projectId/copy-rows',
  access: 'project:write',
  params: OfProject,
  answer: z.object({
    copy: RowCopy.nullable().meta({
      description:
        'The last one that was asked of the answering process since its start; null: none.',
    }),
    tables: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          liveRows: z.int().nullable(),
          rows: z.int().nullable(),
        }),
      )
      .meta({
        description:
          'The test tables that have a live counterpart, with how many rows both have now; null while a copy runs, which counts them itself.',
      }),
    proposed: z.array(Id).meta({ description: 'Fields of these tables that look personal.' }),
  }),
  summary: 'Retrieve the state of a copy of rows',
  description:
    'Answers the progress of the last copy, the rows on both sides and the fields proposed for replacement.',
});

export const stopRowCopy = command({
  name: 'stop-row-copy',
  call: 'DELETE /projects/:projectId/copy-rows',
  access: 'project:write',
  params: OfProject,
  answer: z.object({ copy: RowCopy.nullable() }),
  summary: 'Stop copying rows',
  description: 'Copied rows are kept.',
});
