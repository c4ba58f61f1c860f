import { randomBytes } from 'node:crypto';
import type { DomainEvent, Event } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import type { Position } from '@hzm/contracts/core/position';
import {
  fieldAdded,
  fieldChanged,
  fieldErased,
  fieldRemoved,
  tableCreated,
  tableErased,
  tableRenamed,
} from '@hzm/contracts/features/tables/events';
import { tablesTransferred, widgetsTransferred } from '@hzm/contracts/features/transfers/events';
import { widgetAdded, widgetChanged } from '@hzm/contracts/features/widgets/events';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import type { Decider } from '@hzm/services/core/commands/decider';
import type { RequestIndex } from '@hzm/services/core/commands/repeats';
import { historyOf, laterParts } from '@hzm/services/core/commands/stream-events';
import { MIB, weigh } from '@hzm/services/core/ports/byte-budget';
import { sumOf, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { HistoryContextBuilder } from '@hzm/services/domain/features/history/history-context';
import { changeField, schema } from '@hzm/services/domain/features/tables/schema';
import {
  tablesBefore,
  transfers,
  transfersWith,
} from '@hzm/services/domain/features/transfers/transfers';
import {
  contentsBefore,
  widgetTransfers,
  widgetTransfersWith,
} from '@hzm/services/domain/features/transfers/widget-transfers';
import { eventsUntil } from '@hzm/services/domain/past/events-until';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { Schema } from '@hzm/services/realtime/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { FaultInjectingEventStore, newCodec, request } from '../engine/fixtures.ts';

const [projectId, tableId, fieldId] = [newId(), newId(), newId()];
const of = { projectId, tableId, fieldId };
const stream = `schema-${projectId}`;
const CHANGES = 40;
const field = (description: string) => fieldShape({ description });

/** A log that remembers its reads, and the largest result of one, in bytes. */
class WatchedStore extends FaultInjectingEventStore {
  most = 0;
  reads: string[] = [];
  override async readStream(
    ...asked: Parameters<FaultInjectingEventStore['readStream']>
  ): Promise<StoredEvent[]> {
    const events = await super.readStream(...asked);
    this.reads.push(asked[0]);
    this.most = Math.max(this.most, sumOf(events));
    return events;
  }
}
const none: RequestIndex = { find: async () => undefined };
const codec = newCodec();
const store = new WatchedStore();
const newExecutor = () => new CommandExecutor(store, codec, none);
const change = (to: string, id: string) =>
  newExecutor().execute(request(id), {
    stream,
    decider: schema,
    decide: changeField(of, { description: to }),
  });

it('a command holds only the asked events of a stream of many small ones', async () => {
  const events = 6_000;
  const many = new FaultInjectingEventStore();
  const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'made' };
  const [one] = await codec.encode([tableCreated({ projectId, tableId, name: 'A' })], meta, newId);
  for (let at = 0; at < events; at += 1_000) {
    const part = Array.from({ length: 1_000 }, () => ({ ...one!, id: newId() }));
    await many.append(stream, at - 1, part);
  }
  const history = await historyOf(many, stream, 0, ({ revision }) => revision === 7);
  expect(history.events.map(({ revision }) => revision)).toEqual([7]);
  expect(history.last?.revision).toBe(events - 1);
  const asked = { after: (await many.readStream(stream, { from: 99, limit: 1 }))[0]!.position };
  let [count, first] = [0, -1];
  for await (const part of laterParts(many, stream, history, { ...asked, withBefore: true })) {
    if (first < 0) first = part[0]!.revision;
    count += part.length;
  }
  expect([first, count]).toEqual([99, events - 99]);
});

it('a history holds no options of fields that are gone for good, and still hides the hidden ones', () => {
  const builder = new HistoryContextBuilder(new Set());
  const options = [{ id: 'a', name: 'çok uzun', color: 'gray' as const }];
  const select = { ...field(''), type: 'select' as const, validation: { options } };
  const add = (fact: DomainEvent) => builder.add({ ...fact, erased: false } as Event);
  const [there, binned, erased, ofTable] = [newId(), newId(), newId(), newId()];
  add(fieldAdded({ ...of, fieldId: there, field: select }));
  add(fieldAdded({ ...of, fieldId: binned, field: select }));
  add(fieldRemoved({ ...of, fieldId: binned, field: select }));
  add(fieldAdded({ ...of, fieldId: erased, field: { ...select, name: 'gizli', isHidden: true } }));
  add(fieldErased({ ...of, fieldId: erased }));
  const other = newId();
  add(fieldAdded({ projectId, tableId: other, fieldId: ofTable, field: select }));
  add(tableErased({ projectId, tableId: other }));
  const { options: known, names, hidden } = builder.context;
  expect([...known.keys()]).toEqual([there, binned]);
  expect([names.get(erased), names.get(ofTable), hidden.has(erased)]).toEqual([
    'gizli',
    'ad',
    true,
  ]);
});

it('a decision on transfers holds the tables of the transfer to undo, not those of all', () => {
  const {
    tables: told,
    widgetId,
    transferIds,
  } = { tables: [tableId], widgetId: newId(), transferIds: Array.from({ length: 50 }, newId) };
  const long = 'x'.repeat(10_000);
  const ofWidget = { projectId, widgetId, name: 'A', type: 'chart' as const, settings: null };
  const of = (transferId: string) => ({ projectId, transferId, testProjectId: newId(), events: 1 });
  const tables: DomainEvent[] = [
    tableCreated({ projectId, tableId, name: 'A' }),
    fieldAdded({ projectId, tableId, fieldId, field: field('') }),
    ...transferIds.flatMap((transferId, n) => [
      tablesTransferred({
        ...of(transferId),
        tables: told.map(id => ({
          testTableId: id,
          tableId: id,
          name: 'A',
          state: 'different' as const,
          changes: [],
          rowsThatWouldNotFit: 0,
        })),
      }),
      fieldChanged({ projectId, tableId, fieldId, field: field(`${n} ${long}`) }),
    ]),
  ];
  const widgets: DomainEvent[] = [
    widgetAdded({ ...ofWidget, description: '' }),
    ...transferIds.flatMap((transferId, n) => [
      widgetsTransferred({
        ...of(transferId),
        isAlone: true,
        widgets: [
          {
            testWidgetId: widgetId,
            widgetId,
            name: 'A',
            type: 'chart' as const,
            state: 'different' as const,
          },
        ],
      }),
      widgetChanged({ ...ofWidget, description: `${n} ${long}` }),
    ]),
  ];
  const fold = <S>(decider: Decider<S>, facts: readonly DomainEvent[]) =>
    facts.reduce((s, fact) => decider.evolve(s, fact), decider.initial);
  const [, last = ''] = transferIds;
  for (const state of [
    fold(transfers, tables),
    fold(transfersWith(last), tables),
    fold(widgetTransfers, widgets),
    fold(widgetTransfersWith(last), widgets),
  ])
    expect(weigh(state)).toBeLessThan(150_000);
  const before = tablesBefore(fold(transfersWith(last), tables), last).get(tableId);
  expect(before?.fields.get(fieldId)?.description).toBe(`0 ${long}`);
  expect(contentsBefore(fold(widgetTransfersWith(last), widgets), last)).toMatchObject([
    { description: `0 ${long}` },
  ]);
});

it('a past state reads the streams of its project as it folds them, and none to its end', async () => {
  const long = new WatchedStore();
  const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'made' };
  for (const [of, names] of [
    [`project-${projectId}`, 1_000],
    [stream, 2_000],
  ] as const) {
    const facts = Array.from({ length: names }, () =>
      tableRenamed({ projectId, tableId, name: of }),
    );
    for (let at = 0; at < names; at += 1_000)
      await long.append(of, at - 1, await codec.encode(facts.slice(at, at + 1_000), meta, newId));
  }
  const [, first] = await long.readStream(stream, { limit: 2 });
  const model = { get: async () => ({ ownerId: 'a' }) };
  const until = first!.position;
  const positions: Position[] = [];
  long.reads = [];
  for await (const part of eventsUntil(
    { store: long, codec, model } as never,
    { projectId },
    until,
  ))
    positions.push(...part.map(({ position }) => position));
  expect([positions.length, positions]).toEqual([1_002, positions.toSorted()]);
  expect(positions.at(-1)).toBe(until);
  expect(long.reads.filter(one => one === stream)).toHaveLength(1);
});

describe('a stream of more bytes than a command may hold', () => {
  beforeAll(async () => {
    const facts = [
      tableCreated({ projectId, tableId, name: 'Ürünler' }),
      fieldAdded({ ...of, field: field('') }),
      ...Array.from({ length: CHANGES }, (_, n) =>
        fieldChanged({ ...of, field: field(`${n} ${randomBytes(100_000).toString('hex')}`) }),
      ),
    ];
    for (const [at, fact] of facts.entries()) {
      const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: `made ${at}` };
      await store.append(stream, at - 1, await codec.encode([fact], meta, newId));
    }
    store.most = 0;
  });

  it('is read by a command and by sockets in parts of 2 MiB', async () => {
    const known = (await newExecutor().load(stream, schema)).get(tableId)!.fields.get(fieldId)!;
    expect(known.description.startsWith(`${CHANGES - 1} `)).toBe(true);
    const last = (await store.readStream(stream, { from: CHANGES + 1 })).at(-1)!;
    const seen = await Schema.of({ store, codec } as never, projectId).at(last.position);
    expect(seen.get(tableId)!.fields[fieldId]).toMatchObject({ description: known.description });
    expect(store.most).toBeLessThan(2.5 * MIB);
  });

  it('is decided on like a short one: for a repetition, an old version and a change', async () => {
    expect((await change('short', 'mine')).repeated).toBeUndefined();
    const again = await change('short', 'mine');
    expect(again.repeated).toBeDefined();
    expect(again.state.get(tableId)!.fields.get(fieldId)!.description).toBe('short');
    const [seen] = await store.readStream(stream, { from: 2, limit: 1 });
    const late = newExecutor().execute(request('late'), {
      stream,
      decider: schema,
      decide: changeField(of, { description: 'late' }),
      precondition: {
        position: seen!.position,
        expected: Number(seen!.position),
        isAbout: ({ data }) => data['fieldId'] === fieldId,
        current: async () => 'now',
      },
    });
    await expect(late).rejects.toMatchObject({ code: 'VERSION_MISMATCH' });
    expect(store.most).toBeLessThan(2.5 * MIB);
  });
});
