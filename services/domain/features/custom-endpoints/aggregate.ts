import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import {
  MAX_COMPUTED_ROWS,
  MAX_GROUPS,
  type AggregateAction,
  type ComputedValue,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { askerOf, type Asking, type Engine } from '@hzm/services/core/engine';
import type { Asker } from '@hzm/services/core/ports/read-model';
import { pages } from '@hzm/services/core/read-model/pages';
import { valueIn } from '../../access/given.ts';
import { COMPUTED_PAGE, inComputingTime, tooMany } from '../rows/computing.ts';
import { byCurrency, Numbers, sizeOf } from '../rows/numbers.ts';
import { rowDoc } from '../rows/snapshot.ts';
import { conditionsOf, isAskedFor, type Conditions } from './conditions.ts';
import type { Given } from './parameters.ts';
import { naming } from './row-names.ts';
import type { EndpointTable } from './table.ts';

/** Maximum length of the value that rows are grouped by, in characters of its JSON. */
const MAX_GROUP_KEY_LENGTH = 200;

/** One group of rows so far. Amounts are computed for each currency by itself. */
class Group {
  #rows = 0;
  readonly #values: readonly {
    readonly asked: ComputedValue;
    readonly money: boolean;
    readonly by: Map<string, Numbers>;
  }[];

  constructor({ byId }: EndpointTable, values: readonly ComputedValue[]) {
    const isMoney = ({ field }: ComputedValue): boolean =>
      field !== undefined && byId.get(field)?.type === 'currency';
    this.#values = values.map(asked => ({
      asked,
      money: isMoney(asked),
      by: new Map<string, Numbers>(),
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
      const size = sizeOf(value, money);
      if (!size) continue;
      const numbers = by.get(size.currency) ?? new Numbers();
      by.set(size.currency, numbers);
      numbers.add(size.number);
    }
  }

  /** Values by name, and those of amounts by currency. */
  result(): JsonObject {
    return Object.fromEntries(
      this.#values.map(({ asked: { compute, name }, money, by }) => {
        if (compute === 'count') return [name, this.#rows];
        if (money) return [name, byCurrency(by, compute)];
        // The sum of no numbers is 0; there is no other figure of them.
        return [name, by.get('')?.result(compute) ?? (compute === 'sum' ? 0 : null)];
      }),
    );
  }
}

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
  const query = {
    collection: rowDocs,
    partition: table.id,
    where: asked.where,
    ...COMPUTED_PAGE,
    ...asker,
  };
  let seen = 0;
  for await (const docs of pages(engine.model, query, inComputingTime())) {
    seen += docs.length;
    if (seen > MAX_COMPUTED_ROWS) throw tooMany('endpoint-too-many-rows', MAX_COMPUTED_ROWS);
    yield docs;
  }
}

/** Returns what a row shows in a field that may be gone. */
const valueOf = ({ byId }: EndpointTable, id: string, doc: RowDoc): Json | undefined =>
  valueIn(byId.get(id) ?? { id, type: 'string' }, doc);

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
        const key = group === null ? null : (valueOf(table, group.field, doc) ?? null);
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
    const keys = [...groups.values()].map(({ key }) => ({ [group.field]: key }));
    const named = await naming(context, table, [group], keys);
    return {
      groups: [...groups.values()].map(({ key, of }, i) => ({
        [group.name]: key,
        ...named(keys[i]!),
        ...of.result(),
      })),
    };
  });
}
