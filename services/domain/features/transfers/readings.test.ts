import type { DomainEvent } from '@hzm/contracts/core/event';
import {
  fieldChanged,
  fieldErased,
  fieldRemoved,
  tableErased,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import type { Context } from '@hzm/services/core/engine';
import { weigh } from '@hzm/services/core/ports/byte-budget';
import { expect, it } from 'vitest';
import { knownReadings, readingsFor } from './readings.ts';

const field = (type: FieldShape['type']): FieldShape =>
  ({
    name: type,
    type,
    required: false,
    validation: {},
    relationships: [],
  }) as unknown as FieldShape;

/** A request over a table of many rows with these values; counts the rows that it reads. */
function asking(values: object) {
  const read = { rows: 0 };
  const model = {
    get: () => Promise.resolve({ settings: { timeZone: 'Europe/Istanbul' } }),
    find: ({ limit }: { limit: number }) => {
      read.rows += limit;
      const docs = Array.from({ length: limit }, (_, id) => ({ id: `${id}`, values }));
      return Promise.resolve({ docs, nextCursor: 'more' });
    },
  };
  const context = {
    engine: {
      now: () => new Date(0),
      model,
      lists: { run: (_: unknown, work: () => unknown) => work() },
    },
    source: { account: 'a' },
    language: 'tr',
    pause: () => undefined,
  } as unknown as Context;
  return { context, read };
}

it('each of many retyped fields of a long table is read by its own texts', async () => {
  const ids = Array.from({ length: 20 }, (_, i) => `f${i}`);
  const { context, read } = asking(Object.fromEntries(ids.map(id => [id, '1,234.5'])));
  const tableOf = (type: FieldShape['type']) => ({
    name: 'T',
    fields: new Map(ids.map(id => [id, field(type)])),
    order: ids,
  });
  const compared = [
    {
      testTableId: 'test',
      tableId: 'live',
      before: tableOf('string'),
      after: tableOf('number'),
      state: 'different',
      changes: [],
    },
  ] as unknown as Parameters<typeof readingsFor>[2];
  const readings = await readingsFor(context, 'p', compared, {
    readings: knownReadings.initial,
    fieldIds: () => ids,
  });
  expect([...readings.values()].map(({ language }) => language)).toEqual(ids.map(() => 'en'));
  expect(read.rows).toBe(20_000);
});

it('readings are forgotten with their fields and tables, and hold no names of options', () => {
  const choices = Array.from({ length: 200 }, (_, at) => ({ id: `o${at}`, name: 'x'.repeat(100) }));
  const of = (tableId: string, at: number) => ({
    projectId: 'p',
    tableId,
    fieldId: `${tableId}${at}`,
  });
  const reading = { language: 'tr', timeZone: 'UTC', currency: 'TRY', unit: 'kg' } as const;
  const facts = ['t', 'u'].flatMap(tableId =>
    Array.from({ length: 50 }, (_, at) =>
      fieldChanged({
        ...of(tableId, at),
        field: field('select'),
        reading: { ...reading, choices },
      }),
    ),
  );
  const fold = (more: readonly DomainEvent[]) =>
    [...facts, ...more].reduce((s, fact) => knownReadings.evolve(s, fact), knownReadings.initial);
  const there = fold([]);
  expect(weigh(there) / there.byField.keys().length).toBeLessThan(1_000);
  const gone = fold([
    fieldErased(of('t', 0)),
    fieldRemoved(of('t', 1)),
    tableErased({ projectId: 'p', tableId: 'u' }),
  ]);
  expect(gone.byField.keys()).toHaveLength(49);
  expect([gone.byField.has('t0'), gone.byField.get('t1')?.reading]).toEqual([false, reading]);
});
