import { isGiven } from '@hzm/contracts/core/everyday';
import { Problem } from '@hzm/contracts/core/problem';
import type { ImportColumn, ImportTarget } from '@hzm/contracts/features/row-files/row-import';
import type { FieldShape } from '@hzm/contracts/features/tables/events';
import { placeId } from '@hzm/services/core/commands/place-id';
import type { Context } from '@hzm/services/core/engine';
import { accountDoc } from '../../access/account.ts';
import { authorize } from '../../access/authorize.ts';
import { projectDoc } from '../../access/project.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { tableDoc } from '../../access/table.ts';
import { judgedAgain } from '../../past/decided.ts';
import { addField, createTable, schema } from '../tables/schema.ts';
import { together } from '../tables/together.ts';

interface Asked {
  readonly projectId: string;
  readonly importId: string;
  readonly target: ImportTarget;
  readonly columns: readonly ImportColumn[];
}

const plainField = ({ name, type }: NonNullable<ImportColumn['newField']>): FieldShape => ({
  name,
  type,
  required: false,
  description: '',
  validation: {},
  isHidden: false,
});

/** @throws Problem VALIDATION_ERROR for fields that the caller is not shown or cannot fill */
async function checkFields(context: Context, tableId: string, { projectId, columns }: Asked) {
  const table = await tableDoc(context.engine, tableId, projectId);
  const shown = new Map((await shownFields(context, table)).map(({ id, type }) => [id, type]));
  const details = columns.flatMap(({ field }, i) => {
    const type = field === undefined ? undefined : shown.get(field);
    if (field === undefined || (type && !isGiven(type))) return [];
    const key = type ? 'value-given' : 'field-unknown';
    return [{ path: `columns.${i}.field`, message: { key } }];
  });
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
}

/** @throws Problem VALIDATION_ERROR for new fields that no column can fill */
function checkNewFields(columns: readonly ImportColumn[]): void {
  const details = columns.flatMap(({ newField }, i) =>
    newField && isGiven(newField.type)
      ? [{ path: `columns.${i}.newField.type`, message: { key: 'value-given' } }]
      : [],
  );
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
}

/**
 * Creates the table and the fields that an import asks for, in one step. Repeating it creates
 * nothing.
 * @returns the table, and the columns with the fields that they fill
 * @throws Problem FORBIDDEN, KEY_SCOPE; NAME_TAKEN, PLAN_LIMIT; VALIDATION_ERROR
 */
export async function madeTable(
  context: Context,
  asked: Asked,
): Promise<{ readonly tableId: string; readonly columns: readonly ImportColumn[] }> {
  const { engine, request } = context;
  const { projectId, importId, target, columns } = asked;
  checkNewFields(columns);
  const tableId = target.tableId ?? placeId(importId, 'table', 0);
  if (target.tableId === undefined) {
    if (columns.some(({ field }) => field !== undefined))
      throw new Problem('VALIDATION_ERROR', {
        details: [{ path: 'columns', message: { key: 'field-unknown' } }],
      });
  } else await checkFields(context, tableId, asked);
  const fields = columns.flatMap(({ column, newField }) =>
    newField ? [{ column, id: placeId(tableId, `field of ${importId}`, column), newField }] : [],
  );
  if (target.newTable || fields.length > 0) {
    const access = 'project:write' as const;
    const wanted = { access, method: 'POST', kind: 'command' } as const;
    await judgedAgain(context, caller => authorize(engine, caller, wanted, { projectId }));
    const { maxTables } = await accountDoc(engine, (await projectDoc(engine, projectId)).ownerId);
    const of = { projectId, tableId };
    const changes = [
      ...(target.newTable ? [createTable(of, target.newTable.name, maxTables)] : []),
      ...fields.map(({ id, newField }) => addField({ ...of, fieldId: id }, plainField(newField))),
    ];
    const { position } = await engine.executor.execute(
      { ...request, repeatable: false },
      {
        stream: `schema-${projectId}`,
        about: of,
        decider: schema,
        decide: state => together(state, changes),
      },
    );
    await engine.projector.waitForPosition(position);
  }
  const made = new Map(fields.map(({ column, id }) => [column, id]));
  return {
    tableId,
    columns: columns.map(({ column, name, numbers, dates, field }) => ({
      column,
      name,
      numbers,
      dates,
      field: field ?? made.get(column)!,
    })),
  };
}
