import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { AggregateAction } from '@hzm/contracts/features/custom-endpoints/definition';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { put } from '@hzm/projections/core/changes';
import { rowDocs, rows } from '@hzm/projections/features/rows/rows';
import type { Engine } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { wholeSource } from '@hzm/services/core/limits/source';
import { computed } from '@hzm/services/domain/features/custom-endpoints/aggregate';
import { clockIn } from '@hzm/services/domain/features/tables/value-clock';
import { COMPUTING } from '@hzm/services/domain/load-limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const [projectId, tableId, field] = [newId(), newId(), newId()];
const ROWS = 2_500;
let model: MemoryReadModel;
let clock = 0;
let asked = 0;

beforeEach(async () => {
  model = new MemoryReadModel();
  await model.define([{ ...rowDocs, projection: rows.name }]);
  await model.apply([
    {
      projection: rows.name,
      version: rows.version,
      checkpoint: positionOf(ROWS),
      batch: Array.from({ length: ROWS }, (_, i) => ({
        position: positionOf(i + 1),
        changes: [
          put(
            rowDocs,
            {
              id: newId(),
              tableId,
              created_at: '',
              updated_at: '',
              created_by: null,
              updated_by: null,
              version: 1,
              position: positionOf(i + 1),
              revision: 0,
              values: { [field]: 1 },
            },
            { partition: tableId },
          ),
        ],
      })),
    },
  ]);
  [clock, asked] = [0, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A sum over all rows by a store that takes so long for each part, in milliseconds. */
const summed = (partMs: number) => {
  const slow = {
    find: (...query: Parameters<typeof model.find>) => {
      asked++;
      clock += partMs;
      return model.find(...query);
    },
  };
  const table = {
    id: tableId,
    projectId,
    name: '',
    clock: clockIn('UTC', new Date()),
    fields: [],
    byId: new Map(),
  };
  const engine = { model: slow, computing: new Gate(COMPUTING) } as unknown as Engine;
  return computed(
    { engine, source: wholeSource('somebody') },
    table,
    AggregateAction.parse({
      kind: 'aggregate',
      tableId,
      values: [{ compute: 'sum', field, name: 'toplam' }],
    }),
    new Map() as never,
  );
};

it('an answer that takes too long to compute is given up between two parts, and says when to come again', async () => {
  expect(await summed(300)).toEqual({ values: { toplam: ROWS } });
  expect(asked).toBe(Math.ceil(ROWS / 200));
  asked = 0;
  await expect(summed(5_001)).rejects.toMatchObject({
    code: 'NOT_READY',
    text: { key: 'endpoint-too-long' },
    retryAfter: 5,
  });
  expect(asked).toBe(1);
});
