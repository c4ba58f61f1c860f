import { memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { MAX_BULK } from '@hzm/contracts/features/rows/row';
import type { PointingField } from '@hzm/contracts/features/tables/relationship';
import {
  relationshipDocs,
  type RelationshipDoc,
} from '@hzm/projections/features/tables/relationships';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { withinTime } from '@hzm/services/core/commands/command-executor';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { pages } from '@hzm/services/core/read-model/pages';
import { readerFor, rowsNaming, targetLane, type Reader } from './targets.ts';

/** Maximum rows that a deletion takes along, or counts as in its way. */
const MAX_POINTING = MAX_BULK;
const MAX_ATTEMPTS = 5;

/** Returns the relationships whose target is a table. */
export async function relationshipsTo(
  { model }: Pick<Engine, 'model'>,
  tableId: string,
): Promise<readonly RelationshipDoc[]> {
  const found: RelationshipDoc[] = [];
  for await (const docs of pages(model, {
    collection: relationshipDocs,
    where: [{ path: 'targetTableId', op: 'eq', value: tableId }],
    limit: 500,
  }))
    found.push(...docs);
  return found;
}

/** Rows by their tables. */
export type Going = ReadonlyMap<string, ReadonlySet<string>>;

/** Names a field that points to a table; null once it is gone. */
export async function pointingField(
  { model }: Pick<Engine, 'model'>,
  { tableId, id: fieldId }: RelationshipDoc,
): Promise<(PointingField & { readonly isHidden: boolean }) | null> {
  const table = await model.get(tableDocs, tableId);
  const field = memberOf(table?.fields, fieldId);
  return table && field
    ? {
        tableId,
        tableName: table.name,
        fieldId,
        fieldName: field.name,
        isHidden: field.isHidden,
      }
    : null;
}

/** @throws Problem CONFLICT with the number of rows that point to those that go */
async function refusePointing(
  engine: Pick<Engine, 'model'>,
  blocking: readonly { readonly doc: RelationshipDoc; readonly rows: ReadonlySet<string> }[],
  going: Going,
): Promise<void> {
  const pointing: (PointingField & { readonly count: number })[] = [];
  for (const { doc, rows } of blocking) {
    const count = [...rows].filter(id => !going.get(doc.tableId)?.has(id)).length;
    const field = count > 0 ? await pointingField(engine, doc) : null;
    if (field && field.isHidden) pointing.push({ ...field, fieldName: '', count });
    else if (field) pointing.push({ ...field, count });
  }
  if (pointing.length === 0) return;
  const count = pointing.reduce((sum, one) => sum + one.count, 0);
  throw new Problem('CONFLICT', {
    text: { key: 'relationship-pointing', values: { count } },
    data: {
      pointing: pointing.map(({ tableId, tableName, fieldId, fieldName, count: rows }) => ({
        tableId,
        tableName,
        fieldId,
        fieldName,
        count: rows,
      })),
    },
  });
}

/**
 * Returns all rows that go with these: those that point to them in a cascading relationship, and so
 * on.
 * @throws Problem CONFLICT if others point to one of them, or too many go along
 */
async function closure(reader: Reader, tableId: string, ids: readonly string[]): Promise<Going> {
  const going = new Map([[tableId, new Set(ids)]]);
  const blocking: { doc: RelationshipDoc; rows: Set<string> }[] = [];
  let [along, next] = [0, [[tableId, ids] as const]];
  while (next.length > 0) {
    const [[targetTableId, targets], ...rest] = next as [(typeof next)[0], ...typeof next];
    next = rest;
    for (const doc of await relationshipsTo(reader, targetTableId)) {
      const source = { tableId: doc.tableId, fieldId: doc.id };
      const rows = [...(await rowsNaming(reader, source, targets, MAX_POINTING)).keys()];
      if (!doc.cascadeDelete) {
        if (rows.length > 0) blocking.push({ doc, rows: new Set(rows) });
        continue;
      }
      const known = going.get(doc.tableId) ?? new Set();
      const fresh = rows.filter(id => !known.has(id));
      going.set(doc.tableId, new Set([...known, ...fresh]));
      along += fresh.length;
      if (along > MAX_POINTING)
        throw new Problem('CONFLICT', {
          text: { key: 'relationship-cascade-large', values: { limit: MAX_POINTING } },
        });
      if (fresh.length > 0) next.push([doc.tableId, fresh]);
    }
  }
  await refusePointing(reader, blocking, going);
  return going;
}

const isWithin = (some: Going, all: Going): boolean =>
  [...some].every(([tableId, ids]) => [...ids].every(id => all.get(tableId)?.has(id)));

const countIn = (going: Going): number =>
  [...going.values()].reduce((sum, ids) => sum + ids.size, 0);

/**
 * Deletes rows that others may point to: in turn with writes that name them, and with those that go
 * along.
 * @param alone deletes the rows themselves, if none goes along
 * @param along deletes all of these
 * @throws Problem CONFLICT if others point to them
 */
export async function withPointing<T>(
  engine: Engine,
  request: Request,
  { tableId, ids }: { readonly tableId: string; readonly ids: readonly string[] },
  alone: () => Promise<T>,
  along: (going: Going) => Promise<T>,
): Promise<T> {
  if ((await relationshipsTo(engine, tableId)).length === 0) return alone();
  const limited = withinTime(request);
  const reader = readerFor(engine, request);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await waitForHead(engine);
    const planned = await closure(reader, tableId, ids);
    const lanes = [...planned].flatMap(([table, rows]) =>
      [...rows].map(id => targetLane(table, id)),
    );
    const done = await engine.executor.queue.run(
      lanes,
      async () => {
        await waitForHead(engine);
        const going = await closure(reader, tableId, ids);
        // Rows that point here by now are not in turn.
        if (!isWithin(going, planned)) return undefined;
        return { result: await (countIn(going) > ids.length ? along(going) : alone()) };
      },
      limited,
    );
    if (done) return done.result;
  }
  throw new Problem('NOT_READY', { retryAfter: 1 });
}
