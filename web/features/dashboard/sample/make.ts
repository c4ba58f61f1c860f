import { createProject } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { bulkRows } from '@hzm/contracts/features/rows/api';
import { MAX_BULK } from '@hzm/contracts/features/rows/row';
import { addField, createTable } from '@hzm/contracts/features/tables/api';
import { send } from '../../../lib/http.ts';
import type { SampleTable } from './shop.ts';

/** Creates a project with these tables. `onStep` gets the share done, 0 to 1. */
export async function makeSample(
  name: string,
  description: string,
  tables: readonly SampleTable[],
  onStep: (done: number) => void,
): Promise<Project> {
  const {
    data: { project },
  } = await send(createProject, { body: { name, description, keyType: 'project' } });
  const steps = tables.reduce(
    (sum, { fields, rows }) => sum + 1 + fields.length + Math.ceil(rows.length / MAX_BULK),
    1,
  );
  let done = 1;
  const step = (): void => onStep(++done / steps);
  for (const { name: title, fields, rows } of tables) {
    const {
      data: { table },
    } = await send(createTable, { params: { projectId: project.id }, body: { name: title } });
    step();
    for (const field of fields) {
      await send(addField, { params: { projectId: project.id, tableId: table.id }, body: field });
      step();
    }
    for (let at = 0; at < rows.length; at += MAX_BULK) {
      await send(bulkRows, {
        params: { tableId: table.id },
        body: { rows: rows.slice(at, at + MAX_BULK) as never },
      });
      step();
    }
  }
  return project;
}
