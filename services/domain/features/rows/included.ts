import type { FieldKey } from '@hzm/contracts/core/field-key';
import { isJsonObject, memberOf } from '@hzm/contracts/core/json';
import { nfc } from '@hzm/contracts/core/normal';
import { Problem } from '@hzm/contracts/core/problem';
import type { Row } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { askerOf, type Context } from '@hzm/services/core/engine';
import { jsonBytes } from '@hzm/services/core/ports/byte-budget';
import { mayRead } from '../../access/may-read.ts';
import { relatedFields, rowsById, targetIds, type Related } from '../../access/related-rows.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { keyedFields } from './field-key.ts';
import { rowOf } from './view.ts';

/** Bounds of the rows that are read beside those of an answer. */
const MAX_INCLUDED = 1_000;
const MAX_INCLUDED_BYTES = 1_048_576;
/** Maximum bytes of rows that are read, with the values that the caller is not shown. */
const MAX_READ_BYTES = 8 * MAX_INCLUDED_BYTES;
const ROWS_IN_TURN = 50;

/** Reads names that commas separate, or a JSON list of names. */
function namesIn(include: string): readonly string[] {
  if (!include.startsWith('[')) return include.split(',');
  try {
    const list = JSON.parse(include) as unknown;
    if (Array.isArray(list) && list.every(name => typeof name === 'string')) return list;
  } catch {
    // The text counts as one name, which is refused as unknown.
  }
  return [include];
}

/** @throws Problem VALIDATION_ERROR for a name that no related field shown to the caller has */
export function includedFields(shown: readonly Field[], include: string): readonly Related[] {
  const related = relatedFields(shown);
  const names = new Set(namesIn(include).map(nfc));
  return [...names].map(name => {
    const found = related.find(({ field }) => field.name === name);
    if (found) return found;
    throw new Problem('VALIDATION_ERROR', {
      details: [{ path: 'include', message: { key: 'include-unknown' } }],
    });
  });
}

/** Related rows that accompany the rows of an answer, by table and id. */
export interface Included {
  readonly included: Record<string, Record<string, Row>>;
  /** Whether no related row was left out because of a limit. */
  readonly includedAll: boolean;
}

/** Collects the ids that rows name, each once, by the table of their rows. */
async function wantedIds(
  { pause }: Pick<Context, 'pause'>,
  related: readonly Related[],
  rows: readonly RowDoc[],
) {
  const wanted = new Map<string, Set<string>>();
  let count = 0;
  for (const [i, { values }] of rows.entries()) {
    if (i % ROWS_IN_TURN === 0) await pause();
    for (const { field, relationship } of related)
      for (const id of targetIds(memberOf(values, field.id))) {
        const ids = wanted.get(relationship.targetTableId) ?? new Set();
        if (ids.has(id)) continue;
        if (++count > MAX_INCLUDED) return { wanted, isAll: false };
        wanted.set(relationship.targetTableId, ids.add(id));
      }
  }
  return { wanted, isAll: true };
}

/**
 * Reads the targets of rows, each once, with the fields that the caller is shown. Targets that are
 * gone, and tables that the caller may not read, are missing.
 */
export async function includedRows(
  context: Context,
  related: readonly Related[],
  rows: readonly RowDoc[],
  fieldKey: FieldKey | undefined,
): Promise<Included> {
  const { engine } = context;
  const asker = askerOf(context);
  const { wanted, isAll } = await wantedIds(context, related, rows);
  const included: Record<string, Record<string, Row>> = {};
  let [bytes, readBytes] = [0, 0];
  for (const [tableId, ids] of wanted) {
    const table = await engine.model.get(tableDocs, tableId);
    if (!table || !(await mayRead(context, 'rows:read', table.projectId))) continue;
    const fields = keyedFields(await shownFields(context, table), fieldKey);
    const found: Record<string, Row> = (included[tableId] = {});
    for await (const doc of rowsById({ model: engine.model, ...asker }, tableId, [...ids])) {
      const row = rowOf(doc, fields);
      bytes += isJsonObject(row) ? jsonBytes(row) : 0;
      readBytes += jsonBytes(doc.values);
      if (bytes > MAX_INCLUDED_BYTES || readBytes > MAX_READ_BYTES)
        return { included, includedAll: false };
      found[doc.id] = row;
    }
  }
  return { included, includedAll: isAll };
}
