import { ExactSum } from '@hzm/contracts/core/exact';
import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { MAX_COMPUTED_ROWS, MAX_GROUPS, type AggregateAction, type ComputedValue } from '@hzm/contracts/features/custom-endpoints/definition';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { askerOf, type Asking, type Engine } from '@hzm/services/core/engine';
import type { Asker } from '@hzm/services/core/ports/read-model';
import { slice } from '@hzm/services/core/ports/slices';
import { rowDoc } from '../rows/snapshot.ts';
import { conditionsOf, isAskedFor, type Conditions } from './conditions.ts';
import type { Given } from './parameters.ts';
import type { EndpointTable } from './table.ts';

/** Rows read at once, and bytes of them. */
const PAGE_ROWS = 200;
const PAGE_BYTES = 262_144;
/** How long one answer may be computed, in milliseconds. */
const COMPUTING_MS = 5_000;
/** Of the value that rows are grouped by, in characters of its JSON. */
const MAX_GROUP_KEY_LENGTH = 200;

/** What is known of one group so far. Sums are exact: of the decimal numbers that values are written as. */
class Group {
  #rows = 0;
  readonly #sums: { count: number; readonly sum: ExactSum; least: number; most: number }[];

  constructor(values: readonly ComputedValue[]) {
    this.#sums = values.map(() => ({ count: 0, sum: new ExactSum(), least: Infinity, most: -Infinity }));
  }

  add(values: readonly ComputedValue[], doc: RowDoc): void {
    this.#rows++;
    for (const [i, { field }] of values.entries()) {
      const value = field === undefined ? undefined : memberOf(doc.values, field);
      if (typeof value !== 'number') continue;
      const of = this.#sums[i]!;
      of.sum.add(value);
      of.count++;
      of.least = Math.min(of.least, value);
      of.most = Math.max(of.most, value);
    }
  }

  /** Values by name; null where no row has one. */
  result(values: readonly ComputedValue[]): JsonObject {
    return Object.fromEntries(values.map(({ compute, name }, i) => {
      const { count, sum, least, most } = this.#sums[i]!;
      const total = sum.number;
      switch (compute) {
        case 'count': return [name, this.#rows];
        case 'sum': return [name, total];
        case 'average': return [name, count === 0 ? null : total / count];
        case 'minimum': return [name, count === 0 ? null : least];
        case 'maximum': return [name, count === 0 ? null : most];
      }
    }));
  }
}

const tooMany = (key: string, limit: number): Problem => new Problem('PAYLOAD_TOO_LARGE', { text: { key, values: { limit } } });

/** All rows that are asked for, a part at a time; others get their turn in between. @throws Problem PAYLOAD_TOO_LARGE, NOT_READY */
async function* rowsOf(engine: Engine, table: EndpointTable, asked: Conditions, asker: Asker): AsyncGenerator<readonly RowDoc[]> {
  if (asked.rowId !== undefined) {
    const doc = await rowDoc(engine, table.id, asked.rowId);
    return doc && isAskedFor(doc, asked) ? yield [doc] : undefined;
  }
  const end = performance.now() + COMPUTING_MS;
  let [seen, cursor] = [0, undefined as string | undefined];
  do {
    if (performance.now() > end) throw new Problem('NOT_READY', { text: 'endpoint-too-long', retryAfter: COMPUTING_MS / 1000 });
    const page = { limit: PAGE_ROWS, bytes: { most: PAGE_BYTES }, ...(cursor !== undefined && { cursor }) };
    const found = await engine.model.find({ collection: rowDocs, partition: table.id, where: asked.where, ...page, ...asker });
    seen += found.docs.length;
    cursor = found.nextCursor;
    if (seen > MAX_COMPUTED_ROWS || (seen === MAX_COMPUTED_ROWS && cursor !== undefined)) throw tooMany('endpoint-too-many-rows', MAX_COMPUTED_ROWS);
    yield found.docs;
    await slice();
  } while (cursor !== undefined);
}

/** How many rows there are the store knows, however many they are. */
const countAlone = async (engine: Engine, table: EndpointTable, { where }: Conditions, asker: Asker): Promise<number> =>
  (await engine.model.find({ collection: rowDocs, partition: table.id, where, limit: 1, bytes: { most: 1 }, count: true, ...asker })).total ?? 0;

/** Computes values over rows, in all or by the value of a field; few requests compute at once. @throws Problem PAYLOAD_TOO_LARGE, NOT_READY */
export function computed(context: Asking, table: EndpointTable, { filters, group, values }: AggregateAction, given: Given): Promise<JsonObject> {
  const { engine, source } = context;
  const asker = askerOf(context);
  const asked = conditionsOf(table, filters, given);
  return engine.computing.run(source, async () => {
    if (group === null && asked.rowId === undefined && values.every(({ compute }) => compute === 'count')) {
      const count = await countAlone(engine, table, asked, asker);
      return { values: Object.fromEntries(values.map(({ name }) => [name, count])) };
    }
    const groups = new Map<string, { readonly key: Json; readonly of: Group }>();
    if (group === null) groups.set('', { key: null, of: new Group(values) });
    for await (const docs of rowsOf(engine, table, asked, asker)) {
      for (const doc of docs) {
        const key = group === null ? null : memberOf(doc.values, group.field) ?? null;
        const text = group === null ? '' : JSON.stringify(key);
        if (text.length > MAX_GROUP_KEY_LENGTH) throw tooMany('endpoint-group-too-long', MAX_GROUP_KEY_LENGTH);
        let one = groups.get(text);
        if (!one) {
          if (groups.size >= MAX_GROUPS) throw tooMany('endpoint-too-many-groups', MAX_GROUPS);
          groups.set(text, one = { key, of: new Group(values) });
        }
        one.of.add(values, doc);
      }
    }
    if (group === null) return { values: groups.get('')!.of.result(values) };
    return { groups: [...groups.values()].map(({ key, of }) => ({ [group.name]: key, ...of.result(values) })) };
  });
}
