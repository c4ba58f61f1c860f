import type { Field } from '@hzm/contracts/features/tables/table';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs, type TableDoc } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { roleOf } from './role-of.ts';
import { fieldsOf } from './table.ts';
import { showsHiddenFields, sightOf } from './visibility.ts';

type Reading = Pick<Context, 'engine' | 'caller'>;

/** Whether the caller is shown the hidden fields of a project's tables. */
export async function seesHiddenFields(
  { engine, caller }: Reading,
  projectId: string,
): Promise<boolean> {
  const project = caller.key ? undefined : await engine.model.get(projectDocs, projectId);
  const role = project ? await roleOf(engine, caller, project) : null;
  return showsHiddenFields(
    sightOf(caller, { role, isStranger: role === null && !caller.key, projectId }),
  );
}

const hiddenOf = (table: TableDoc | undefined): readonly Field[] =>
  table ? fieldsOf(table).filter(({ isHidden }) => isHidden) : [];

/**
 * Returns the fields of a table that the caller is shown. A field that is hidden by now is hidden
 * in the past, too.
 * @param table as it is or was
 */
export async function shownFields(context: Reading, table: TableDoc): Promise<readonly Field[]> {
  const now = await context.engine.model.get(tableDocs, table.id);
  const hidden = new Set([...hiddenOf(table), ...hiddenOf(now)].map(({ id }) => id));
  const fields = fieldsOf(table);
  if (hidden.size === 0 || (await seesHiddenFields(context, table.projectId))) return fields;
  return fields.filter(({ id }) => !hidden.has(id));
}
