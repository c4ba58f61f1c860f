import type { Reading } from '@hzm/contracts/core/conversion';
import { positionOf } from '@hzm/contracts/core/position';
import type { Form } from '@hzm/contracts/core/value-schemas';
import type { Change, CollectionSpec } from '@hzm/services/core/ports/read-model';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryReadModel } from './memory-read-model.ts';

const rows: CollectionSpec = { name: 'rows', projection: 'rows', partitioned: true };
const reading: Reading = { language: 'tr', timeZone: 'UTC', currency: 'TRY', unit: 'kg' };
const of = { collection: 'rows', partition: 't' };
const formed = (form: Form, by?: Reading): Change => ({
  op: 'form',
  ...of,
  path: 'values.v',
  form,
  ...(by && { reading: by }),
});
const put = (id: string, v: string): Change => ({
  op: 'put',
  ...of,
  id,
  doc: { id, values: { v } },
});
let model: MemoryReadModel;
let written = 0;
beforeEach(async () => {
  [model, written] = [new MemoryReadModel(), 0];
  await model.define([rows]);
});

/** Writes each change as one event, all in one batch or each in its own. */
async function write(changes: readonly Change[], together = true): Promise<void> {
  const batch = changes.map(change => ({ position: positionOf(++written), changes: [change] }));
  for (const some of together ? [batch] : batch.map(entry => [entry]))
    await model.apply([
      { projection: 'rows', version: 1, batch: some, checkpoint: some.at(-1)!.position },
    ]);
}
const value = async (id: string) =>
  ((await model.get(rows, id, 't'))!['values'] as { v: unknown }).v;

describe('values in a read model in memory', () => {
  it.each([true, false])(
    'have the last form with a reading, however the events came (together: %s)',
    async together => {
      const first = [formed('text'), put('a', '1,5')];
      await write([...first, formed('number', reading), formed('boolean', reading)], together);
      expect(await value('a')).toBe('1,5');
      await write([formed('number', reading), put('b', '2,5'), formed('text')], together);
      expect([await value('a'), await value('b')]).toEqual([1.5, 2.5]);
      await write([formed('number', reading), formed('text', reading)], together);
      expect([await value('a'), await value('b')]).toEqual(['1,5', '2,5']);
    },
  );

  it('are converted once, though the type of their field changed a thousand times', async () => {
    const puts = Array.from({ length: 5_000 }, (_, n) => put(`r${n}`, `${n},5`));
    await write([formed('text'), ...puts]);
    for (let n = 0; n < 500; n++)
      await write([formed('number', reading), formed('boolean', reading)]);
    await write([formed('number', reading)]);
    expect(await value('r7')).toBe(7.5);
  });
});
