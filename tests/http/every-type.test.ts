import { isGiven } from '@hzm/contracts/core/everyday';
import { isJsonObject, type Json } from '@hzm/contracts/core/json';
import { groupKindOf } from '@hzm/contracts/features/rows/summary';
import { FieldType, formOf } from '@hzm/contracts/features/tables/field-types';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { casesHere } from '../run/read-model-of-tests.ts';
import { serve } from './serve.ts';
import { nameOf, oneOfEachForm, wholeTable } from './whole-table.ts';

/**
 * Filters, sorts and groups by fields of every type, beside a naive model of what a value stands
 * for. Fields with a question mark were texts before, of which some stayed what they were.
 */
const { inTurn, send, register } = serve();
type Person = Awaited<ReturnType<typeof register>>;
type Row = { readonly id: string } & Readonly<Record<string, Json>>;
interface Option {
  readonly id: string;
  readonly name: string;
}
interface Table {
  readonly id: string;
  readonly fields: readonly {
    readonly id: string;
    readonly name: string;
    readonly validation: { readonly options?: readonly Option[] };
  }[];
}

const SEED = 34;
const ROWS = 24;
const TEXTS = ['Çay', 'cay', 'ÇAY', 'ılık', 'ILIK', 'İlik', 'ilik', 'şal', 'Sal', 'öz', 'oz', '10'];
const OPTIONS = ['Yüksek', 'orta', 'Düşük', 'ılık'];
const DAYS = ['2026-02-28', '2026-03-01', '1999-12-31'];
const MOMENTS = DAYS.flatMap(day => [`${day}T21:30:00Z`, `${day}T10:00`, `${day}T10:00:00+03:00`]);
const SPANS: Json[] = [90, 'PT1H', 'PT60M', 3600];
const pools: Readonly<Record<string, readonly Json[]>> = {
  text: [...TEXTS, ''],
  boolean: [true, false],
  date: DAYS,
  moment: MOMENTS,
  time: ['10:30', '10:30:00', '23:59:59', '00:00'],
  duration: SPANS,
  integer: [7, 0, -3, 12],
  number: [1.5, 0, -0, -12.25, 1e21, 7],
  array: [[1], [2], ['a', null], [1]],
  object: [{ a: 1 }, { a: 2 }, { b: 0 }],
  vector: [[1], [2], [3]],
  matrix: [[[1, 2]], [[2, 2]]],
  tensor: [[[[1]]], [[[2]]]],
  coordinates: [
    { lat: 1, lng: 2 },
    { lat: 3, lng: 2 },
  ],
  dataset: [[{ x: 1 }], [{ x: 2 }]],
  currency: ['TRY', 'USD'].flatMap(currency => [-1.5, 0, 12].map(amount => ({ amount, currency }))),
  weight: [
    { value: 2, unit: 'kg' },
    { value: 2000, unit: 'g' },
    { value: 1, unit: 'lb' },
  ],
  select: OPTIONS,
  multi_select: [['orta'], ['Düşük', 'ılık'], ['Yüksek', 'ılık']],
  email: ['ayse@example.com', 'cagri@example.com', 'Cagri@example.com'],
  url: ['https://example.com/', 'http://example.com/b'],
  phone: ['+90 532 123 45 67', '00905321234567', '+15550001122'],
  stars: [1, 2, 5],
  person: ['Ayse', 'Zeynep'],
};
/** Texts in fields that become of another type, by their form. */
const kept: Readonly<Record<string, readonly string[]>> = {
  date: [...DAYS, 'yok', 'Çay'],
  moment: [...MOMENTS, 'yok', 'Çay', '2026'],
  number: ['1,5', '12', 'yok', '-3', 'Çay'],
  boolean: ['evet', 'hayır', 'yok', 'Çay'],
  currency: ['1,5 TRY', '12 USD', 'yok'],
  weight: ['2 kg', '500 g', 'yok'],
  duration: ['PT1H', '90', 'yok'],
};
const wasText = new Map(
  Object.keys(kept).map(form => [
    `${form}?`,
    FieldType.options.find(type => formOf(type) === form && !isGiven(type))!,
  ]),
);
/** The types here: all, or, where each case takes long, one of each form. */
const types = casesHere(2) === 2 ? FieldType.options : oneOfEachForm(FieldType.options);
const writable = types.filter(type => !isGiven(type));
const typeOf = new Map<string, FieldType>([
  ...types.map(type => [nameOf(type), type] as const),
  ...wasText,
]);

let owner: Person;
let tableId = '';
let rows: Row[] = [];
const optionsOf = new Map<string, readonly Option[]>();
const { call, heard, letIn, waiting } = inTurn(() => owner.session);
const data = (rest: string): string => `/data/table/${tableId}${rest}`;

/** Values of a column: each of its pool, or none. */
const column = (pool: readonly Json[], seed: number): Json[] =>
  fc.sample(fc.option(fc.constantFrom(...pool), { freq: 5 }), { numRuns: ROWS, seed });

async function fill(guest: Person): Promise<void> {
  const columns = [
    ...writable.map((type, i) => [nameOf(type), column(pools[formOf(type)]!, SEED + i)] as const),
    ...[...wasText].map(
      ([name], i) => [name, column(kept[name.slice(0, -1)]!, SEED + 100 + i)] as const,
    ),
  ];
  const values = Array.from({ length: ROWS }, (_, at) =>
    Object.fromEntries(columns.map(([name, all]) => [name, all[at]!])),
  );
  for (const [at, by] of [guest.session, owner.session, guest.session].entries()) {
    const part = values.slice((at * ROWS) / 3, ((at + 1) * ROWS) / 3);
    const { status, body } = await call('POST', data('/rows/bulk'), { rows: part }, by);
    expect([body.details, status]).toEqual([undefined, 200]);
  }
}

async function makeTable(guest: Person): Promise<void> {
  const options = OPTIONS.map(name => ({ name, color: 'blue' }));
  const given = [...typeOf].map(([name, type]) => ({
    name,
    type: wasText.has(name) ? 'string' : type,
    ...(type.endsWith('select') && { validation: { options } }),
  }));
  const made = await wholeTable(call, owner.projectId, 'Türler', given);
  tableId = made.id;
  await fill(guest);
  for (const [name, type] of wasText) {
    const path = `/tables/${tableId}/fields/${made.fields.find(field => field.name === name)!.id}`;
    expect((await call('PUT', path, { type })).status).toBe(200);
  }
}

beforeAll(async () => {
  await register('Admin');
  owner = await register('Ayse');
  const guest = await register('Zeynep');
  await letIn(owner.projectId, guest, 'editor');
  await makeTable(guest);
  rows = (await call('GET', data('?limit=100'))).body.data.rows;
  const changed = rows.filter((_, at) => at % 4 === 0);
  for (const { id } of changed)
    await call('PUT', data(`/rows/${id}`), { [nameOf('string')]: 'değişti' }, guest.session);
  const { fields } = (await call('GET', `/tables/${owner.projectId}/${tableId}`)).body.data
    .table as Table;
  const fileId = fields.find(({ name }) => name === nameOf('file'))!.id;
  for (const { id } of changed.slice(0, 2))
    heard(
      await send('POST', data(`/rows/${id}/fields/${fileId}/files?file_name=a.txt`), 'içerik', {
        ...waiting(),
        ...owner.session,
      }),
    );
  rows = (await call('GET', data('?limit=100'))).body.data.rows;
  for (const { name, validation } of fields) optionsOf.set(name, validation.options ?? []);
  for (const type of ['person', 'created_by', 'updated_by'])
    optionsOf.set(nameOf(type), [
      { id: owner.id, name: 'Ayse' },
      { id: guest.id, name: 'Zeynep' },
    ]);
}, 60_000);

const letters: Readonly<Record<string, string>> = {
  ç: 'c',
  ğ: 'g',
  ı: 'i',
  ö: 'o',
  ş: 's',
  ü: 'u',
};
const folded = (text: string): string =>
  text.toLocaleLowerCase('tr').replace(/[çğıöşü]/g, letter => letters[letter]!);
/** Types whose values are equal or not, and no more. */
const UNORDERED = ['person', 'created_by', 'updated_by', 'multi_select'];
/** Texts that stay texts in a field that became of another type. */
const REMAINS = ['yok', 'Çay', '2026'];
const istanbul = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Istanbul' });
const alphabet = new Intl.Collator('tr', { sensitivity: 'accent' });
const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1000, lb: 453.592_37 };
const monthOf = (text: string): string =>
  (text.length > 10 ? istanbul.format(new Date(text)) : text).slice(0, 7);

interface Size {
  /** Nothing, numbers, texts, yes or no, structures, amounts. */
  readonly kind: number;
  readonly group?: string;
  readonly size: number | string;
}
/** Returns a text as it is, any other value as JSON. */
const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Returns what a value is ordered by: an option by its place, a list by its first item. */
function sizeOf(name: string, value: Json): Size {
  if (value === null) return { kind: 0, size: 0 };
  const options = optionsOf.get(name)!;
  const first = Array.isArray(value) ? value[0]! : value;
  const at = options.findIndex(({ id }) => id === first);
  if (options.length > 0) return at < 0 ? { kind: 2, size: textOf(value) } : { kind: 1, size: at };
  if (typeof value === 'number') return { kind: 1, size: value };
  if (typeof value === 'string') return { kind: 2, size: value };
  if (typeof value === 'boolean') return { kind: 3, size: Number(value) };
  if (isJsonObject(value) && 'amount' in value)
    return { kind: 5, group: textOf(value['currency']), size: Number(value['amount']) };
  if (isJsonObject(value) && 'unit' in value)
    return { kind: 1, size: Number(value['value']) * GRAMS[textOf(value['unit'])]! };
  return { kind: 4, size: JSON.stringify(value) };
}
/** Returns what a value is compared as: a list of options as one of them. */
const sizesOf = (name: string, value: Json): readonly Size[] =>
  Array.isArray(value) && optionsOf.get(name)!.length > 0
    ? value.map(one => sizeOf(name, one))
    : [sizeOf(name, value)];

function compared(a: Size, b: Size): number {
  if (a.kind !== b.kind) return a.kind - b.kind;
  if (a.group !== b.group) return a.group! < b.group! ? -1 : 1;
  if (typeof a.size === 'number') return a.size - (b.size as number);
  return alphabet.compare(a.size, b.size as string);
}
const isEqual = (a: Size, b: Size): boolean =>
  a.kind === b.kind &&
  a.group === b.group &&
  (typeof a.size === 'string' ? folded(a.size) === folded(b.size as string) : a.size === b.size);

const OPS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
function holds(op: (typeof OPS)[number], values: readonly Size[], operand: Size): boolean {
  const isOne = values.some(value => isEqual(value, operand));
  if (op === 'eq' || op === 'ne') return isOne === (op === 'eq');
  const [value] = values;
  if (value!.kind !== operand.kind || value!.group !== operand.group) return false;
  const by = compared(value!, operand);
  return by === 0 ? op.endsWith('e') : op.startsWith('g') === by > 0;
}

/** Returns a value as people write it into a filter; undefined if it is compared with nothing. */
function written(name: string, value: Json): string | undefined {
  const options = optionsOf.get(name)!;
  if (options.length > 0) return options.find(({ id }) => id === value)?.name;
  if (typeof value === 'boolean') return value ? 'evet' : 'hayır';
  if (isJsonObject(value) && 'amount' in value)
    return `${textOf(value['amount'])} ${textOf(value['currency'])}`;
  if (isJsonObject(value) && 'unit' in value)
    return `${textOf(value['value'])} ${textOf(value['unit'])}`;
  return value === null || typeof value === 'object' ? undefined : String(value);
}

const valueIn = (row: Row, name: string): Json => row[name] ?? null;
/** Operands of a field: those of its values that are of its type. */
function operandsOf(name: string): [text: string, operand: Size][] {
  const values = rows.map(row => valueIn(row, name));
  const items = optionsOf.get(name)!.length > 0 ? values.flat() : values;
  const texts = new Map(items.map(value => [written(name, value), sizeOf(name, value)]));
  return [...texts].flatMap(([text, size]): [string, Size][] =>
    text === undefined || text === '' || (wasText.has(name) && REMAINS.includes(text))
      ? []
      : [[text, size]],
  );
}
/** The ids of the rows that a query lists, or the refusal. */
async function listed(query: Readonly<Record<string, string>>): Promise<unknown> {
  const { body } = await call('GET', data(`?limit=100&${new URLSearchParams(query)}`));
  return body.data?.rows.map(({ id }: Row) => id) ?? body;
}

describe.each([...typeOf])('the field %s, which is of the type %s,', (name, type) => {
  const passing = (passes: (sizes: readonly Size[]) => boolean): string[] =>
    rows.filter(row => passes(sizesOf(name, valueIn(row, name)))).map(({ id }) => id);

  it('is sorted as a naive model sorts it', async () => {
    if (type === 'file') return;
    for (const order of ['asc', 'desc']) {
      const sign = order === 'asc' ? 1 : -1;
      // Rows of one moment stay in the order in which they were added.
      const sizes = new Map(
        rows.map((row, size) => [
          row,
          type === 'created_at' ? { kind: 1, size } : sizeOf(name, valueIn(row, name)),
        ]),
      );
      const sorted = rows.toSorted((a, b) => sign * compared(sizes.get(a)!, sizes.get(b)!));
      expect([order, await listed({ sort: name, order })]).toEqual([
        order,
        sorted.map(({ id }) => id),
      ]);
    }
  });

  it('is filtered as a naive model filters it', async () => {
    for (const empty of [true, false]) {
      const found = passing(([one]) => (one!.kind === 0 || one!.size === '') === empty);
      const query = { [`filter[${name}][empty]`]: String(empty) };
      expect([query, await listed(query)]).toEqual([query, found]);
    }
    if (type === 'file') return;
    const operands = operandsOf(name);
    const hasOrder = !UNORDERED.includes(type);
    for (const [text, operand] of operands.slice(0, casesHere(2)))
      for (const op of hasOrder ? OPS : OPS.slice(0, 2)) {
        const query = { [`filter[${name}][${op}]`]: text };
        const found = passing(sizes => holds(op, sizes, operand));
        expect([query, await listed(query)]).toEqual([query, found]);
      }
    const some = operands.slice(-2);
    if (some.length === 0) return;
    const query = { [`filter[${name}][in]`]: JSON.stringify(some.map(([text]) => text)) };
    const found = passing(sizes => some.some(([, operand]) => holds('eq', sizes, operand)));
    expect([query, await listed(query)]).toEqual([query, found]);
  });

  it('is grouped as a naive model groups it', async () => {
    if (groupKindOf(type) === undefined) return;
    const groupOf = (value: Json): string => {
      const { kind, size } = sizeOf(name, value);
      if (kind === 0 || size === '') return 'empty';
      if (wasText.has(name) && REMAINS.includes(textOf(value))) return 'others';
      if (groupKindOf(type) === 'date') return monthOf(textOf(value));
      return typeof size === 'string' ? folded(size) : String(size + 0);
    };
    const expected = Map.groupBy(rows, row => groupOf(valueIn(row, name)));
    const group = { field: name, by: 'month' };
    const { summary } = (await call('POST', data('/summary'), { group })).body.data;
    const groups = summary.groups as { rows: number; filter: Record<string, unknown> | null }[];
    const counts = groups.map(one => one.rows);
    expect(counts.toSorted((a, b) => a - b)).toEqual(
      [...expected.values()].map(({ length }) => length).toSorted((a, b) => a - b),
    );
    for (const { rows: count, filter } of groups.filter(one => one.filter !== null).slice(0, 3)) {
      const { body } = await call('POST', data('/query'), { filter: { [name]: filter } });
      expect([filter, body.data.rows.length]).toEqual([filter, count]);
    }
  });
});
