import { Problem } from '@hzm/contracts/core/problem';
import { rowsRemoved } from '@hzm/contracts/features/rows/events';
import { MAX_BULK } from '@hzm/contracts/features/rows/row';
import type { PointingField } from '@hzm/contracts/features/tables/relationship';
import type { RelationshipDoc } from '@hzm/projections/features/tables/relationships';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { withinTime } from '@hzm/services/core/commands/command-executor';
import { pause } from '@hzm/services/core/commands/pause';
import type { Context, Engine } from '@hzm/services/core/engine';
import { ANSWER_BYTES, ByteBudget } from '@hzm/services/core/ports/byte-budget';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { readerFor, type Reader } from '../../access/related-rows.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { toldLess } from '../../access/told.ts';
import { pointingIn, relationshipsTo } from '../tables/relationships-to.ts';
import { rowsNaming, targetLane } from './targets.ts';

/** Maximum rows that a deletion takes along, or counts as in its way. */
const MAX_POINTING = MAX_BULK;
const MAX_ATTEMPTS = 20;

const sourceOf = ({ tableId, id: fieldId, relationshipType }: RelationshipDoc) => ({
  tableId,
  fieldId,
  relationshipType,
});

/** Adds those of some rows that a field names, in smaller parts where many rows name them. */
async function addNamed(
  reader: Reader,
  doc: RelationshipDoc,
  ids: readonly string[],
  named: Set<string>,
): Promise<void> {
  const bytes = new ByteBudget(ANSWER_BYTES);
  const most = ids.length === 1 ? 0 : MAX_POINTING;
  const { rows, isCut } = await rowsNaming(reader, sourceOf(doc), ids, { rows: most, bytes });
  for (const { targets } of rows.values()) for (const id of targets) named.add(id);
  if (ids.length === 1) {
    if (rows.size > 0) named.add(ids[0]!);
    return;
  }
  const left = isCut ? ids.filter(id => !named.has(id)) : [];
  const middle = Math.ceil(left.length / 2);
  for (const part of [left.slice(0, middle), left.slice(middle)])
    if (part.length > 0) await addNamed(reader, doc, part, named);
}

/**
 * Deletes those of some rows that no other row points to, in turn with writes that name them.
 * @param remove deletes these
 */
export async function withoutPointing<T>(
  engine: Engine,
  { by, signal, tableId, ids }: Deleted & Omit<Reader, 'model'>,
  remove: (ids: readonly string[]) => Promise<T>,
): Promise<T> {
  const relationships = await relationshipsTo(engine, tableId);
  if (relationships.length === 0) return remove(ids);
  const lanes = ids.map(id => targetLane(tableId, id));
  const inTurn = async (): Promise<T> => {
    await waitForHead(engine);
    const named = new Set<string>();
    for (const doc of relationships)
      await addNamed({ model: engine.model, by, signal }, doc, ids, named);
    return remove(ids.filter(id => !named.has(id)));
  };
  return engine.executor.lanes.run(lanes, inTurn, { signal });
}

/** Rows of a table that are asked to be deleted. */
interface Deleted {
  readonly tableId: string;
  readonly ids: readonly string[];
}

/** Rows that are deleted together. */
export interface Going {
  /** Rows by their tables. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  /** The versions of those that go along, as they named others. */
  readonly versions: ReadonlyMap<string, number>;
}

/** The refusal of a deletion with rows that changed since they were found. */
export class ChangedMeanwhile extends Problem {
  constructor() {
    super('NOT_READY', { retryAfter: 1 });
  }
}

/** Names a field that points to a table; undefined for one that is gone or not shown to the caller. */
export async function pointingField(
  context: Context,
  doc: RelationshipDoc,
): Promise<PointingField | undefined> {
  const table = await context.engine.model.get(tableDocs, doc.tableId);
  return table && pointingIn(table, await shownFields(context, table), doc);
}

/** @throws Problem CONFLICT with the number of rows that point here by fields that are shown */
async function refusePointing(
  context: Context,
  blocking: readonly { readonly doc: RelationshipDoc; readonly rows: readonly string[] }[],
  going: Going['tables'],
): Promise<void> {
  const pointing: (PointingField & { readonly count: number })[] = [];
  // A row that points here by several fields counts once.
  const told = new Set<string>();
  let isBlocked = false;
  for (const { doc, rows } of blocking) {
    const own = rows.filter(id => !going.get(doc.tableId)?.has(id));
    const field = own.length > 0 ? await pointingField(context, doc) : undefined;
    if (field) {
      pointing.push({ ...field, count: own.length });
      for (const id of own) told.add(id);
    }
    isBlocked ||= own.length > 0;
  }
  if (!isBlocked) return;
  const count = told.size;
  const text = { key: 'relationship-pointing', values: { count } };
  throw new Problem('CONFLICT', {
    text: count === 0 ? toldLess(text) : text,
    data: { pointing },
  });
}

/**
 * Returns all rows that go with these: those that point to them in a cascading relationship, and so
 * on.
 * @throws Problem CONFLICT if others point to one of them, or too many go along
 */
async function closure(
  context: Context,
  reader: Reader,
  { tableId, ids }: Deleted,
): Promise<Going> {
  // A batch of more is refused, too; of rows in the way only the number is told.
  const bytes = { along: new ByteBudget(ANSWER_BYTES), blocking: new ByteBudget(ANSWER_BYTES) };
  const going = new Map([[tableId, new Set(ids)]]);
  const versions = new Map<string, number>();
  const blocking: { doc: RelationshipDoc; rows: readonly string[] }[] = [];
  let [along, next] = [0, [[tableId, ids] as const]];
  while (next.length > 0) {
    const [[targetTableId, targets], ...rest] = next as [(typeof next)[0], ...typeof next];
    next = rest;
    for (const doc of await relationshipsTo(reader, targetTableId)) {
      const found = await rowsNaming(reader, sourceOf(doc), targets, {
        rows: MAX_POINTING,
        bytes: doc.cascadeDelete ? bytes.along : bytes.blocking,
      });
      const rows = [...found.rows.keys()];
      if (!doc.cascadeDelete) {
        if (rows.length > 0) blocking.push({ doc, rows });
        continue;
      }
      if (found.isCut && rows.length <= MAX_POINTING)
        throw new Problem('PAYLOAD_TOO_LARGE', { text: 'rows-too-large' });
      const known = going.get(doc.tableId) ?? new Set();
      const fresh = rows.filter(id => !known.has(id));
      for (const id of fresh) versions.set(id, found.rows.get(id)!.version);
      going.set(doc.tableId, new Set([...known, ...fresh]));
      along += fresh.length;
      if (along > MAX_POINTING)
        throw new Problem('CONFLICT', {
          text: { key: 'relationship-cascade-large', values: { limit: MAX_POINTING } },
        });
      if (fresh.length > 0) next.push([doc.tableId, fresh]);
    }
  }
  await refusePointing(context, blocking, going);
  return { tables: going, versions };
}

const onlyThese = ({ tableId, ids }: Deleted): Going => ({
  tables: new Map([[tableId, new Set(ids)]]),
  versions: new Map(),
});

const isWithin = (some: Going, all: Going): boolean =>
  [...some.tables].every(([tableId, ids]) =>
    [...ids].every(id => all.tables.get(tableId)?.has(id)),
  );

const countIn = (going: Going): number =>
  [...going.tables.values()].reduce((sum, ids) => sum + ids.size, 0);

/**
 * Deletes rows that others may point to: in turn with writes that name them, and with those that go
 * along.
 * @param alone deletes the rows themselves, if none goes along
 * @param along deletes all of these
 * @throws Problem CONFLICT if others point to them
 */
export async function withPointing<T>(
  context: Context,
  deleted: Deleted,
  alone: () => Promise<T>,
  along: (going: Going) => Promise<T>,
): Promise<T> {
  const { engine, request } = context;
  const { tableId, ids } = deleted;
  // A repeated request has its first answer, whatever points to its rows by now.
  const earlier = await engine.executor.repeats.last(request);
  if (earlier) return earlier.type === rowsRemoved.type ? along(onlyThese(deleted)) : alone();
  if ((await relationshipsTo(engine, tableId)).length === 0) return alone();
  const limited = withinTime(request);
  const reader = readerFor(engine, limited);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await waitForHead(engine);
    const planned = await closure(context, reader, deleted);
    const lanes = [...planned.tables].flatMap(([table, rows]) =>
      [...rows].map(id => targetLane(table, id)),
    );
    const inTurn = async () => {
      await waitForHead(engine);
      const going = await closure(context, reader, deleted);
      // Rows that point here by now are not in turn.
      if (!isWithin(going, planned)) return undefined;
      return { result: await (countIn(going) > ids.length ? along(going) : alone()) };
    };
    const done = await engine.executor.lanes.run(lanes, inTurn, limited).catch((error: unknown) => {
      if (error instanceof ChangedMeanwhile) return undefined;
      throw error;
    });
    if (done) return done.result;
    await pause(attempt, limited.signal);
  }
  throw new Problem('NOT_READY', { retryAfter: 1 });
}
