import type { Json } from '@hzm/contracts/core/json';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { casesHere } from '../run/read-model-of-tests.ts';
import { serve } from './serve.ts';
import { nameOf, oneOfEachForm, wholeTable, writableTypes } from './whole-table.ts';

const { inTurn, register, origin } = serve();
let owner: Awaited<ReturnType<typeof register>>;
const { call, heard, waiting } = inTurn(() => owner.session);

const ROWS = 20;
const OPTIONS = ['Yüksek', 'orta; düşük', 'a, b', '=1+1', '7'];
/** The types here: all, or, where each case takes long, one of each form. */
const types = casesHere(2) === 2 ? writableTypes : oneOfEachForm(writableTypes);

const text = fc
  .oneof(
    fc.constantFrom(
      '007',
      '1.234,5',
      '=A1',
      "'x",
      '2026-01-01',
      'evet',
      'İIıi',
      '[1]',
      '"',
      ' x ',
      '__proto__',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  )
  .filter(value => /[^\s\0]/.test(value) && !value.includes('\0'));
const whole = fc.maxSafeInteger();
const number = fc.oneof(whole, fc.double({ noNaN: true, noDefaultInfinity: true }));
const cents = fc.integer({ min: -1e9, max: 1e9 }).map(amount => amount / 100);
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map(at => at.toISOString());
const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme-ascii' }) as fc.Arbitrary<Json>;
const values: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  text,
  boolean: fc.boolean(),
  date: day.map(at => at.slice(0, 10)),
  moment: day,
  time: day.map(at => at.slice(11, 19)),
  duration: fc.nat(1e9),
  integer: whole,
  number,
  array: fc.array(json, { maxLength: 3 }),
  object: fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), json, { maxKeys: 3 }),
  vector: fc.array(cents, { minLength: 1, maxLength: 3 }),
  matrix: fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 2 }),
  tensor: fc.tuple(cents, cents).map(pair => [[pair]]),
  coordinates: fc.record({ lat: fc.integer({ min: -90, max: 90 }), lng: fc.nat(180) }),
  dataset: fc.array(fc.dictionary(fc.constantFrom('x', 'y'), cents), { maxLength: 2 }),
  currency: fc.record({ amount: cents, currency: fc.constantFrom('TRY', 'USD', 'CHF', 'JPY') }),
  weight: fc.record({ value: cents, unit: fc.constantFrom('g', 'kg', 't', 'lb', 'oz') }),
  select: fc.constantFrom(...OPTIONS),
  multi_select: fc.subarray(OPTIONS, { minLength: 1 }),
  email: fc.constantFrom('ayse@example.com', 'a+b@example.com'),
  url: fc.webUrl(),
  phone: fc.constantFrom('+905321234567', '+15550001122'),
  stars: fc.integer({ min: 1, max: 5 }),
  person: fc.constant('Ayse'),
};

const tableOf = async (name: string): Promise<string> => {
  const fields = types.map(type => ({
    name: nameOf(type),
    type,
    ...(type.endsWith('select') && {
      validation: { options: OPTIONS.map(one => ({ name: one })) },
    }),
  }));
  return (await wholeTable(call, owner.projectId, name, fields)).id;
};
const rowsOf = async (id: string): Promise<object[]> => {
  const { body } = await call('GET', `/data/table/${id}`);
  return body.data.rows.map((row: object) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith('of '))),
  );
};

const imports = (): string => `/projects/${owner.projectId}/row-imports`;
/** Sends a file to be imported; the id of the import. */
async function received(format: string, body: BodyInit): Promise<string> {
  const sent = await fetch(`${origin()}/api/v1${imports()}?file_name=a.${format}`, {
    method: 'POST',
    headers: { ...owner.session, ...waiting(), 'content-type': 'application/octet-stream' },
    body,
  });
  heard(sent);
  return ((await sent.json()) as { data: { import: { id: string } } }).data.import.id;
}

describe('rows of every type that are exported and imported again', { timeout: 120_000 }, () => {
  let tableId = '';
  let added = 0;

  beforeAll(async () => {
    await register('Admin');
    owner = await register('Ayse');
    tableId = await tableOf('Türler');
    const columns = types.map(
      (type, i) =>
        [
          nameOf(type),
          fc.sample(fc.option(values[formOf(type)]!, { freq: 6 }), {
            numRuns: ROWS,
            seed: 34 + i,
          }),
        ] as const,
    );
    const rows = Array.from({ length: ROWS }, (_, at) =>
      Object.fromEntries(columns.map(([name, all]) => [name, all[at]!])),
    );
    added = (await call('POST', `/data/table/${tableId}/rows/bulk`, { rows })).status;
  });

  it.each(['csv', 'json', 'xlsx'])('are equal as %s', async format => {
    expect(added).toBe(200);
    const again = await tableOf(`Yine ${format}`);
    const file = await fetch(`${origin()}/api/v1/data/table/${tableId}/export?format=${format}`, {
      headers: { ...owner.session, ...waiting() },
    });
    const id = await received(format, await file.arrayBuffer());
    const path = imports();
    const { body } = await call('POST', `${path}/${id}/preview`, { tableId: again });
    const { source, mapping, problems } = body.data.preview;
    expect(problems).toEqual([]);
    const target = { tableId: again };
    await call('POST', `${path}/${id}/start`, { source, target, columns: mapping });
    const state = async () => (await call('GET', path)).body.data.imports[0].state;
    await expect.poll(state, { timeout: 50_000, interval: 50 }).toBe('done');
    const expected = await rowsOf(tableId);
    expect(expected).toHaveLength(ROWS);
    expect(await rowsOf(again)).toEqual(expected);
  });

  it('are refused from a file with a member that could alter a prototype', async () => {
    const id = await received('ndjson', '{"of object":{"\\u005f_proto__":{"a":1}}}\n');
    const { status, body } = await call('POST', `${imports()}/${id}/preview`, { tableId });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
