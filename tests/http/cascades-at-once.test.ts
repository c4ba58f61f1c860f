import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { casesHere } from '../run/read-model-of-tests.ts';
import { asOwner, type Person } from './as-owner.ts';
import { serve } from './serve.ts';

const { ask, register } = serve();
let owner: Person;
const { asked, data, made, add } = asOwner({ ask }, () => owner);
beforeAll(async () => {
  await register('Admin');
});
beforeEach(async () => {
  owner = await register('Ayse');
});

const ROWS = 6;
const RELATED = ['alan', 'hepsi', 'tek'] as const;
const ACTS = ['add', 'name', 'nameSeveral', 'point', 'delete', 'deleteOrder', 'restore'] as const;
interface Write {
  readonly act: (typeof ACTS)[number];
  readonly at: number;
  readonly on: number;
}
const write: fc.Arbitrary<Write> = fc.record({
  act: fc.constantFrom(...ACTS),
  at: fc.nat(ROWS - 1),
  on: fc.nat(ROWS - 1),
});
type Row = { readonly id: string } & Readonly<Record<string, string | readonly string[] | null>>;

/** Customers that name an order, and orders that name customers in each kind of relationship. */
async function related() {
  const customers = await made('Müşteriler', { ad: 'string', son: 'reference' });
  const orders = await made('Siparişler', {
    ad: 'string',
    alan: 'foreign_key',
    hepsi: 'relationship',
    tek: 'reference',
  });
  const relate = (from: typeof orders, at: number, to: typeof orders, more: object) =>
    data('POST', `/tables/${from.id}/fields/${from.fields[at]}/relationships`, {
      targetTableId: to.id,
      targetFieldId: to.fields[0],
      ...more,
    });
  await relate(customers, 1, orders, { cascadeDelete: true });
  await relate(orders, 1, customers, { cascadeDelete: true });
  await relate(orders, 2, customers, { relationshipType: 'many-to-many' });
  await relate(orders, 3, customers, { relationshipType: 'one-to-one', cascadeDelete: true });
  return { customers: customers.id, orders: orders.id };
}

it('writes, deletions that cascade and returns at one moment leave no value without its target', async () => {
  const { customers, orders } = await related();
  const path = (table: string, rest = ''): string => `/data/table/${table}/rows${rest}`;
  const rowsOf = async (table: string): Promise<Row[]> =>
    (await data('GET', `/data/table/${table}?limit=1000`)).rows;
  const send = async (
    { act, at, on }: Write,
    people: readonly string[],
    things: readonly string[],
  ) => {
    const [person, thing] = [people[on]!, things[at]!];
    if (act === 'add') return asked('POST', path(orders), { alan: person, tek: people[at]! });
    if (act === 'name') return asked('PUT', path(orders, `/${thing}`), { alan: person });
    if (act === 'nameSeveral')
      return asked('PUT', path(orders, `/${thing}`), {
        hepsi: [...new Set([person, people[at]!])],
      });
    if (act === 'point') return asked('PUT', path(customers, `/${person}`), { son: thing });
    if (act === 'delete') return asked('DELETE', path(customers, `/${person}`));
    if (act === 'deleteOrder') return asked('DELETE', path(orders, `/${thing}`));
    return asked('POST', path(customers, '/bulk'), { restores: [person] });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 12, maxLength: 24 }), async writes => {
      const people = await Promise.all(
        Array.from({ length: ROWS }, (_, n) => add(customers, { ad: `M${n}` })),
      );
      const things = await Promise.all(people.map(alan => add(orders, { alan })));
      const answers = await Promise.all(writes.map(one => send(one, people, things)));
      expect(answers.filter(({ status }) => status === 500)).toEqual([]);
      const [here, there] = [await rowsOf(customers), await rowsOf(orders)];
      const targets = new Set([...here, ...there].map(({ id }) => id));
      const named = [
        ...here.map(({ son }) => son ?? null),
        ...there.flatMap(row => RELATED.map(name => row[name] ?? null)),
      ].flat();
      expect(named.filter(id => id !== null && !targets.has(id))).toEqual([]);
      const alone = there.map(({ tek }) => tek).filter(tek => tek !== null);
      expect(new Set(alone).size).toBe(alone.length);
    }),
    { numRuns: casesHere(6), seed: 48, endOnFailure: true },
  );
});
