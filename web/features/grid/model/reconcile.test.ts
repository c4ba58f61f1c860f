import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectConflicts } from './detect-conflicts.ts';
import { withEdits, type Op } from './op.ts';
import {
  emptyTable,
  isReady,
  takeChanges as takeChangesAt,
  applyUpdates,
  type Table,
} from './reconcile.ts';
import { resolve, sending, applyResult } from './resolve.ts';
import { valueOf, type Row } from './row.ts';

const row = (version: number, values: Record<string, string | null> = {}): Row => ({
  id: 'r',
  created_at: 'c',
  updated_at: 'u',
  _version: version,
  ...values,
});
const holding = (...rows: Row[]): Table =>
  rows.reduce<Table>((table, one) => applyUpdates(table, { kind: 'row', row: one }), emptyTable);
const change = (
  version: number,
  patch: Record<string, string>,
  requestId = 'theirs',
): WireChange => ({
  op: 'patch',
  kind: 'row',
  id: 'r',
  version,
  patch,
  actor: { id: 'a', name: 'Ayşe' },
  requestId,
});
const message = (...changes: WireChange[]): Changes => ({
  topic: 't',
  position: '1',
  at: 'later',
  changes,
});
const edited = (
  table: Table,
  id: string,
  field: string,
  value: string,
  was: string | null,
): Table =>
  detectConflicts({
    ...table,
    ops: withEdits(table.ops, [{ rowId: 'r', field, value, was }], () => id),
  });
const takeChanges = (table: Table, one: Changes): Table =>
  takeChangesAt(table, [one], 7, new Set(['uploaded']));

describe('news of a row', () => {
  it('drops what is not newer, applies the next version, and marks a row with missing versions', () => {
    const here = holding(row(3, { ad: 'c' }));
    expect(applyUpdates(here, { kind: 'patch', id: 'r', version: 2, patch: { ad: 'x' } })).toBe(
      here,
    );
    expect(applyUpdates(here, { kind: 'row', row: row(2, { ad: 'x' }) })).toBe(here);
    expect(
      applyUpdates(here, { kind: 'patch', id: 'r', version: 4, patch: { ad: 'd' } }).rows.get('r'),
    ).toMatchObject({ ad: 'd', _version: 4 });
    const behind = applyUpdates(here, { kind: 'patch', id: 'r', version: 5, patch: { ad: 'e' } });
    expect(behind.behind.get('r')).toBe(5);
    expect(applyUpdates(behind, { kind: 'row', row: row(5, { ad: 'e' }) }).behind.size).toBe(0);
  });

  it('takes a value of the same version that a changed type converted, once', () => {
    const here = holding(row(3, { ad: '1,5' }));
    const patch = { ad: 1.5, updated_at: 'u', _version: 3 };
    const converted = applyUpdates(here, { kind: 'patch', id: 'r', version: 3, patch });
    expect(converted.rows.get('r')).toMatchObject({ ad: 1.5, _version: 3 });
    expect(applyUpdates(converted, { kind: 'patch', id: 'r', version: 3, patch })).toBe(converted);
  });

  it('takes values of the same version in a field that came back, and no others', () => {
    const here = holding(row(3, { ad: 'c' }));
    const read = applyUpdates(here, { kind: 'row', row: row(3, { ad: 'old', stok: '7' }) });
    expect(read.rows.get('r')).toEqual(row(3, { ad: 'c', stok: '7' }));
    expect(applyUpdates(read, { kind: 'row', row: row(3, { ad: 'old', stok: '8' }) })).toBe(read);
  });

  it('does not bring a removed row back', () => {
    const gone = applyUpdates(holding(row(3)), { kind: 'gone', id: 'r', by: 'Ayşe' });
    expect(applyUpdates(gone, { kind: 'row', row: row(9) }).rows.size).toBe(0);
  });

  it('shows a removed row again that was brought back', () => {
    const gone = takeChanges(holding(row(3)), message({ ...change(4, {}), op: 'drop' }));
    const back = takeChanges(gone, message({ ...change(5, {}), op: 'put', doc: { ad: 'a' } }));
    expect(back.rows.get('r')).toMatchObject({ ad: 'a', _version: 5 });
    expect(back.removed.size).toBe(0);
  });
});

it('a change by another request of this tab is nobody else’s', () => {
  const table = takeChanges(
    holding(row(1, { ad: 'a' })),
    message(change(2, { ad: 'b' }, 'uploaded'), change(3, { soyad: 's' })),
  );
  expect([table.rows.get('r')?.['ad'], table.remoteEdits.get('r')]).toEqual([
    'b',
    { soyad: { name: 'Ayşe', at: 7 } },
  ]);
});

describe('an edit and the other one', () => {
  it('goes on by itself when another cell was changed', () => {
    const table = takeChanges(
      edited(holding(row(1, { ad: 'a', soyad: 's' })), '1', 'ad', 'b', 'a'),
      message(change(2, { soyad: 't' })),
    );
    expect(table.ops).toMatchObject([{ state: 'waiting', was: 'a' }]);
    expect(sending(table, table.ops[0]!).ops[0]).toMatchObject({ state: 'sending', sentFor: 2 });
  });

  it('is a conflict when the same cell was changed, until its author decides', () => {
    const table = takeChanges(
      edited(holding(row(1, { ad: 'a' })), '1', 'ad', 'b', 'a'),
      message(change(2, { ad: 'z' })),
    );
    expect(table.ops).toMatchObject([{ state: 'conflict', value: 'b' }]);
    expect(table.remoteEdits.get('r')).toEqual({ ad: { name: 'Ayşe', at: 7 } });
    expect(resolve(table, '1', 'theirs', '2').ops).toEqual([]);
    expect(resolve(table, '1', 'mine', '2').ops).toMatchObject([
      { id: '2', state: 'waiting', was: 'z', value: 'b' },
    ]);
  });

  it('is nothing any more when the other one wrote the same', () => {
    expect(
      takeChanges(
        edited(holding(row(1, { ad: 'a' })), '1', 'ad', 'b', 'a'),
        message(change(2, { ad: 'b' })),
      ).ops,
    ).toEqual([]);
  });

  it('is not judged while its own outcome is unknown, and merged by the answer', () => {
    let table = edited(holding(row(1, { ad: 'a', soyad: 's' })), '1', 'ad', 'b', 'a');
    table = takeChanges(sending(table, table.ops[0]!), message(change(2, { soyad: 't' })));
    const merged = applyResult(
      table,
      '1',
      { kind: 'changed', current: row(2, { ad: 'a', soyad: 't' }) },
      '2',
    );
    expect(merged.ops).toMatchObject([{ id: '2', state: 'waiting' }]);
    expect(merged.ops[0]).not.toHaveProperty('sentFor');
    expect(
      applyResult(table, '1', { kind: 'changed', current: row(3, { ad: 'z' }) }, '2').ops,
    ).toMatchObject([{ id: '2', state: 'conflict' }]);
  });

  it('is sent again as it was when nobody knows how it ended', () => {
    const table = edited(holding(row(1, { ad: 'a' })), '1', 'ad', 'b', 'a');
    const again = applyResult(sending(table, table.ops[0]!), '1', { kind: 'again' }, '2');
    expect(again.ops).toMatchObject([{ id: '1', state: 'waiting', sentFor: 1 }]);
    const later = takeChanges(again, message(change(2, { ad: 'b' }, '1'), change(3, { ad: 'z' })));
    expect(later.ops).toEqual([]);
    expect(valueOf(later.rows.get('r'), 'ad')).toBe('z');
  });

  it('keeps what was written when it is refused, and lets a later edit of the cell take its place', () => {
    let table = edited(holding(row(1, { ad: 'a' })), '1', 'ad', 'b', 'a');
    table = sending(table, table.ops[0]!);
    expect(applyResult(table, '1', { kind: 'refused', reason: 'Hayır' }, '2').ops).toMatchObject([
      { state: 'failed', value: 'b', reason: 'Hayır' },
    ]);
    const both = edited(table, '3', 'ad', 'c', 'b');
    expect(applyResult(both, '1', { kind: 'refused', reason: 'Hayır' }, '2').ops).toMatchObject([
      { id: '3', state: 'waiting', value: 'c', was: 'a' },
    ]);
  });

  it('outlives the row it was made in, and can become a new row', () => {
    const drop: WireChange = {
      op: 'drop',
      kind: 'row',
      id: 'r',
      version: 2,
      actor: { id: 'a', name: 'Ayşe' },
      requestId: 'x',
    };
    const table = takeChanges(
      edited(holding(row(1, { ad: 'a', soyad: 's' })), '1', 'ad', 'b', 'a'),
      message(drop),
    );
    expect(table.ops).toMatchObject([{ state: 'gone' }]);
    expect(resolve(table, '1', 'mine', '2').ops).toMatchObject([
      { kind: 'add', values: { ad: 'b', soyad: 's' } },
    ]);
  });
});

/**
 * A server that keeps one row, two people who edit it, and a network that loses, repeats and delays
 * answers, while the socket
 * delivers in order. One of them is this application.
 */
describe('whatever the network does', () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('mine' as const),
      field: fc.constantFrom('ad', 'soyad'),
      value: fc.constantFrom('1', '2', '3'),
    }),
    fc.record({
      do: fc.constant('theirs' as const),
      field: fc.constantFrom('ad', 'soyad'),
      value: fc.constantFrom('7', '8', '9'),
    }),
    fc.record({
      do: fc.constantFrom(
        'push' as const,
        'send' as const,
        'answer' as const,
        'lose' as const,
        'reload' as const,
        'skip' as const,
      ),
    }),
  );

  it('ends as the server is, with every own edit done once on what its author saw, or shown as a conflict', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        let server = row(1, { ad: 'a', soyad: 's' });
        const log: WireChange[] = [];
        const answered = new Map<string, number>();
        const written: { field: string; value: string; by: string }[] = [];
        const unseen: string[] = [];
        let pushed = 0;
        let ids = 0;
        let table = holding(server);
        const write = (patch: Record<string, string>, requestId: string): void => {
          server = { ...server, ...patch, _version: server._version + 1 };
          log.push(change(server._version, patch, requestId));
          for (const [field, value] of Object.entries(patch))
            written.push({ field, value, by: requestId });
        };
        /**
         * The server's side of sending: idempotent, refuses another version, changes nothing when
         * the value is there.
         */
        const receive = (op: Op): 'done' | 'changed' => {
          if (op.kind !== 'edit') return 'done';
          if (answered.has(op.id)) return 'done';
          if (op.sentFor !== server._version) return 'changed';
          answered.set(op.id, server._version);
          // No value of somebody else is overwritten unseen: the author saw what stands there.
          if (server[op.field] !== op.value && server[op.field] !== op.was) unseen.push(op.id);
          if (server[op.field] !== op.value) write({ [op.field]: op.value as string }, op.id);
          return 'done';
        };
        const net: { underWay?: { id: string; outcome: 'done' | 'changed' } | undefined } = {};
        const send = (): void => {
          const op = table.ops.find(one => one.state === 'waiting');
          if (net.underWay || !op || !isReady(table, op)) return;
          table = sending(table, op);
          net.underWay = { id: op.id, outcome: receive(table.ops.find(one => one.id === op.id)!) };
        };
        const answer = (): void => {
          if (!net.underWay) return;
          const { id, outcome } = net.underWay;
          net.underWay = undefined;
          table = applyResult(
            table,
            id,
            outcome === 'done'
              ? { kind: 'done', row: server }
              : { kind: 'changed', current: server },
            `n${ids++}`,
          );
        };
        const push = (): void => {
          if (pushed < log.length) table = takeChanges(table, message(log[pushed++]!));
        };
        for (const one of steps) {
          switch (one.do) {
            case 'mine': {
              const drawn = table.ops.findLast(op => op.kind === 'edit' && op.field === one.field);
              table = edited(
                table,
                `m${ids++}`,
                one.field,
                one.value,
                (drawn?.kind === 'edit'
                  ? drawn.value
                  : valueOf(table.rows.get('r'), one.field)) as string,
              );
              break;
            }
            case 'theirs':
              write({ [one.field]: one.value }, `t${ids++}`);
              break;
            case 'push':
              push();
              break;
            case 'send':
              send();
              break;
            case 'answer':
              answer();
              break;
            case 'lose': {
              if (!net.underWay) break;
              table = applyResult(table, net.underWay.id, { kind: 'again' }, 'unused');
              net.underWay = undefined;
              break;
            }
            case 'reload':
              table = detectConflicts(applyUpdates(table, { kind: 'row', row: server }));
              break;
            case 'skip':
              if (pushed < log.length) pushed++;
          }
        }
        const settle = (): void => {
          for (
            let round = 0;
            round < 300 &&
            (net.underWay ||
              pushed < log.length ||
              table.behind.size > 0 ||
              table.ops.some(op => op.state === 'waiting'));
            round++
          ) {
            push();
            if (table.behind.size > 0)
              table = detectConflicts(applyUpdates(table, { kind: 'row', row: server }));
            send();
            answer();
          }
        };
        settle();
        // If the last push was lost, reading again may end a conflict, and the edit is sent.
        table = detectConflicts(applyUpdates(table, { kind: 'row', row: server }));
        settle();
        expect(table.rows.get('r')).toMatchObject({
          ad: server['ad'],
          soyad: server['soyad'],
          _version: server._version,
        });
        // The remaining conflicts are visible to their author: their value is there, and it differs
        // from the cell's.
        expect(
          table.ops.every(
            op => op.kind === 'edit' && op.state === 'conflict' && server[op.field] !== op.value,
          ),
        ).toBe(true);
        expect(unseen).toEqual([]);
        const own = written.filter(({ by }) => !by.startsWith('t'));
        expect(new Set(own.map(({ by }) => by)).size).toBe(own.length);
      }),
      { numRuns: 500 },
    );
  });
});
