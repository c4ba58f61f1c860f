import * as z from 'zod';
import { command } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { list } from '../../core/shapes.ts';
import { NewTable } from './new-table.ts';
import { Table } from './table.ts';

export const createTables = command({
  name: 'create-tables',
  call: 'POST /projects/:projectId/tables',
  access: 'project:write',
  status: 201,
  params: z.strictObject({ projectId: Id }),
  body: z.strictObject({ tables: list(NewTable, { min: 1, max: 5 }) }),
  answer: z.object({ tables: z.array(Table) }),
  summary: 'Create tables with their fields',
  description: 'Creates all of them, with their relationships, or none.',
});
