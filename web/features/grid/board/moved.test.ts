import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addOf, withEdits } from '../model/op.ts';
import type { Row } from '../model/row.ts';
import { movedIn, type MovedCards } from './moved.ts';

const rowIn = (id: string, column: string | null): Row => ({
  id,
  created_at: '',
  updated_at: '',
  _version: 1,
  durum: column,
});
const none: MovedCards = new Map();
const edit = (rowId: string, from: string | null, to: string | null) =>
  withEdits([], [{ rowId, field: 'durum', value: to, was: from }], () => `op ${rowId}`);
const known = new Map([['a', rowIn('a', 'acik')]]);
const serverIds: ReadonlyMap<string, string> = new Map();

describe('cards that were moved', () => {
  it('stand in their new column while the move waits, also before their row is read', () => {
    const ops = edit('a', 'acik', 'bitti');
    const moved = movedIn(none, { ops, rows: new Map(), serverIds }, known, 'durum');
    expect(moved.get('a')).toEqual({ row: known.get('a'), to: 'bitti', state: 'waiting' });
    expect(movedIn(none, { ops, rows: new Map(), serverIds }, known, 'stok').size).toBe(0);
    expect(movedIn(moved, { ops, rows: new Map(), serverIds }, known, 'durum')).toBe(moved);
  });

  it('stay there once the server has confirmed it', () => {
    const waiting = movedIn(
      none,
      { ops: edit('a', 'acik', null), rows: known, serverIds },
      known,
      'durum',
    );
    const rows = new Map([['a', rowIn('a', null)]]);
    const moved = movedIn(waiting, { ops: [], rows, serverIds }, known, 'durum');
    expect(moved.get('a')).toMatchObject({ to: null, state: undefined });
    expect(movedIn(moved, { ops: [], rows, serverIds }, known, 'durum')).toBe(moved);
  });

  it('go back when the move is taken back, given up, or changed by somebody else', () => {
    const waiting = movedIn(
      none,
      { ops: edit('a', 'acik', 'x'), rows: known, serverIds },
      known,
      'durum',
    );
    expect(movedIn(waiting, { ops: [], rows: known, serverIds }, known, 'durum').size).toBe(0);
    expect(movedIn(waiting, { ops: [], rows: new Map(), serverIds }, known, 'durum').size).toBe(0);
  });

  it('are new where they were added, and stay there under the id that the server gives them', () => {
    const ops = [addOf('op', { ad: 'Sil', durum: 'acik' })];
    const waiting = movedIn(none, { ops, rows: new Map(), serverIds }, known, 'durum');
    expect(waiting.get('new:op')).toMatchObject({
      row: { ad: 'Sil' },
      to: 'acik',
      state: 'waiting',
    });
    const rows = new Map([['b', { ...rowIn('b', 'acik'), ad: 'Sil' }]]);
    const ids = new Map([['new:op', 'b']]);
    const added = movedIn(waiting, { ops: [], rows, serverIds: ids }, known, 'durum');
    expect([...added]).toEqual([['b', { row: rows.get('b'), to: 'acik', state: undefined }]]);
    expect(movedIn(added, { ops: [], rows, serverIds: ids }, known, 'durum')).toBe(added);
    expect(movedIn(waiting, { ops: [], rows: new Map(), serverIds }, known, 'durum').size).toBe(0);
  });

  it('stand in one column each, whatever is moved, confirmed and taken back', () => {
    const column = fc.constantFrom('acik', 'bitti', null);
    fc.assert(
      fc.property(
        fc.array(fc.record({ to: column, isConfirmed: fc.boolean() }), { maxLength: 20 }),
        steps => {
          let moved = none;
          let row = rowIn('a', 'acik');
          for (const { to, isConfirmed } of steps) {
            const from = (row['durum'] ?? null) as string | null;
            const ops = edit('a', from, to);
            moved = movedIn(
              moved,
              { ops, rows: new Map([['a', row]]), serverIds },
              new Map([['a', row]]),
              'durum',
            );
            expect(moved.has('a') ? moved.get('a')!.to : from).toBe(to);
            if (isConfirmed) row = rowIn('a', to);
            moved = movedIn(
              moved,
              { ops: [], rows: new Map([['a', row]]), serverIds },
              known,
              'durum',
            );
            expect(moved.has('a') ? moved.get('a')!.to : row['durum']).toBe(row['durum']);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
