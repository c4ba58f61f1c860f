import type { Reading } from '@hzm/contracts/core/conversion';
import type { Event } from '@hzm/contracts/core/event';
import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import {
  fieldAdded,
  fieldRemoved,
  tableCreated,
  tableDeleted,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { MAX_FIELDS_EVER } from '@hzm/contracts/features/tables/table';
import { tablesTransferred } from '@hzm/contracts/features/transfers/events';
import { changesIn } from '@hzm/projections/core/changes';
import {
  tableDocs,
  tables as tablesView,
  type TableDoc,
} from '@hzm/projections/features/tables/tables';
import type { Decision } from '@hzm/services/core/commands/decider';
import { weigh } from '@hzm/services/core/ports/byte-budget';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mirrorId } from '../../../core/commands/mirror-id.ts';
import { fieldsOf } from '../../access/table.ts';
import { fieldShape } from '../../testing/field-shape.ts';
import { mirrored, schemaChanges } from '../tables/schema-changes.ts';
import {
  addField,
  changeField,
  createTable,
  moveField,
  renameTable,
  type Schema,
} from '../tables/schema.ts';
import {
  comparisonOf,
  MAX_DELETED,
  obstaclesOf,
  tokenOf,
  transfers,
  transfersWith,
  transferTables,
  undoTransfer,
  type TestSide,
  type Transfers,
} from './transfers.ts';

const [projectId, testProjectId] = [newId(), newId()];
const mirror = (id: string): string => mirrorId(id, testProjectId);
const shape = (name: string, more: Partial<FieldShape> = {}): FieldShape =>
  fieldShape({ name, ...more });
const meta = (actor = 'ayse') => ({ at: '2026-01-01T00:00:00.000Z', actor, request: 'r' });

/** A schema that commands are decided on; what is refused leaves it as it is. */
class Side {
  state: Transfers = transfers.initial;
  readonly log: DomainEvent[] = [];
  readonly #by: (string | undefined)[] = [];
  fold(events: readonly DomainEvent[], actor?: string): this {
    for (const { type, data } of events) {
      this.state = transfers.evolve(this.state, { type, data, meta: meta(actor) });
      this.#by.push(actor);
    }
    this.log.push(...events);
    return this;
  }
  /** The state by which a transfer is undone. */
  stateWith(transferId: string): Transfers {
    return this.log.reduce<Transfers>(
      (s, { type, data }, at) =>
        transfersWith(transferId).evolve(s, { type, data, meta: meta(this.#by[at]) }),
      transfers.initial,
    );
  }
  decide(decide: (s: Schema) => Decision, actor?: string): this {
    const decision = decide(this.state.schema);
    return decision instanceof Problem ? this : this.fold(decision, actor);
  }
  get schema(): Schema {
    return this.state.schema;
  }
}

/** The order of tables and fields counts, too. */
const listed = (s: Schema) =>
  [...s].map(([id, { name, fields }]) => ({ id, name, fields: [...fields] }));
const sideOf = ({ schema: of, state }: Side): TestSide => ({
  testProjectId,
  schema: of,
  readings: state.readings,
  revision: state.events - 1,
  mirror,
  newId: () => newId(),
});
const copyOf = (live: Side): Side =>
  new Side().fold(schemaChanges(testProjectId, new Map(), mirrored(live.schema, testProjectId)));
/** Reads the values of every field alike. */
class OneReading extends Map<string, Reading> {
  override has = (): boolean => true;
  override get = (): Reading => ({
    language: 'tr',
    timeZone: 'UTC',
    currency: 'TRY',
    unit: 'kg',
  });
}
const asked = (tableIds: readonly string[], transferId = newId()) => ({
  projectId,
  transferId,
  tableIds,
  comparison: undefined,
  maxTables: -1,
  unfit: () => 0,
  readings: new OneReading(),
  objection: undefined,
});
const eventsOf = (decision: Decision): readonly DomainEvent[] => {
  if (decision instanceof Problem) throw decision;
  return decision;
};
const transfer = (
  live: Side,
  test: Side,
  tableIds: readonly string[] = [...test.schema.keys()],
  id = newId(),
): string => {
  live.fold(eventsOf(transferTables(asked(tableIds, id), sideOf(test))(live.state)));
  return id;
};

type Act = (side: Side) => void;
const pick = <T>(list: readonly T[], n: number): T | undefined =>
  list[n % Math.max(1, list.length)];
const tableAt = ({ schema: of }: Side, n: number) => pick([...of.keys()], n) ?? newId();
const fieldAt = ({ schema: of }: Side, table: string, n: number) =>
  pick([...(of.get(table)?.fields.keys() ?? [])], n) ?? newId();
const words = ['ad', 'Ad', 'fiyat', 'stok', 'not', 'IŞIK', 'ışık', 'tarih'];
const word = fc.constantFrom(...words);
const n = fc.nat({ max: 30 });
const act: fc.Arbitrary<Act> = fc.oneof(
  word.map((name): Act => side => {
    side.decide(createTable({ projectId, tableId: newId() }, name, -1));
  }),
  fc.tuple(n, word).map(([at, name]): Act => side => {
    side.decide(renameTable({ projectId, tableId: tableAt(side, at) }, name));
  }),
  fc.tuple(n).map(([at]): Act => side => {
    const tableId = tableAt(side, at);
    side.decide(now => (now.has(tableId) ? [tableDeleted({ projectId, tableId })] : []));
  }),
  ...[0, 1].map(() =>
    fc.tuple(n, word, fc.boolean()).map(([at, name, required]): Act => side => {
      side.decide(
        addField(
          { projectId, tableId: tableAt(side, at), fieldId: newId() },
          shape(name, { required }),
        ),
      );
    }),
  ),
  fc
    .tuple(
      n,
      n,
      fc.record(
        {
          name: word,
          type: fc.constantFrom('string', 'number', 'date'),
          required: fc.boolean(),
          isHidden: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([at, field, change]): Act => side => {
      const tableId = tableAt(side, at);
      side.decide(
        changeField({ projectId, tableId, fieldId: fieldAt(side, tableId, field) }, change),
      );
    }),
  fc.tuple(n, n).map(([at, field]): Act => side => {
    const tableId = tableAt(side, at);
    const fieldId = fieldAt(side, tableId, field);
    side.decide(now =>
      now.get(tableId)?.fields.has(fieldId) ? [fieldRemoved({ projectId, tableId, fieldId })] : [],
    );
  }),
  fc.tuple(n, n, n).map(([at, field, to]): Act => side => {
    const tableId = tableAt(side, at);
    side.decide(moveField({ projectId, tableId, fieldId: fieldAt(side, tableId, field) }, to % 5));
  }),
);
const acts = (most: number) => fc.array(act, { maxLength: most });
const begun = (first: readonly Act[]): { live: Side; test: Side } => {
  const live = new Side();
  for (const one of first) one(live);
  return { live, test: copyOf(live) };
};

/** The fields of each table as the view has them after these events. */
function viewed(log: readonly DomainEvent[]): Record<string, string[]> {
  const docs = new Map<string, TableDoc>();
  for (const [i, { type, data }] of log.entries()) {
    const event: Event = {
      id: newId(),
      type,
      data,
      stream: 's',
      revision: i,
      position: positionOf(i + 1),
      meta: meta(),
      erased: false,
      bytes: 100,
    };
    for (const change of changesIn(tableDocs, tablesView.changesOf(event))) {
      if (change.op === 'put') docs.set(change.id, change.doc);
      else if (change.op === 'drop') docs.delete(change.id);
      else if (change.op === 'patch')
        docs.set(change.id, patched(docs.get(change.id)!, change.set));
    }
  }
  return Object.fromEntries(
    [...docs.values()].map(doc => [doc.id, fieldsOf(doc).map(({ id }) => id)]),
  );
}

function patched(doc: TableDoc, set: object): TableDoc {
  const { fields, ...rest } = doc;
  const kept = new Map(Object.entries(fields));
  for (const [path, value] of Object.entries(set)) {
    if (path.startsWith('fields.') && value === undefined)
      kept.delete(path.slice('fields.'.length));
    else if (path.startsWith('fields.')) kept.set(path.slice('fields.'.length), value);
  }
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(set).filter(([path]) => !path.startsWith('fields.'))),
    fields: Object.fromEntries(kept),
  };
}

describe('a transfer', () => {
  it('of a fresh copy finds nothing to do', () => {
    fc.assert(
      fc.property(acts(25), first => {
        const { live, test } = begun(first);
        expect(comparisonOf(live.state, sideOf(test)).map(({ state }) => state)).toEqual(
          [...test.schema].map(() => 'same'),
        );
        expect(transferTables(asked([...test.schema.keys()]), sideOf(test))(live.state)).toEqual(
          [],
        );
      }),
    );
  });

  it('makes the chosen tables the same, leaves all others alone, and is undone to what was before', () => {
    fc.assert(
      fc.property(
        acts(25),
        acts(20),
        acts(12),
        fc.infiniteStream(fc.boolean()),
        (first, ofTest, ofLive, chosen) => {
          const { live, test } = begun(first);
          for (const one of ofTest) one(test);
          for (const one of ofLive) one(live);
          const tableIds = [...test.schema.keys()].filter(() => chosen.next().value as boolean);
          const before = listed(live.schema);
          const decision = transferTables(asked(tableIds), sideOf(test))(live.state);
          // A clash of names refuses the whole transfer.
          if (decision instanceof Problem) return decision.code === 'NAME_TAKEN';
          const touched = new Set(
            decision.flatMap(({ data }) =>
              data['tableId'] === undefined ? [] : [data['tableId'] as string],
            ),
          );
          live.fold(decision);
          const after = comparisonOf(live.state, sideOf(test)).filter(({ testTableId }) =>
            tableIds.includes(testTableId),
          );
          expect(after.map(({ state, changes }) => ({ state, changes }))).toEqual(
            tableIds.map(() => ({ state: 'same', changes: [] })),
          );
          expect(listed(live.schema).filter(({ id }) => !touched.has(id))).toEqual(
            before.filter(({ id }) => !touched.has(id)),
          );
          expect(viewed(live.log)).toEqual(
            Object.fromEntries(
              [...live.schema].map(([id, { fields }]) => [id, [...fields.keys()]]),
            ),
          );
          const [receipt] = decision;
          if (!receipt) return true;
          expect(decision).toHaveLength(1 + (receipt.data['events'] as number));
          live.fold(
            eventsOf(
              undoTransfer(
                { projectId, transferId: receipt.data['transferId'] as string },
                [],
              )(live.stateWith(receipt.data['transferId'] as string)),
            ),
          );
          expect(listed(live.schema)).toEqual(before);
          expect(viewed(live.log)).toEqual(
            Object.fromEntries(
              before.map(({ id, fields }) => [id, fields.map(([field]) => field)]),
            ),
          );
          return true;
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['integer', 'auto_number'],
    ['auto_number', 'integer'],
    ['date', 'created_at'],
  ] as const)('replaces a field of type %s by one of type %s and its name', (was, becomes) => {
    const tableId = newId();
    const [before, testField] = [newId(), newId()];
    const { live, test } = begun([
      side => side.decide(createTable({ projectId, tableId }, 'ad', -1)),
    ]);
    const add = (fieldId: string, type: FieldShape['type'], to: string) =>
      addField({ projectId, tableId: to, fieldId }, shape('no', { type }));
    live.decide(add(before, was, tableId));
    test.decide(add(testField, becomes, mirror(tableId)));
    transfer(live, test);
    const fields = live.schema.get(tableId)!.fields;
    expect([...fields].map(([id, { type }]) => [id, type])).toEqual([[mirror(testField), becomes]]);
  });

  it('and its undoing decide nothing when they come again', () => {
    const { live, test } = begun([
      side => side.decide(createTable({ projectId, tableId: newId() }, 'ad', -1)),
    ]);
    test.decide(
      addField({ projectId, tableId: tableAt(test, 0), fieldId: newId() }, shape('stok')),
    );
    const id = transfer(live, test);
    expect(transferTables(asked([...test.schema.keys()], id), sideOf(test))(live.state)).toEqual(
      [],
    );
    live.fold(eventsOf(undoTransfer({ projectId, transferId: id }, [])(live.stateWith(id))));
    expect(undoTransfer({ projectId, transferId: id }, [])(live.stateWith(id))).toEqual([]);
  });

  it('is refused on a comparison that is no longer right, whichever side moved', () => {
    const { live, test } = begun([
      side => side.decide(createTable({ projectId, tableId: newId() }, 'ad', -1)),
    ]);
    const token = tokenOf(live.state, sideOf(test));
    test.decide(
      addField({ projectId, tableId: tableAt(test, 0), fieldId: newId() }, shape('stok')),
    );
    const stale = (comparison: string): unknown =>
      transferTables({ ...asked([...test.schema.keys()]), comparison }, sideOf(test))(live.state);
    expect(stale(token)).toMatchObject({ code: 'CONFLICT', text: { key: 'transfer-stale' } });
    const now = tokenOf(live.state, sideOf(test));
    expect(stale(now)).toHaveLength(2);
    live.decide(createTable({ projectId, tableId: newId() }, 'yeni', -1));
    expect(stale(now)).toMatchObject({ code: 'CONFLICT' });
  });

  it('keeps to the plan and to names that live has, and says which table', () => {
    const { live, test } = begun([]);
    for (const name of ['bir', 'iki', 'üç'])
      test.decide(createTable({ projectId, tableId: newId() }, name, -1));
    const all = [...test.schema.keys()];
    const refused = (maxTables: number): unknown =>
      transferTables({ ...asked(all), maxTables }, sideOf(test))(live.state);
    expect(refused(2)).toMatchObject({
      code: 'PLAN_LIMIT',
      text: { values: { table: 'üç', limit: 2 } },
    });
    expect(refused(3)).toHaveLength(4);
    transfer(live, test, all.slice(0, 1));
    // Renamed in the test environment to what another table of live is called by now.
    live.decide(createTable({ projectId, tableId: newId() }, 'DÖRT', -1));
    test.decide(renameTable({ projectId, tableId: all[0]! }, 'dört'));
    expect(refused(-1)).toMatchObject({ code: 'NAME_TAKEN', text: { values: { table: 'dört' } } });
    expect(transferTables(asked([newId()]), sideOf(test))(live.state)).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  it('gives a table no more fields than it may ever have, removed ones included', () => {
    const tableId = newId();
    const { live, test } = begun([
      side => {
        side.decide(createTable({ projectId, tableId }, 'bir', -1));
      },
    ]);
    for (let made = 0; made < MAX_FIELDS_EVER - 1; made++) {
      const of = { projectId, tableId, fieldId: `f${made}` };
      live.fold([fieldAdded({ ...of, field: shape('ad') }), fieldRemoved(of)]);
    }
    const [testTableId] = test.schema.keys();
    const add = (name: string) => {
      test.decide(addField({ projectId, tableId: testTableId!, fieldId: newId() }, shape(name)));
    };
    const decision = () => transferTables(asked([testTableId!]), sideOf(test))(live.state);
    add('a');
    expect(decision()).toHaveLength(2);
    add('b');
    expect(decision()).toMatchObject({ code: 'PLAN_LIMIT' });
  });

  it('lets tables exchange their names', () => {
    const { live, test } = begun(
      ['bir', 'iki'].map((name): Act => side => {
        side.decide(createTable({ projectId, tableId: newId() }, name, -1));
      }),
    );
    const [one, two] = [...test.schema.keys()] as [string, string];
    for (const [id, name] of [
      [one, 'ara'],
      [two, 'bir'],
      [one, 'iki'],
    ] as const)
      test.decide(renameTable({ projectId, tableId: id }, name));
    transfer(live, test);
    expect([...live.schema.values()].map(({ name }) => name)).toEqual(['iki', 'bir']);
  });

  it('gives a table whose counterpart was deleted another id, and knows it again after it was renamed', () => {
    const { live, test } = begun([
      side => side.decide(createTable({ projectId, tableId: newId() }, 'ad', -1)),
    ]);
    const [gone] = [...live.schema.keys()] as [string];
    live.fold([tableDeleted({ projectId, tableId: gone })]);
    transfer(live, test);
    const [made] = [...live.schema.keys()] as [string];
    expect(made).not.toBe(gone);
    test.decide(renameTable({ projectId, tableId: mirror(gone) }, 'başka'));
    transfer(live, test);
    expect(listed(live.schema)).toEqual([{ id: made, name: 'başka', fields: [] }]);
  });

  it('keeps little of tables that are gone, and gives none of their ids to another one', () => {
    const live = new Side();
    const test = new Side().decide(
      createTable({ projectId: testProjectId, tableId: newId() }, 'ad', -1),
    );
    const [wanted] = [...test.schema.keys()] as [string];
    const churn = (tableId: string): void => {
      live.fold([
        tableCreated({ projectId, tableId, name: 'x' }),
        tableDeleted({ projectId, tableId }),
      ]);
    };
    const weights: number[] = [];
    for (let n = 0; n < 3 * MAX_DELETED; n++) {
      if (n % MAX_DELETED === 0) weights.push(weigh(live.state));
      churn(n === 2_500 ? mirror(wanted) : newId());
    }
    weights.push(weigh(live.state));
    expect(weights[3]! - weights[1]!).toBeLessThan(1_000);
    transfer(live, test);
    expect(live.schema.size).toBe(1);
    expect(live.schema.has(mirror(wanted))).toBe(false);
    const [made] = [...live.schema.keys()] as [string];
    test.decide(renameTable({ projectId: testProjectId, tableId: wanted }, 'başka'));
    transfer(live, test);
    expect(listed(live.schema)).toEqual([{ id: made, name: 'başka', fields: [] }]);
  });

  it('finds a counterpart by its name where both sides made one of their own', () => {
    const { live, test } = begun([]);
    const tableId = newId();
    live.fold([
      tableCreated({ projectId, tableId, name: 'Işık' }),
      fieldAdded({ projectId, tableId, fieldId: newId(), field: shape('AD') }),
    ]);
    test
      .decide(createTable({ projectId: testProjectId, tableId: newId() }, 'IŞIK', -1))
      .decide(s =>
        addField(
          { projectId, tableId: [...s.keys()][0]!, fieldId: newId() },
          shape('ad', { required: true }),
        )(s),
      );
    const [compared] = comparisonOf(live.state, sideOf(test));
    expect(compared).toMatchObject({
      tableId,
      state: 'different',
      changes: [
        { kind: 'table-renamed', before: 'Işık', after: 'IŞIK' },
        { kind: 'field-renamed', before: 'AD', after: 'ad' },
        { kind: 'field-required', before: false, after: true },
      ],
    });
  });
});

describe('what stands in the way of undoing a transfer', () => {
  const given = () => {
    const { live, test } = begun(
      ['bir', 'iki'].map((name): Act => side => {
        side.decide(createTable({ projectId, tableId: newId() }, name, -1));
      }),
    );
    for (const tableId of test.schema.keys())
      test.decide(addField({ projectId, tableId, fieldId: newId() }, shape('stok')));
    return {
      live,
      test,
      id: transfer(live, test),
      tables: [...live.schema.keys()] as [string, string],
    };
  };

  it('is what somebody changed since, with their name, unless they changed it back', () => {
    const {
      live,
      id,
      tables: [one, two],
    } = given();
    expect(obstaclesOf(live.stateWith(id), id)).toEqual([]);
    live
      .decide(renameTable({ projectId, tableId: one }, 'benim'), 'can')
      .decide(createTable({ projectId, tableId: newId() }, 'yabancı', -1));
    expect(obstaclesOf(live.stateWith(id), id)).toMatchObject([
      {
        kind: 'table-changed',
        tableId: one,
        by: 'can',
        changes: [{ kind: 'table-renamed', before: 'bir', after: 'benim' }],
      },
    ]);
    expect(undoTransfer({ projectId, transferId: id }, [])(live.stateWith(id))).toMatchObject({
      code: 'CONFLICT',
      text: { key: 'transfer-undo-blocked' },
      data: { obstacles: [{ tableId: one }] },
    });
    live.decide(renameTable({ projectId, tableId: one }, 'bir'), 'can');
    expect(obstaclesOf(live.stateWith(id), id)).toEqual([]);
    live.fold([tableDeleted({ projectId, tableId: two })], 'ece');
    expect(obstaclesOf(live.stateWith(id), id)).toMatchObject([
      { kind: 'table-deleted', tableId: two, by: 'ece' },
    ]);
  });

  it('is a later transfer of the same table, until that one is undone', () => {
    const {
      live,
      test,
      id,
      tables: [one],
    } = given();
    test.decide(addField({ projectId, tableId: mirror(one), fieldId: newId() }, shape('sonra')));
    const later = transfer(live, test);
    expect(obstaclesOf(live.stateWith(id), id)).toMatchObject([
      { kind: 'transferred-later', tableId: one, transferId: later },
    ]);
    live.fold(eventsOf(undoTransfer({ projectId, transferId: later }, [])(live.stateWith(later))));
    expect(
      eventsOf(undoTransfer({ projectId, transferId: id }, [])(live.stateWith(id))).length,
    ).toBeGreaterThan(1);
  });

  it('is a name that another table has by now', () => {
    const { live, test } = begun([
      side => side.decide(createTable({ projectId, tableId: newId() }, 'eski', -1)),
    ]);
    test.decide(renameTable({ projectId, tableId: tableAt(test, 0) }, 'yeni'));
    const id = transfer(live, test);
    live.decide(createTable({ projectId, tableId: newId() }, 'ESKİ', -1));
    expect(obstaclesOf(live.stateWith(id), id)).toMatchObject([
      { kind: 'name-taken', before: 'eski' },
    ]);
  });

  it('is what rows hold', () => {
    const {
      live,
      id,
      tables: [one],
    } = given();
    const held = { kind: 'rows-written' as const, tableId: one, name: 'bir', rows: 2 };
    expect(undoTransfer({ projectId, transferId: id }, [held])(live.stateWith(id))).toMatchObject({
      data: { obstacles: [held] },
    });
  });

  it('is nothing for a transfer that there is not', () => {
    expect(undoTransfer({ projectId, transferId: newId() }, [])(transfers.initial)).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(tablesTransferred.version).toBe(1);
  });
});
