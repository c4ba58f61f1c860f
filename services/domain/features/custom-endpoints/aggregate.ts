import { currencies } from '@hzm/contracts/core/amount';
import { ExactSum } from '@hzm/contracts/core/exact';
import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import {
  MAX_COMPUTED_ROWS,
  MAX_GROUPS,
  type AggregateAction,
  type ComputedValue,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { askerOf, type Asking, type Engine } from '@hzm/services/core/engine';
import { letGo } from '@hzm/services/core/ports/memory';
import type { Asker } from '@hzm/services/core/ports/read-model';
import { slice } from '@hzm/services/core/ports/slices';
import { rowDoc } from '../rows/snapshot.ts';
import { conditionsOf, isAskedFor, type Conditions } from './conditions.ts';
import type { Given } from './parameters.ts';
import type { EndpointTable } from './table.ts';

/** Rows read at once, and bytes of them. */
const PAGE_ROWS = 200;
const PAGE_BYTES = 262_144;
/** Maximum time to compute one answer, in milliseconds. */
const COMPUTING_MS = 5_000;
/** Maximum length of the value that rows are grouped by, in characters of its JSON. */
const MAX_GROUP_KEY_LENGTH = 200;

/** Numbers so far. Their sum is exact: of the decimal numbers that values are written as. */
class Tally {
  #count = 0;
  #least = Infinity;
  #most = -Infinity;
  readonly #sum = new ExactSum();

  add(value: number): void {
    this.#sum.add(value);
    this.#count++;
    this.#least = Math.min(this.#least, value);
    this.#most = Math.max(this.#most, value);
  }

  /** Null where there is no number; the sum of none is 0. */
  result(compute: Exclude<ComputedValue['compute'], 'count'>): number | null {
    if (compute === 'sum') return this.#sum.number;
    if (this.#count === 0) return null;
    if (compute === 'average') return this.#sum.number / this.#count;
    return compute === 'minimum' ? this.#least : this.#most;
  }
}

/** The currency of an amount; undefined for other values. */
function currencyOf(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const currency = memberOf(value as JsonObject, 'currency');
  // Remains of another type may have any text there.
  return typeof currency === 'string' && Object.hasOwn(currencies, currency) ? currency : undefined;
}

/** One group of rows so far. Amounts are computed for each currency by itself. */
class Group {
  #rows = 0;
  readonly #values: readonly {
    readonly asked: ComputedValue;
    readonly money: boolean;
    readonly by: Map<string, Tally>;
  }[];

  constructor({ byId }: EndpointTable, values: readonly ComputedValue[]) {
    const isMoney = ({ field }: ComputedValue): boolean =>
      field !== undefined && byId.get(field)?.type === 'currency';
    this.#values = values.map(asked => ({
      asked,
      money: isMoney(asked),
      by: new Map<string, Tally>(),
    }));
  }

  add(doc: RowDoc): void {
    this.#rows++;
    for (const {
      asked: { field },
      money,
      by,
    } of this.#values) {
      const value = field === undefined ? undefined : memberOf(doc.values, field);
      const currency = money ? currencyOf(value) : '';
      const number = money ? memberOf((value ?? {}) as JsonObject, 'amount') : value;
      if (currency === undefined || typeof number !== 'number') continue;
      const tally = by.get(currency) ?? new Tally();
      by.set(currency, tally);
      tally.add(number);
    }
  }

  /** Values by name, and those of amounts by currency. */
  result(): JsonObject {
    return Object.fromEntries(
      this.#values.map(({ asked: { compute, name }, money, by }) => {
        if (compute === 'count') return [name, this.#rows];
        if (!money) return [name, (by.get('') ?? new Tally()).result(compute)];
        const each = [...by].toSorted(([a], [b]) => (a < b ? -1 : 1));
        return [
          name,
          Object.fromEntries(each.map(([code, tally]) => [code, tally.result(compute)])),
        ];
      }),
    );
  }
}

const tooMany = (key: string, limit: number): Problem =>
  new Problem('PAYLOAD_TOO_LARGE', { text: { key, values: { limit } } });

/**
 * All rows that are asked for, a part at a time; others get their turn in between. @throws Problem
 * PAYLOAD_TOO_LARGE, NOT_READY
 */
async function* rowsOf(
  engine: Engine,
  table: EndpointTable,
  asked: Conditions,
  asker: Asker,
): AsyncGenerator<readonly RowDoc[]> {
  if (asked.rowId !== undefined) {
    const doc = await rowDoc(engine, table.id, asked.rowId);
    return doc && isAskedFor(doc, asked) ? yield [doc] : undefined;
  }
  const end = performance.now() + COMPUTING_MS;
  let [seen, cursor] = [0, undefined as string | undefined];
  do {
    if (performance.now() > end)
      throw new Problem('NOT_READY', {
        text: 'endpoint-too-long',
        retryAfter: COMPUTING_MS / 1000,
      });
    const page = {
      limit: PAGE_ROWS,
      bytes: { most: PAGE_BYTES },
      ...(cursor !== undefined && { cursor }),
    };
    const passed = letGo();
    const found = await engine.model.find({
      collection: rowDocs,
      partition: table.id,
      where: asked.where,
      ...page,
      ...asker,
    });
    seen += found.docs.length;
    cursor = found.nextCursor;
    if (seen > MAX_COMPUTED_ROWS || (seen === MAX_COMPUTED_ROWS && cursor !== undefined))
      throw tooMany('endpoint-too-many-rows', MAX_COMPUTED_ROWS);
    yield found.docs;
    passed();
    await slice();
  } while (cursor !== undefined);
}

/** Counts rows in the store, which needs no row to be read. */
const countAlone = async (
  engine: Engine,
  table: EndpointTable,
  { where }: Conditions,
  asker: Asker,
): Promise<number> =>
  (
    await engine.model.find({
      collection: rowDocs,
      partition: table.id,
      where,
      limit: 1,
      bytes: { most: 1 },
      count: true,
      ...asker,
    })
  ).total ?? 0;

/**
 * Computes values over rows, in all or by the value of a field; few requests compute at once.
 * @throws Problem PAYLOAD_TOO_LARGE, NOT_READY
 */
export function computed(
  context: Asking,
  table: EndpointTable,
  { filters, group, values }: AggregateAction,
  given: Given,
): Promise<JsonObject> {
  const { engine, source } = context;
  const asker = askerOf(context);
  const asked = conditionsOf(table, filters, given);
  return engine.computing.run(source, async () => {
    if (
      group === null &&
      asked.rowId === undefined &&
      values.every(({ compute }) => compute === 'count')
    ) {
      const count = await countAlone(engine, table, asked, asker);
      return { values: Object.fromEntries(values.map(({ name }) => [name, count])) };
    }
    const groups = new Map<string, { readonly key: Json; readonly of: Group }>();
    if (group === null) groups.set('', { key: null, of: new Group(table, values) });
    for await (const docs of rowsOf(engine, table, asked, asker)) {
      for (const doc of docs) {
        const key = group === null ? null : (memberOf(doc.values, group.field) ?? null);
        const text = group === null ? '' : JSON.stringify(key);
        if (text.length > MAX_GROUP_KEY_LENGTH)
          throw tooMany('endpoint-group-too-long', MAX_GROUP_KEY_LENGTH);
        let one = groups.get(text);
        if (!one) {
          if (groups.size >= MAX_GROUPS) throw tooMany('endpoint-too-many-groups', MAX_GROUPS);
          groups.set(text, (one = { key, of: new Group(table, values) }));
        }
        one.of.add(doc);
      }
    }
    if (group === null) return { values: groups.get('')!.of.result() };
    return {
      groups: [...groups.values()].map(({ key, of }) => ({ [group.name]: key, ...of.result() })),
    };
  });
}
