import { Problem } from '@hzm/contracts/core/problem';
import type { Engine } from '@hzm/services/core/engine';
import { ANSWER_BYTES, ByteBudget, ENVELOPE_BYTES, jsonBytes } from '@hzm/services/core/ports/byte-budget';
import { rowDoc } from './base.ts';
import type { RowDoc } from './view.ts';

const AT_ONCE = 32;

/**
 * The documents of many rows in the order of their ids, as long as one answer holds them all; undefined for those that are not there.
 * @param perRow by how much a row is larger where it is answered, in bytes of JSON @throws Problem PAYLOAD_TOO_LARGE
 */
export async function docsOf(engine: Pick<Engine, 'model'>, tableId: string, ids: readonly string[], perRow = 0): Promise<(RowDoc | undefined)[]> {
  const budget = new ByteBudget(ANSWER_BYTES - ENVELOPE_BYTES);
  const docs: (RowDoc | undefined)[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    for (const doc of await Promise.all(ids.slice(from, from + AT_ONCE).map(id => rowDoc(engine, tableId, id)))) {
      if (doc && !budget.takes(jsonBytes(doc.values) + perRow)) throw new Problem('PAYLOAD_TOO_LARGE', { text: 'rows-too-large' });
      docs.push(doc);
    }
  }
  return docs;
}
