import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { withEdits, type Op } from './model/op.ts';
import { emptyTable, takeNews, type Table } from './model/reconcile.ts';
import type { Outcome } from './model/resolve.ts';
import type { Row } from './model/row.ts';
import { outcomeOf } from './rows-api.ts';
import { createSender } from './sender.ts';

const row = (id: string, version = 1, values: Record<string, string> = {}): Row => ({ id, created_at: '', updated_at: '', _version: version, ...values });

/** A table with its sender; what is sent waits for `answer`. */
function scene(start: Table, read: (rowId: string) => Promise<Row | undefined> = () => Promise.reject(new Error('offline'))) {
  let table = start;
  const sent: { op: Op; answer: (outcome: Outcome) => void }[] = [];
  const sender = createSender({
    table: () => table, update: change => { table = change(table); }, read, may: () => true, trouble: () => {},
    send: op => new Promise(answer => { sent.push({ op, answer }); }),
  });
  return { sender, sent, now: () => table };
}
const edits = (...ofs: [rowId: string, field: string, value: string][]): readonly Op[] =>
  ofs.reduce<readonly Op[]>((ops, [rowId, field, value], at) => withEdits(ops, [{ rowId, field, value, was: null }], () => `op${at}`), []);
const holding = (ops: readonly Op[], ...rows: Row[]): Table => ({ ...rows.reduce((table, one) => takeNews(table, { kind: 'row', row: one }), emptyTable), ops });

describe('sending', () => {
  beforeEach(() => { vi.useFakeTimers(); });
  afterEach(() => { vi.useRealTimers(); });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

  it('goes in order per row, one at a time, several rows at once', async () => {
    const { sender, sent } = scene(holding(edits(['a', 'ad', '1'], ['a', 'soyad', '2'], ['b', 'ad', '3']), row('a'), row('b')));
    sender.pump();
    expect(sent.map(({ op }) => op.id)).toEqual(['op0', 'op2']);
    sent[0]!.answer({ kind: 'done', row: row('a', 2, { ad: '1' }) });
    await settle();
    expect(sent.map(({ op }) => [op.id, op.sentFor])).toEqual([['op0', 1], ['op2', 1], ['op1', 2]]);
  });

  it('tries again under the same id and version, at once when somebody says so', async () => {
    const { sender, sent } = scene(holding(edits(['a', 'ad', '1']), row('a')));
    sender.pump();
    sent[0]!.answer({ kind: 'again' });
    await settle();
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(2);
    sent[1]!.answer({ kind: 'again' });
    await settle();
    sender.resume();
    expect(sent.map(({ op }) => [op.id, op.sentFor])).toEqual([['op0', 1], ['op0', 1], ['op0', 1]]);
  });

  it('reads a row that it does not know before it sends', async () => {
    const { sender, sent, now } = scene(holding(edits(['a', 'ad', '1'])), () => Promise.resolve(row('a', 7)));
    sender.pump();
    await settle();
    expect(sent.map(({ op }) => op.sentFor)).toEqual([7]);
    expect(now().rows.get('a')?._version).toBe(7);
  });

  it('keeps what was written in a row that is gone', async () => {
    const { sender, sent, now } = scene(holding(edits(['a', 'ad', '1'])), () => Promise.resolve(undefined));
    sender.pump();
    await settle();
    expect(sent).toEqual([]);
    expect(now().ops).toMatchObject([{ state: 'gone', value: '1' }]);
  });
});

describe('a failure', () => {
  const [edit] = edits(['a', 'ad', '1']) as [Op];
  it.each<[ApiError, Outcome['kind']]>([
    [new ApiError(0, 'OFFLINE_ERROR', ''), 'unsent'], [new ApiError(0, 'TIMEOUT_ERROR', ''), 'again'], [new ApiError(503, 'NOT_READY', ''), 'again'],
    [new ApiError(429, 'RATE_LIMIT_EXCEEDED', ''), 'again'], [new ApiError(401, 'TOKEN_EXPIRED', ''), 'again'], [new ApiError(404, 'NOT_FOUND', ''), 'gone'],
    [new ApiError(412, 'VERSION_MISMATCH', '', [], { current: row('a', 2) }), 'changed'], [new ApiError(403, 'FORBIDDEN', 'Hayır'), 'refused'],
  ])('%o means %s', (error, kind) => {
    expect(outcomeOf(error, edit).kind).toBe(kind);
  });

  it('carries the reason of the field', () => {
    expect(outcomeOf(new ApiError(400, 'VALIDATION_ERROR', 'Geçersiz', [{ path: 'ad', message: 'Çok uzun' }]), edit)).toEqual({ kind: 'refused', reason: 'Çok uzun' });
  });
});
