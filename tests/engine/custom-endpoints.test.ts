import { newId } from '@hzm/contracts/core/ids';
import type { Json } from '@hzm/contracts/core/json';
import { positionOf } from '@hzm/contracts/core/position';
import { fold } from '@hzm/contracts/core/turkish';
import { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field } from '@hzm/contracts/features/tables/table';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { put } from '@hzm/projections/core/changes';
import { rowDocs, rows as rowsProjection } from '@hzm/projections/features/rows/rows';
import type { Context } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { wholeSource } from '@hzm/services/core/limits/source';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import { Checking } from '@hzm/services/domain/features/custom-endpoints/check';
import { run } from '@hzm/services/domain/features/custom-endpoints/run';
import type { EndpointTable } from '@hzm/services/domain/features/custom-endpoints/table';
import { clockIn } from '@hzm/services/domain/features/tables/value-clock';
import { COMPUTING } from '@hzm/services/domain/load-limits';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFiles } from '../run/scratch-files.ts';

const scratchFile = scratchFiles();
const [projectId, tableId, otherTable] = [newId(), newId(), newId()];
const text = newId();
const number = newId();
const flag = newId();
const secret = newId();
const fieldOf = (id: string, name: string, type: Field['type']): Field => ({
  id,
  name,
  type,
  required: false,
  description: '',
  validation: {},
  isHidden: false,
  relationships: [],
});
const fields = [
  fieldOf(text, 'ad', 'string'),
  fieldOf(number, 'sayı', 'number'),
  fieldOf(flag, 'etkin', 'boolean'),
  fieldOf(secret, 'gizli', 'string'),
];
const table: EndpointTable = {
  id: tableId,
  projectId,
  name: 'Ürünler',
  clock: clockIn('UTC', new Date()),
  fields,
  byId: new Map(fields.map(field => [field.id, field])),
};
const tables = new Map([[tableId, table]]);

interface Naive {
  readonly id: string;
  readonly [field: string]: Json;
}
const row = (i: number): Naive => ({
  id: newId(),
  [text]: ['Çay', 'ÇAY', 'kahve', '', '__proto__', "' OR 1=1 --", '%'][i % 7]!,
  [number]: i % 5 === 0 ? null : i - 20,
  [flag]: i % 3 === 0,
  [secret]: `sır ${i}`,
});
const own = Array.from({ length: 60 }, (_, i) => row(i));
const foreign = Array.from({ length: 20 }, (_, i) => row(i));

/** Rows of a table, written as projections write them. */
const fill = (model: ReadModel): Promise<void> =>
  model.apply([
    {
      projection: rowsProjection.name,
      version: rowsProjection.version,
      checkpoint: positionOf(200),
      batch: [
        ...own.map(one => ({ one, of: tableId })),
        ...foreign.map(one => ({ one, of: otherTable })),
      ].map(({ one: { id, ...values }, of }, i) => ({
        position: positionOf(i + 1),
        changes: [
          put(
            rowDocs,
            {
              id,
              tableId: of,
              created_at: '2026-01-01T00:00:00.000Z',
              updated_at: '2026-01-01T00:00:00.000Z',
              created_by: null,
              updated_by: null,
              version: 1,
              position: positionOf(i + 1),
              revision: 0,
              values,
            },
            { partition: of },
          ),
        ],
      })),
    },
  ]);

const kindOf = (value: Json): number =>
  value === null ? 0 : typeof value === 'number' ? 1 : typeof value === 'string' ? 2 : 3;
const textOf = (value: Json): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
const plain = (value: Json): Json => (typeof value === 'string' ? fold(value) : value);
/** A condition as one would write it down without a store. */
function holds(value: Json, op: string, operand: Json): boolean {
  switch (op) {
    case 'eq':
      return plain(value) === plain(operand);
    case 'ne':
      return plain(value) !== plain(operand);
    case 'in':
      return (operand as Json[]).some(one => plain(one) === plain(value));
    case 'contains':
      return value !== null && fold(textOf(value)).includes(fold(textOf(operand)));
    case 'empty':
      return (value === null || value === '') === operand;
    default: {
      if (kindOf(value) !== 1 || typeof operand !== 'number') return false;
      return op === 'gt'
        ? (value as number) > operand
        : op === 'gte'
          ? (value as number) >= operand
          : op === 'lt'
            ? (value as number) < operand
            : (value as number) <= operand;
    }
  }
}

const hostile = fc.oneof(
  fc.constantFrom(
    'çay',
    'Kahve',
    '',
    '%',
    '_',
    '*',
    '$ne',
    "' OR 1=1 --",
    '__proto__',
    'constructor',
    '1e999',
    'NaN',
    '-0',
    '3',
    '-7',
    'true',
    'false',
    '\u0000',
    '😀',
    'a,b',
    '["çay"]',
    secret,
    own[0]!.id,
    foreign[0]!.id,
    projectId,
  ),
  fc.integer({ min: -25, max: 45 }).map(String),
  fc.string(),
  fc.constantFrom<Json>(true, 3, null, [], {}, { $gt: '' }, ['çay', 'kahve'], { contains: 'x' }),
);
const comparison = fc.oneof(
  fc.record({
    field: fc.constantFrom(text, secret),
    op: fc.constantFrom('eq', 'ne', 'contains', 'in'),
    type: fc.constant('text'),
  }),
  fc.record({
    field: fc.constant(number),
    op: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'),
    type: fc.constant('number'),
  }),
  fc.record({
    field: fc.constant(flag),
    op: fc.constantFrom('eq', 'ne'),
    type: fc.constant('boolean'),
  }),
  fc.record({
    field: fc.constantFrom(text, number),
    op: fc.constant('empty'),
    type: fc.constant('boolean'),
  }),
  fc.record({ field: fc.constant('id'), op: fc.constant('eq'), type: fc.constant('id') }),
);
const asked = fc.record({
  comparisons: fc.array(
    fc.record({ comparison, sent: fc.option(hostile, { nil: undefined }), required: fc.boolean() }),
    { maxLength: 4 },
  ),
  fixed: fc.option(fc.integer({ min: -25, max: 45 }), { nil: undefined }),
  chosen: fc.uniqueArray(fc.constantFrom('id', text, number, flag), { minLength: 1 }),
  limit: fc.integer({ min: 1, max: 30 }),
  stranger: fc.option(fc.constantFrom('gizli', 'fields', 'limit', 'tableId', 'asOf', '__proto__'), {
    nil: undefined,
  }),
});

/** A value as its parameter takes it; undefined when it is none. */
function taken(type: string, sent: Json): Json | undefined {
  if (type === 'boolean') {
    const word = typeof sent === 'string' ? fold(sent.trim()) : JSON.stringify(sent);
    if (['true', '1', 'yes', 'evet', 'dogru'].includes(word)) return true;
    return ['false', '0', 'no', 'hayir', 'yanlis'].includes(word) ? false : undefined;
  }
  if (type === 'number')
    return (typeof sent === 'number' || (typeof sent === 'string' && sent.trim() !== '')) &&
      Number.isFinite(Number(sent))
      ? Number(sent)
      : undefined;
  if (typeof sent !== 'string') return undefined;
  return type === 'id'
    ? /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(sent)
      ? sent
      : undefined
    : sent;
}

const stores = {
  memory: async () => new MemoryReadModel(),
  sqlite: () => SqliteReadModel.open(scratchFile()),
};

describe.each(Object.entries(stores))('whatever is sent to an endpoint (%s)', (_, open) => {
  let model: ReadModel;
  let context: Context;
  beforeAll(async () => {
    model = await open();
    await model.define(
      rowsProjection.collections.map(collection => ({
        ...collection,
        projection: rowsProjection.name,
      })),
    );
    await fill(model);
    context = {
      engine: { model, now: () => new Date(), computing: new Gate(COMPUTING) },
      caller: { actor: 'anonymous' },
      source: wholeSource('anonymous'),
    } as unknown as Context;
  });
  afterAll(() => model.close());

  it('is answered with rows of its table, the fields chosen, within its limit and its fixed conditions; or refused', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ comparisons, fixed, chosen, limit, stranger }) => {
        const definition = EndpointDefinition.parse({
          method: 'POST',
          path: 'x',
          parameters: comparisons.map(({ comparison: { type }, required }, i) => ({
            name: `p${i}`,
            in: 'body',
            type,
            required,
          })),
          action: {
            kind: 'rows',
            tableId,
            limit,
            fields: chosen.map(field => ({ field, name: `n-${field}` })),
            filters: [
              ...comparisons.map(({ comparison: { field, op } }, i) => ({
                field,
                op,
                value: { parameter: `p${i}` },
              })),
              ...(fixed === undefined
                ? []
                : [{ field: number, op: 'gte', value: { constant: fixed } }]),
            ],
          },
        });
        expect(new Checking(definition, tables).faults()).toEqual([]);
        const body = Object.fromEntries([
          ...comparisons.flatMap(({ sent }, i) =>
            sent === undefined ? [] : [[`p${i}`, sent] as const],
          ),
          ...(stranger === undefined ? [] : [[stranger, 'x'] as const]),
        ]);
        const operands = comparisons.map(({ comparison: { op, type }, sent, required }) => {
          if (sent === undefined || sent === null) return { missing: required };
          const values =
            op === 'in'
              ? (Array.isArray(sent)
                  ? (sent as Json[])
                  : typeof sent === 'string'
                    ? sent.split(',')
                    : [sent]
                ).map(one => taken(type, one))
              : undefined;
          const operand = values
            ? values.includes(undefined)
              ? undefined
              : (values as Json[])
            : taken(type, sent);
          return operand === undefined ? { missing: true } : { operand };
        });
        const answer = await run(
          context,
          definition,
          tables,
          { path: {}, query: {}, body },
          { dry: false },
        ).catch((error: unknown) => error);
        const isRefused =
          stranger !== undefined || operands.some(one => 'missing' in one && one.missing);
        const expected = own
          .filter(
            one =>
              (fixed === undefined || holds(one[number]!, 'gte', fixed)) &&
              comparisons.every(({ comparison: { field, op } }, i) => {
                const { operand } = operands[i] as { operand?: Json };
                return (
                  operand === undefined ||
                  (field === 'id'
                    ? one.id === textOf(operand).toLowerCase()
                    : holds(one[field]!, op, operand))
                );
              }),
          )
          .slice(0, limit)
          .map(one => Object.fromEntries(chosen.map(field => [`n-${field}`, one[field] ?? null])));
        expect(isRefused ? (answer as { code?: string }).code : answer).toEqual(
          isRefused ? 'VALIDATION_ERROR' : { data: { rows: expected } },
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is computed of rows of its table alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -25, max: 45 }),
        fc.boolean(),
        async (least, isGrouped) => {
          const definition = EndpointDefinition.parse({
            method: 'GET',
            path: 'x',
            parameters: [{ name: 'least', in: 'query', type: 'number' }],
            action: {
              kind: 'aggregate',
              tableId,
              filters: [{ field: number, op: 'gte', value: { parameter: 'least' } }],
              group: isGrouped ? { field: flag, name: 'etkin' } : null,
              values: [
                { compute: 'count', name: 'adet' },
                { compute: 'sum', field: number, name: 'toplam' },
                { compute: 'maximum', field: number, name: 'en_cok' },
              ],
            },
          });
          const of = own.filter(one => one[number] !== null && (one[number] as number) >= least);
          const told = (some: readonly Naive[]) => ({
            adet: some.length,
            toplam: some.reduce((sum, one) => sum + (one[number] as number), 0),
            en_cok: some.length === 0 ? null : Math.max(...some.map(one => one[number] as number)),
          });
          const { data } = await run(
            context,
            definition,
            tables,
            { path: {}, query: { least: String(least) }, body: {} },
            { dry: false },
          );
          expect(isGrouped ? data['groups'] : data['values']).toEqual(
            !isGrouped
              ? told(of)
              : [...Map.groupBy(of, one => one[flag])].map(([etkin, some]) => ({
                  etkin,
                  ...told(some),
                })),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
