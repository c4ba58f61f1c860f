import * as z from 'zod';
import { command, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { list } from '../../core/shapes.ts';
import { MAX_TABLES } from '../tables/table.ts';
import { RowCopy } from './copy.ts';

const OfProject = z.strictObject({ projectId: Id });

/** Fields that one copy may replace. */
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
  summary:
    'Copy the rows of the live project into its test environment, which the path names, in the background: those of all its tables, or of these; the values of the fields in `replace` become plausible others. Live rows are only read. Rows that are there already stay as they are, so that asking again goes on where a copy ended, also after a restart.',
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
  summary:
    'How far the last copy of rows is, how many rows there are on both sides, and which fields should be replaced.',
});

export const stopRowCopy = command({
  name: 'stop-row-copy',
  call: 'DELETE /projects/:projectId/copy-rows',
  access: 'project:write',
  params: OfProject,
  answer: z.object({ copy: RowCopy.nullable() }),
  summary: 'Stop copying rows; those that are copied stay.',
});
