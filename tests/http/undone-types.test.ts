import type { Json } from '@hzm/contracts/core/json';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesHere } from '../run/read-model-of-tests.ts';
import { serve } from './serve.ts';
import { nameOf, oneOfEachForm, wholeTable, writableTypes } from './whole-table.ts';

const { inTurn, register } = serve();
let owner: Awaited<ReturnType<typeof register>>;
const { call } = inTurn(() => owner.session);

const TEXTS = [
  'Çay|12|1,5|1.234,5|evet|2026-02-01|2026-02-01T10:20:30Z|10:20|PT1H|[1,2]|{"a":1}|2 kg|12 USD',
  'orta|Yüksek, orta|ayse@example.com| x |https://example.com/|+905321234567||007|1e3|-0|5|Ayse',
].flatMap(line => line.split('|'));
const pools: Readonly<Record<string, readonly Json[]>> = {
  text: TEXTS,
  boolean: [true, false],
  date: ['2026-02-01'],
  moment: ['2026-02-01T10:20:30.456Z'],
  time: ['10:20', '10:20:30'],
  duration: [3725, 'PT1H', 0],
  integer: [7, 0, -3, 1],
  number: [1.5, 0, -3, 1e21, 5],
  array: [[1], ['a', null], [], ['orta']],
  object: [{ a: 1 }, {}],
  vector: [[1], [1, 2]],
  matrix: [[[1, 2]], [[1]]],
  tensor: [[[[1]]]],
  coordinates: [{ lat: 1, lng: 2 }],
  dataset: [[{ x: 1 }], []],
  currency: [{ amount: -1.5, currency: 'TRY' }],
  weight: [{ value: 2, unit: 'kg' }],
  select: ['orta', '7', 'a, b'],
  multi_select: [['orta'], ['Yüksek', '7'], ['a, b']],
  email: ['ayse@example.com'],
  url: ['https://example.com/'],
  phone: ['+905321234567'],
  stars: [1, 5],
  person: ['Ayse'],
};
/** One type of each form; of every third one where each case takes long. */
const distinct = oneOfEachForm(writableTypes).filter((_, at) => at % (4 - casesHere(3)) === 0);
const options = ['Yüksek', 'orta', 'a, b', '7'].map(name => ({ name }));

it('any changes of a type, once undone, give the earlier values', { timeout: 60_000 }, async () => {
  await register('Admin');
  owner = await register('Ayse');
  const made = await wholeTable(
    call,
    owner.projectId,
    'Türler',
    distinct.map(type => ({
      name: nameOf(type),
      type,
      ...(type.endsWith('select') && { validation: { options } }),
    })),
  );
  const { id } = made;
  const rows = TEXTS.map((_, at) =>
    Object.fromEntries(
      distinct.map(type => [nameOf(type), pools[formOf(type)]![at % (TEXTS.length + 1)] ?? null]),
    ),
  );
  expect((await call('POST', `/data/table/${id}/rows/bulk`, { rows })).status).toBe(200);
  const read = async (): Promise<unknown> =>
    (await call('GET', `/data/table/${id}?limit=100`)).body.data.rows;
  const before = await read();
  const others = fc.array(fc.constantFrom(...writableTypes), { minLength: 1, maxLength: 3 });
  const changes = fc.sample(others, { numRuns: distinct.length, seed: 43 });
  for (const [at, by] of changes.entries()) {
    const from = distinct[at % distinct.length]!;
    const field = made.fields.find(({ name }) => name === nameOf(from))!;
    const change = async (body: object): Promise<number> =>
      (await call('PUT', `/tables/${id}/fields/${field.id}`, body)).status;
    for (const type of by) expect([from, by, await change({ type })]).toEqual([from, by, 200]);
    expect(await change({ type: from, validation: field.validation })).toBe(200);
    expect([from, by, await read()]).toEqual([from, by, before]);
  }
});
