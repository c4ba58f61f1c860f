import type { JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { ReadField } from '@hzm/contracts/features/custom-endpoints/definition';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { askerOf, type Asking } from '@hzm/services/core/engine';
import { MIB } from '@hzm/services/core/ports/byte-budget';
import { Labels, type Labelled } from '../../access/row-labels.ts';
import { fieldsOf } from '../../access/table.ts';
import type { EndpointTable } from './table.ts';

/** Maximum different rows that one answer names. */
const MAX_NAMED = 2_000;

/**
 * Returns a function that writes names in the place of ids, in a row that is answered. The
 * definition names the fields to show, so that no right to read their table is asked for.
 * @param rows the values of all rows of the answer, by field id
 * @throws Problem PAYLOAD_TOO_LARGE
 */
export async function naming(
  asking: Asking,
  { projectId }: Pick<EndpointTable, 'projectId'>,
  chosen: readonly Pick<ReadField, 'field' | 'name' | 'label'>[],
  rows: readonly JsonObject[],
  bytes = 8 * MIB,
): Promise<(values: JsonObject) => JsonObject> {
  const { model } = asking.engine;
  const found: { readonly name: string; readonly labelled: Labelled }[] = [];
  for (const { field, name, label } of chosen) {
    const table = label && (await model.get(tableDocs, label.tableId));
    const of =
      table?.projectId === projectId && fieldsOf(table).find(({ id }) => id === label?.field);
    if (of) found.push({ name, labelled: { fieldId: field, tableId: table.id, label: of } });
  }
  const labels = new Labels(
    found.map(({ labelled }) => labelled),
    read => read({ model, ...askerOf(asking) }),
    { ids: MAX_NAMED, bytes },
  );
  await labels.learn(rows);
  if (labels.isCut) throw new Problem('PAYLOAD_TOO_LARGE', { text: 'answer-too-large-whole' });
  return values =>
    Object.fromEntries(found.map(({ name, labelled }) => [name, labels.nameIn(labelled, values)]));
}
