import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import type { Batch, BatchOutcome } from '../model/batch.ts';
import { addOf, withEdits, type Op } from '../model/op.ts';
import { emptyTable, takeChanges, applyUpdates, type Table } from '../model/reconcile.ts';
import type { Outcome } from '../model/resolve.ts';
import type { Row } from '../model/row.ts';
import { createOutbox } from './outbox.ts';
import { batchOutcomeOf, outcomeOf } from './rows-api.ts';

const row = (id: string, version = 1, values: Record<string, string> = {}): Row => ({
  id,
  created_at: '',
  updated_at: '',
  _version: version,
  ...values,
});

/** A table with its outbox; what is sent waits for `answer`. */
function scene(
  start: Table,
  read: (rowId: string) => Promise<Row | undefined> = () => Promise.reject(new Error('offline')),
) {
  let table = start;
  const sent: { op: Op; answer: (outcome: Outcome) => void }[] = [];
  const batches: { batch: Batch; answer: (outcome: BatchOutcome) => void }[] = [];
  const outbox = createOutbox({
    table: () => table,
    update: change => {
      table = change(table);
    },
    read,
    may: () => true,
    trouble: () => {},
    send: op =>
      new Promise(answer => {
        sent.push({ op, answer });
      }),
    sendBatch: batch =>
      new Promise(answer => {
        batches.push({ batch, answer });
      }),
  });
  return {
    outbox,
    sent,
    batches,
    now: () => table,
    set: (next: Table) => {
      table = next;
    },
  };
}
const edits = (...ofs: [rowId: string, field: string, value: string][]): readonly Op[] =>
  ofs.reduce<readonly Op[]>(
    (ops, [rowId, field, value], at) =>
      withEdits(ops, [{ rowId, field, value, was: null }], () => `op${at}`),
    [],
  );
const holding = (ops: readonly Op[], ...rows: Row[]): Table => ({
  ...rows.reduce((table, one) => applyUpdates(table, { kind: 'row', row: one }), emptyTable),
  ops,
});

describe('sending', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

  it('goes in order per row, one at a time, several rows at once', async () => {
    const { outbox, sent } = scene(
      holding(edits(['a', 'ad', '1'], ['a', 'soyad', '2'], ['b', 'ad', '3']), row('a'), row('b')),
    );
    outbox.flush();
    expect(sent.map(({ op }) => op.id)).toEqual(['op0', 'op2']);
    sent[0]!.answer({ kind: 'done', row: row('a', 2, { ad: '1' }) });
    await settle();
    expect(sent.map(({ op }) => [op.id, op.sentFor])).toEqual([
      ['op0', 1],
      ['op2', 1],
      ['op1', 2],
    ]);
  });

  it('tries again under the same id and version, at once when somebody says so', async () => {
    const { outbox, sent } = scene(holding(edits(['a', 'ad', '1']), row('a')));
    outbox.flush();
    sent[0]!.answer({ kind: 'again' });
    await settle();
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(2);
    sent[1]!.answer({ kind: 'again' });
    await settle();
    outbox.resume();
    expect(sent.map(({ op }) => [op.id, op.sentFor])).toEqual([
      ['op0', 1],
      ['op0', 1],
      ['op0', 1],
    ]);
  });

  it('leaves a server alone for as long as it asks to be', async () => {
    const { outbox, sent } = scene(holding(edits(['a', 'ad', '1']), row('a')));
    outbox.flush();
    sent[0]!.answer(
      outcomeOf(new ApiError(429, 'RATE_LIMIT_EXCEEDED', '', [], undefined, 300_000), sent[0]!.op),
    );
    await vi.advanceTimersByTimeAsync(299_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    sent[1]!.answer({ kind: 'again' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent, 'and no longer').toHaveLength(3);
  });

  it('reads a row that it does not know before it sends', async () => {
    const { outbox, sent, now } = scene(holding(edits(['a', 'ad', '1'])), () =>
      Promise.resolve(row('a', 7)),
    );
    outbox.flush();
    await settle();
    expect(sent.map(({ op }) => op.sentFor)).toEqual([7]);
    expect(now().rows.get('a')?._version).toBe(7);
  });

  it('keeps what was written in a row that is gone', async () => {
    const { outbox, sent, now } = scene(holding(edits(['a', 'ad', '1'])), () =>
      Promise.resolve(undefined),
    );
    outbox.flush();
    await settle();
    expect(sent).toEqual([]);
    expect(now().ops).toMatchObject([{ state: 'gone', value: '1' }]);
  });
});

const updatesOf = (batch: Batch) => (batch.kind === 'updates' ? batch.updates : []);

describe('edits of many rows', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const many = () =>
    scene(
      holding(
        edits(
          ...ids.flatMap(
            id =>
              [
                [id, 'ad', id],
                [id, 'yaş', '7'],
              ] as [string, string, string][],
          ),
        ),
        ...ids.map(id => row(id, 3)),
      ),
    );
  const written = (id: string): Row => row(id, 4, { ad: id, yaş: '7' });

  it('go in one request', async () => {
    const { outbox, sent, batches, now } = many();
    outbox.flush();
    expect([sent, batches.map(({ batch }) => updatesOf(batch))]).toEqual([
      [],
      [ids.map(id => ({ id, version: 3, values: { ad: id, yaş: '7' } }))],
    ]);
    expect(
      now().ops.every(
        ({ state, sentFor, sentIn }) =>
          state === 'sending' && sentFor === 3 && sentIn === batches[0]!.batch.id,
      ),
    ).toBe(true);
    batches[0]!.answer({ kind: 'done', rows: ids.map(written) });
    await settle();
    expect([now().ops, now().rows.get('f')]).toEqual([[], written('f')]);
  });

  it('go again exactly as they were while nobody knows, also with others waiting behind them', async () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    batches[0]!.answer({ kind: 'again' });
    await settle();
    outbox.resume();
    expect(batches[1]!.batch).toEqual(batches[0]!.batch);
    expect(now().ops.every(({ state }) => state === 'sending')).toBe(true);
  });

  it('are confirmed by the socket, row by row', () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    const change = {
      op: 'patch' as const,
      kind: 'row',
      id: 'b',
      version: 4,
      patch: { ad: 'b', yaş: '7' },
      actor: { id: 'me', name: 'Ben' },
      requestId: batches[0]!.batch.id,
    };
    const after = takeChanges(
      now(),
      [{ topic: '', position: '1', at: '', changes: [change] }],
      0,
      new Set(),
    );
    expect(after.ops.map(({ rowId }) => rowId)).toEqual([
      'a',
      'a',
      'c',
      'c',
      'd',
      'd',
      'e',
      'e',
      'f',
      'f',
    ]);
  });

  it('that others changed meanwhile become conflicts where the cell is the same; the rest goes anew', async () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    batches[0]!.answer({
      kind: 'changed',
      current: [row('a', 4, { ad: 'başka' }), row('b', 4, { soyad: 'başka' })],
    });
    await settle();
    expect(now().ops.filter(({ state }) => state === 'conflict')).toMatchObject([
      { rowId: 'a', value: 'a' },
    ]);
    expect(batches[1]!.batch.id).not.toBe(batches[0]!.batch.id);
    const sentTo = updatesOf(batches[1]!.batch).map(({ id, version }) => `${id}${version}`);
    expect(sentTo).toEqual(['a4', 'b4', 'c3', 'd3', 'e3', 'f3']);
    expect(updatesOf(batches[1]!.batch)[0]?.values).not.toHaveProperty('ad');
  });

  it('that are refused keep their reason; all the others go together, also those of the same row', async () => {
    const { outbox, sent, batches, now } = many();
    outbox.flush();
    batches[0]!.answer(
      batchOutcomeOf(
        new ApiError(400, 'VALIDATION_ERROR', 'Geçersiz', [
          { path: 'updates.1.values.yaş', message: 'Çok' },
        ]),
        batches[0]!.batch,
      ),
    );
    await settle();
    expect(now().ops.filter(({ state }) => state === 'failed')).toMatchObject([
      { rowId: 'b', field: 'yaş', reason: 'Çok' },
    ]);
    expect([updatesOf(batches[1]!.batch).map(({ id }) => id), sent]).toEqual([
      ['a', 'b', 'c', 'd', 'e', 'f'],
      [],
    ]);
    batches[1]!.answer({ kind: 'done', rows: [] });
    await settle();
    expect(sent).toEqual([]);
  });

  it('of rows that are gone are kept as theirs', async () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    batches[0]!.answer(
      batchOutcomeOf(
        new ApiError(404, 'NOT_FOUND', '', [{ path: 'updates.2.id', message: '' }]),
        batches[0]!.batch,
      ),
    );
    await settle();
    expect(
      now()
        .ops.filter(({ state }) => state === 'gone')
        .map(({ rowId }) => rowId),
    ).toEqual(['c', 'c']);
    expect(updatesOf(batches[1]!.batch)).toHaveLength(5);
  });
});

describe('many rows to add', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  const names = ['a', 'b', 'b', 'c', 'd', 'e'];
  const many = () => scene(holding(names.map((ad, at) => addOf(`n${at}`, { ad }))));
  const there = (at: number): Row => row(`s${at}`, 1, { ad: names[at]! });

  it('go in one request, and each goes on under the id that the answer has in its place', async () => {
    const { outbox, sent, batches, now } = many();
    outbox.flush();
    expect([
      sent,
      batches.map(
        ({ batch }) => batch.kind === 'adds' && batch.adds.map(({ values }) => values['ad']),
      ),
    ]).toEqual([[], [names]]);
    batches[0]!.answer({ kind: 'done', rows: names.map((_, at) => there(at)) });
    await settle();
    expect([
      now().ops,
      now().rows.size,
      names.map((_, at) => now().serverIds.get(`new:n${at}`)),
    ]).toEqual([[], 6, ['s0', 's1', 's2', 's3', 's4', 's5']]);
  });

  it('are confirmed by the socket one by one, by what they hold, before the answer comes', async () => {
    const { outbox, batches, now, set } = many();
    outbox.flush();
    const changes = names.map((ad, at) => ({
      op: 'put' as const,
      kind: 'row',
      id: `s${at}`,
      version: 1,
      doc: { ad },
      actor: { id: 'me', name: 'Ben' },
      requestId: batches[0]!.batch.id,
    }));
    set(
      takeChanges(
        now(),
        [{ topic: '', position: '1', at: '', changes: changes.slice(0, 4) }],
        0,
        new Set(),
      ),
    );
    expect(now().ops.map(op => op.kind === 'add' && op.values['ad'])).toEqual(['d', 'e']);
    batches[0]!.answer({ kind: 'done', rows: names.map((_, at) => there(at)) });
    await settle();
    expect([now().ops, now().rows.size, new Set(now().serverIds.values()).size]).toEqual([
      [],
      6,
      6,
    ]);
  });

  it('that are refused keep their reasons; the rest goes without them', async () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    batches[0]!.answer(
      batchOutcomeOf(
        new ApiError(400, 'VALIDATION_ERROR', 'Geçersiz', [
          { path: 'rows.3.ad', message: 'Kısa' },
          { path: 'rows.3.yaş', message: 'Yok' },
        ]),
        batches[0]!.batch,
      ),
    );
    await settle();
    expect(now().ops.filter(({ state }) => state === 'failed')).toMatchObject([
      { rowId: 'new:n3', reason: 'ad: Kısa · yaş: Yok' },
    ]);
    expect(batches[1]!.batch.kind === 'adds' && batches[1]!.batch.adds).toHaveLength(5);
  });
});

describe('a failure', () => {
  const [edit] = edits(['a', 'ad', '1']) as [Op];
  it.each<[ApiError, Outcome['kind']]>([
    [new ApiError(0, 'OFFLINE_ERROR', ''), 'unsent'],
    [new ApiError(0, 'TIMEOUT_ERROR', ''), 'again'],
    [new ApiError(503, 'NOT_READY', ''), 'again'],
    [new ApiError(429, 'RATE_LIMIT_EXCEEDED', ''), 'again'],
    [new ApiError(401, 'TOKEN_EXPIRED', ''), 'again'],
    [new ApiError(404, 'NOT_FOUND', ''), 'gone'],
    [new ApiError(412, 'VERSION_MISMATCH', '', [], { current: row('a', 2) }), 'changed'],
    [new ApiError(403, 'FORBIDDEN', 'Hayır'), 'refused'],
  ])('%o means %s', (error, kind) => {
    expect(outcomeOf(error, edit).kind).toBe(kind);
  });

  it('carries the reason of the field', () => {
    expect(
      outcomeOf(
        new ApiError(400, 'VALIDATION_ERROR', 'Geçersiz', [{ path: 'ad', message: 'Çok uzun' }]),
        edit,
      ),
    ).toEqual({ kind: 'refused', reason: 'Çok uzun' });
  });
});

describe('removals of several rows', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  const removing = (...ids: string[]): readonly Op[] =>
    ids.map((rowId, at) => ({ kind: 'remove', id: `op${at}`, rowId, state: 'waiting' }));
  const many = () => scene(holding(removing('a', 'b', 'c'), row('a'), row('b'), row('c')));

  it('go in one request and are done together', async () => {
    const { outbox, sent, batches, now } = many();
    outbox.flush();
    expect([sent, batches.map(({ batch }) => batch)]).toMatchObject([
      [],
      [{ kind: 'removes', rowIds: ['a', 'b', 'c'] }],
    ]);
    batches[0]!.answer({ kind: 'done', rows: [] });
    await settle();
    expect([now().ops, [...now().removed.keys()], now().rows.size]).toEqual([
      [],
      ['a', 'b', 'c'],
      0,
    ]);
  });

  it('one alone goes by itself, so that it is refused when its row has changed', () => {
    const { outbox, sent, batches } = scene(holding(removing('a'), row('a', 4)));
    outbox.flush();
    expect([sent.map(({ op }) => op.sentFor), batches]).toEqual([[4], []]);
  });

  it('go again under the same id while nobody knows; those that are gone already are done, the others go again', async () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    batches[0]!.answer({ kind: 'again' });
    await settle();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(batches[1]!.batch).toEqual({ ...batches[0]!.batch, isAgain: true });
    const gone = new ApiError(404, 'NOT_FOUND', '', [{ path: 'deletes.1', message: '' }]);
    batches[1]!.answer(batchOutcomeOf(gone, batches[1]!.batch));
    await settle();
    expect(now().removed.has('b')).toBe(true);
    expect(batches[2]!.batch).toMatchObject({ kind: 'removes', rowIds: ['a', 'c'] });
    expect(batches[2]!.batch.id).not.toBe(batches[0]!.batch.id);
  });

  it('what is refused keeps its rows, with the reason', async () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    batches[0]!.answer(batchOutcomeOf(new ApiError(403, 'FORBIDDEN', 'olmaz'), batches[0]!.batch));
    await settle();
    expect(now().ops).toMatchObject(
      ['a', 'b', 'c'].map(rowId => ({ rowId, state: 'failed', reason: 'olmaz' })),
    );
  });

  it('that rows of other tables point to are kept with the reason, and not sent again', async () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    const pointed = new ApiError(409, 'CONFLICT', '3 kayıt bağlı');
    batches[0]!.answer(batchOutcomeOf(pointed, batches[0]!.batch));
    await settle();
    expect([batches.length, now().ops.map(({ state, reason }) => [state, reason])]).toEqual([
      1,
      ['a', 'b', 'c'].map(() => ['failed', '3 kayıt bağlı']),
    ]);
  });
});

describe('returns of several rows', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  const many = () =>
    scene({
      ...applyUpdates(
        emptyTable,
        ...['a', 'b', 'c'].map(id => ({ kind: 'gone', id, by: '' }) as const),
      ),
      ops: ['a', 'b', 'c'].map((rowId, at) => ({
        kind: 'restore',
        id: `op${at}`,
        rowId,
        values: {},
        state: 'waiting',
      })),
    });

  it('go in one request and are done together', async () => {
    const { outbox, sent, batches, now } = many();
    outbox.flush();
    expect([sent, batches.map(({ batch }) => batch)]).toMatchObject([
      [],
      [{ kind: 'restores', rowIds: ['a', 'b', 'c'] }],
    ]);
    batches[0]!.answer({ kind: 'done', rows: ['a', 'b', 'c'].map(id => row(id, 3)) });
    await settle();
    expect([now().ops, now().removed.size, [...now().rows.keys()]]).toEqual([
      [],
      0,
      ['a', 'b', 'c'],
    ]);
  });

  it('are confirmed by the socket, each by itself', () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    const change = (id: string) => ({
      op: 'put' as const,
      kind: 'row' as const,
      id,
      version: 3,
      doc: { id, _version: 3 },
      requestId: batches[0]!.batch.id,
      actor: { id: 'x', name: 'Ayşe' },
    });
    const after = takeChanges(
      now(),
      [{ topic: 't', position: '1', at: '', changes: [change('a'), change('c')] }],
      0,
      new Set(),
    );
    expect([after.ops.map(({ rowId }) => rowId), [...after.removed.keys()]]).toEqual([
      ['b'],
      ['b'],
    ]);
  });

  it('that are refused keep the reason of those that are named, and the others go again', async () => {
    const { outbox, batches, now } = many();
    outbox.flush();
    batches[0]!.answer(
      batchOutcomeOf(
        new ApiError(400, 'VALIDATION_ERROR', '', [
          { path: 'restores.1.stok', message: 'en az 5' },
        ]),
        batches[0]!.batch,
      ),
    );
    await settle();
    expect(now().ops.find(({ rowId }) => rowId === 'b')).toMatchObject({
      state: 'failed',
      reason: 'stok: en az 5',
    });
    expect(batches[1]!.batch).toMatchObject({ kind: 'restores', rowIds: ['a', 'c'] });
  });

  it('that are too much for one request go by themselves', async () => {
    const { outbox, sent, batches } = many();
    outbox.flush();
    batches[0]!.answer(
      batchOutcomeOf(new ApiError(413, 'PAYLOAD_TOO_LARGE', ''), batches[0]!.batch),
    );
    await settle();
    expect([batches.length, sent.map(({ op }) => op.rowId)]).toEqual([1, ['a', 'b', 'c']]);
  });
});
