import type { DomainEvent } from '@hzm/contracts/core/event';
import { nameKey } from '@hzm/contracts/core/name';
import type { Problem } from '@hzm/contracts/core/problem';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import { tableDeleted, tableErased } from '@hzm/contracts/features/tables/events';
import { MAX_TABLES } from '@hzm/contracts/features/tables/table';
import { tablesTransferred, transferUndone } from '@hzm/contracts/features/transfers/events';
import type {
  TransferObstacle,
  TransferredTable,
} from '@hzm/contracts/features/transfers/transfer';
import { decider, reject, type Decider, type Decision } from '@hzm/services/core/commands/decider';
import { PartedMap } from '@hzm/services/core/commands/parted-map';
import { MAX_APPEND_EVENTS } from '@hzm/services/core/ports/event-store';
import { withoutMissingTargets } from '../tables/relationships.ts';
import { schemaChanges, type Readings } from '../tables/schema-changes.ts';
import { schema, tooManyEver, type Schema, type SchemaTable } from '../tables/schema.ts';
import { changesBetween } from './changes.ts';
import { compare, type ComparedSchema, type Counterparts } from './compare.ts';
import { perTransfer } from './per-transfer.ts';
import { knownReadings, readingsBack, retypedIn, type KnownReadings } from './readings.ts';

/** A table before and after a transfer; undefined if missing, or of another transfer. */
interface Turn {
  readonly before: SchemaTable | undefined;
  readonly after: SchemaTable | undefined;
}

interface KnownTransfer {
  readonly isUndone: boolean;
  readonly tables: ReadonlyMap<string, Turn>;
}

/** The person and the time of a table's last change. */
export interface Touch {
  readonly actor: string;
  readonly at: string;
}

/** The schema of a live project, with what its transfers did. */
export interface Transfers {
  readonly schema: Schema;
  readonly readings: KnownReadings;
  /** The number of events that a comparison was made with. */
  readonly events: number;
  readonly transfers: PartedMap<KnownTransfer>;
  /** The first `MAX_DELETED` tables that were deleted: no other table gets their ids. */
  readonly deleted: PartedMap<true>;
  /** The test table that was last transferred to a live table, until that is erased. */
  readonly given: PartedMap<string>;
  /** Excludes erased tables, except those of the asked transfer. */
  readonly touched: PartedMap<Touch>;
  /** The transfer or undoing whose own events come next. */
  readonly pending: { readonly transferId: string; readonly left: number } | undefined;
}

const initial: Transfers = {
  schema: schema.initial,
  readings: knownReadings.initial,
  events: 0,
  transfers: new PartedMap(),
  deleted: new PartedMap(),
  given: new PartedMap(),
  touched: new PartedMap(),
  pending: undefined,
};

/** Maximum ids of deleted tables kept; beyond them, every id counts as one of a deleted table. */
export const MAX_DELETED = 1_000;

/** Whether an event deletes a table for good. */
const isErasure = ({ type, data }: Pick<DomainEvent, 'type' | 'data'>): boolean =>
  type === tableErased.type || (type === tableDeleted.type && data['kept'] === undefined);

const receiptsWith = (asked: string | undefined) =>
  decider<Transfers>(initial, when => [
    when(tableDeleted, (s, { tableId }) =>
      s.deleted.size < MAX_DELETED ? { ...s, deleted: s.deleted.with(tableId, true) } : s,
    ),
    when(tablesTransferred, (s, { transferId, tables, events }) => ({
      ...s,
      transfers: s.transfers.with(transferId, {
        isUndone: false,
        tables: new Map(
          tables
            .filter(({ state }) => state !== 'same')
            .map(({ tableId }) => [
              tableId,
              {
                before: transferId === asked ? s.schema.get(tableId) : undefined,
                after: undefined,
              },
            ]),
        ),
      }),
      given: tables.reduce(
        (given, { testTableId, tableId }) => given.without(tableId).with(tableId, testTableId),
        s.given,
      ),
      pending: { transferId, left: events },
    })),
    when(transferUndone, (s, { transferId }) => {
      const known = s.transfers.get(transferId);
      return known
        ? { ...s, transfers: s.transfers.with(transferId, { ...known, isUndone: true }) }
        : s;
    }),
  ]);

/** Records the tables after the asked transfer, once its last event is folded. */
function settled(s: Transfers, asked: string | undefined): Transfers {
  const { transferId, left } = s.pending!;
  if (left > 1) return { ...s, pending: { transferId, left: left - 1 } };
  if (transferId !== asked) return { ...s, pending: undefined };
  const { tables, ...known } = s.transfers.get(transferId)!;
  return {
    ...s,
    pending: undefined,
    transfers: s.transfers.with(transferId, {
      ...known,
      tables: new Map(
        [...tables].map(([id, { before }]) => [id, { before, after: s.schema.get(id) }]),
      ),
    }),
  };
}

function newDecider(asked?: string): Decider<Transfers> {
  const receipts = receiptsWith(asked);
  return {
    initial,
    evolve(s, event) {
      const tableId = event.data['tableId'];
      const received = receipts.evolve(s, event);
      const isErased = isErasure(event);
      const isAsked = asked !== undefined && s.transfers.get(asked)?.tables.has(tableId as string);
      const next: Transfers = {
        ...received,
        schema: schema.evolve(s.schema, event),
        readings: knownReadings.evolve(s.readings, event),
        events: s.events + 1,
        ...(typeof tableId === 'string' && {
          given: isErased ? received.given.without(tableId) : received.given,
          touched:
            isErased && !isAsked
              ? s.touched.without(tableId)
              : s.touched.with(tableId, {
                  actor: event.meta?.actor ?? '',
                  at: event.meta?.at ?? '',
                }),
        }),
      };
      return s.pending ? settled(next, asked) : next;
    },
  };
}

/** Folds transfers without their tables, which together may exceed the memory. */
export const transfers = newDecider();

/** Folds transfers with the tables of one of them, to undo it. */
export const transfersWith = perTransfer(newDecider);

/** A test environment as it was read. */
export interface TestSide {
  readonly testProjectId: string;
  readonly schema: Schema;
  readonly readings: KnownReadings;
  /** The revision of the last event of its schema. */
  readonly revision: number;
  readonly mirror: (id: string) => string;
  /**
   * An id that this request always gets again, for a test table whose mirror was deleted in live.
   */
  readonly newId: (testTableId: string) => string;
}

const counterparts = (
  { given, deleted }: Transfers,
  { mirror, newId }: Pick<TestSide, 'mirror' | 'newId'>,
): Counterparts => ({
  mirror,
  given: new Map(given.keys().map(tableId => [given.get(tableId)!, tableId])),
  newTableId: id =>
    deleted.size >= MAX_DELETED || deleted.has(mirror(id)) ? newId(id) : mirror(id),
});

/** Returns the changes of a transfer, table by table. */
export const comparisonOf = (
  s: Transfers,
  test: Pick<TestSide, 'schema' | 'mirror' | 'newId'>,
): readonly ComparedSchema[] => compare(test.schema, s.schema, counterparts(s, test));

/** Names both sides as they were when they were compared. */
export const tokenOf = (
  { events }: Pick<Transfers, 'events'>,
  { revision }: Pick<TestSide, 'revision'>,
): string => `${events}.${revision + 1}`;

interface Asked {
  readonly projectId: string;
  readonly transferId: string;
  readonly tableIds: readonly string[];
  /** The comparison that the caller has seen. */
  readonly comparison: string | undefined;
  readonly maxTables: number;
  /** Returns the number of live rows that would not fit a test table. */
  readonly unfit: (testTableId: string) => number;
  /** Readings of live values that get another type, by live field. */
  readonly readings: Readings;
  /** The objection of what needs the tables as they are, unless it is overruled. */
  readonly objection: Problem | undefined;
}

/** The refusal of a comparison that has changed since. */
export const STALE = 'transfer-stale';
/** Something stands in the way of undoing a transfer. */
export const BLOCKED = 'transfer-undo-blocked';

/** Gives live tables the schema of their counterparts: all that are named, or none. */
export const transferTables =
  (asked: Asked, test: TestSide) =>
  (s: Transfers): Decision => {
    const { projectId, transferId, tableIds, comparison, maxTables, unfit, objection, readings } =
      asked;
    if (s.transfers.has(transferId)) return [];
    if (comparison !== undefined && comparison !== tokenOf(s, test))
      return reject('CONFLICT', { text: STALE });
    const unknown = tableIds.findIndex(id => !test.schema.has(id));
    if (unknown >= 0)
      return reject('VALIDATION_ERROR', {
        details: [{ path: `tableIds.${unknown}`, message: { key: 'transfer-table-unknown' } }],
      });
    const chosen = new Set(tableIds);
    const compared = comparisonOf(s, test).filter(({ testTableId }) => chosen.has(testTableId));
    const changed = compared.filter(({ state }) => state !== 'same');
    if (changed.length === 0) return [];
    // A field has changed since it was decided how its values are read.
    if (changed.some(one => retypedIn(one).some(({ id }) => !readings.has(id))))
      return reject('CONFLICT', { text: STALE });
    const refusal =
      clash(s.schema, changed) ??
      tooMany(s.schema, changed, maxTables) ??
      tooManyFields(s.schema, changed);
    if (refusal) return refusal;
    if (objection) return objection;
    const events = schemaChanges(
      projectId,
      s.schema,
      withoutMissingTargets(
        s.schema,
        turned(
          s.schema,
          changed.map(({ tableId, after }) => [tableId, after]),
        ),
      ),
      readings,
    );
    if (events.length >= MAX_APPEND_EVENTS) return tooLarge;
    const tables = compared.map(
      ({ testTableId, tableId, state, changes, after: { name } }): TransferredTable => ({
        testTableId,
        tableId,
        name,
        state,
        changes: [...changes],
        rowsThatWouldNotFit: unfit(testTableId),
      }),
    );
    return [
      tablesTransferred({
        projectId,
        transferId,
        testProjectId: test.testProjectId,
        events: events.length,
        tables,
      }),
      ...events,
    ];
  };

/** More than one append takes. */
export const TOO_LARGE = 'transfer-too-large';
const tooLarge = reject('PAYLOAD_TOO_LARGE', { text: TOO_LARGE });

/** A schema with some tables as they are to be; undefined: not there. */
function turned(
  now: Schema,
  tables: readonly (readonly [string, SchemaTable | undefined])[],
): Schema {
  const next = new Map(now);
  for (const [id, table] of tables)
    if (table) next.set(id, table);
    else next.delete(id);
  return next;
}

/** Returns the refusal of a name that two tables would share after a transfer. */
function clash(
  now: Schema,
  changed: readonly Pick<ComparedSchema, 'tableId' | 'after'>[],
): Decision | undefined {
  const names = new Map([...now].map(([id, { name }]) => [id, name]));
  for (const { tableId, after } of changed) names.set(tableId, after.name);
  const bearers = Map.groupBy(names.values(), nameKey);
  const taken = changed.find(({ after }) => bearers.get(nameKey(after.name))!.length > 1);
  return (
    taken &&
    reject('NAME_TAKEN', {
      text: { key: 'transfer-name-taken', values: { table: taken.after.name } },
    })
  );
}

function tooMany(
  now: Schema,
  changed: readonly ComparedSchema[],
  maxTables: number,
): Decision | undefined {
  const limit = maxTables === UNLIMITED ? MAX_TABLES : Math.min(maxTables, MAX_TABLES);
  const added = changed.filter(({ state }) => state === 'new');
  const over = added.at(Math.max(0, limit - now.size));
  return (
    over &&
    reject('PLAN_LIMIT', {
      text: { key: 'transfer-table-limit', values: { limit, table: over.after.name } },
    })
  );
}

function tooManyFields(now: Schema, changed: readonly ComparedSchema[]): Decision | undefined {
  for (const { tableId, after } of changed) {
    const table = now.get(tableId);
    if (!table) continue;
    const added = [...after.fields.keys()].filter(id => !table.fields.has(id));
    const refusal = tooManyEver(table, added.length);
    if (refusal) return refusal;
  }
  return undefined;
}

/** An obstacle that says by its id who made it. */
export type Obstacle = TransferObstacle extends infer One
  ? One extends { readonly by: unknown }
    ? Omit<One, 'by'> & { readonly by: string }
    : One
  : never;

/** Returns the later changes of the schema that prevent undoing a transfer. */
export function obstaclesOf(s: Transfers, transferId: string): readonly Obstacle[] {
  const known = s.transfers.get(transferId);
  if (!known || known.isUndone) return [];
  const ids = s.transfers.keys();
  const later = ids.slice(ids.indexOf(transferId) + 1).filter(id => !s.transfers.get(id)!.isUndone);
  const others = new Set(
    [...s.schema].filter(([id]) => !known.tables.has(id)).map(([, { name }]) => nameKey(name)),
  );
  return [...known.tables].flatMap(([tableId, { before, after }]): readonly Obstacle[] => {
    const now = s.schema.get(tableId);
    const name = now?.name ?? after?.name ?? '';
    const { actor: by = '', at = '' } = s.touched.get(tableId) ?? {};
    if (!now) return before ? [{ kind: 'table-deleted', tableId, name, by, at }] : [];
    const again = later.findLast(id => s.transfers.get(id)!.tables.has(tableId));
    if (again !== undefined)
      return [{ kind: 'transferred-later', tableId, name, by, at, transferId: again }];
    const changes = after ? changesBetween(after, now) : [];
    if (changes.length > 0) return [{ kind: 'table-changed', tableId, name, by, at, changes }];
    return before && others.has(nameKey(before.name))
      ? [{ kind: 'name-taken', tableId, name, before: before.name }]
      : [];
  });
}

/**
 * Returns the tables of a transfer, and its fields in other tables, that rows may hold values in.
 */
export const broughtBy = (
  s: Transfers,
  transferId: string,
): readonly {
  readonly tableId: string;
  readonly name: string;
  readonly fields: readonly { readonly fieldId: string; readonly field: string }[] | 'all';
}[] =>
  [...(s.transfers.get(transferId)?.tables ?? [])].flatMap(([tableId, { before, after }]) => {
    if (!after || !s.schema.has(tableId)) return [];
    const fields = [...after.fields]
      .filter(([id]) => !before?.fields.has(id))
      .map(([fieldId, { name }]) => ({ fieldId, field: name }));
    return [{ tableId, name: after.name, fields: before ? fields : ('all' as const) }];
  });

/** The tables of a transfer as they were before it; undefined: not there. */
export const tablesBefore = (
  s: Transfers,
  transferId: string,
): ReadonlyMap<string, SchemaTable | undefined> =>
  new Map([...(s.transfers.get(transferId)?.tables ?? [])].map(([id, { before }]) => [id, before]));

/** Readings of the values of fields that get their earlier type back. */
export const readingsOfUndoing = (s: Transfers, transferId: string): Readings =>
  readingsBack(
    s.readings,
    [...(s.transfers.get(transferId)?.tables.values() ?? [])].map(({ before, after }) => ({
      before: before?.fields,
      after: after?.fields,
    })),
  );

/**
 * Brings back the schema as it was before a transfer. @param held what rows hold that would be lost
 * @param objection of what needs the tables as they are, unless it is overruled
 */
export const undoTransfer =
  (
    { projectId, transferId }: { readonly projectId: string; readonly transferId: string },
    held: readonly Obstacle[],
    objection?: Problem,
  ) =>
  (s: Transfers): Decision => {
    const known = s.transfers.get(transferId);
    if (!known) return reject('NOT_FOUND');
    if (known.isUndone) return [];
    const obstacles = [...obstaclesOf(s, transferId), ...held];
    if (obstacles.length > 0) return reject('CONFLICT', { text: BLOCKED, data: { obstacles } });
    if (objection) return objection;
    const events = schemaChanges(
      projectId,
      s.schema,
      turned(s.schema, [...tablesBefore(s, transferId)]),
      readingsOfUndoing(s, transferId),
    );
    if (events.length >= MAX_APPEND_EVENTS) return tooLarge;
    const tables = [...known.tables].map(([tableId, { after, before }]) => ({
      tableId,
      name: (before ?? after)?.name ?? '',
    }));
    return [transferUndone({ projectId, transferId, events: events.length, tables }), ...events];
  };
