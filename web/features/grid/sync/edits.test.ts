import type { Json } from '@hzm/contracts/core/json';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { describe, expect, it } from 'vitest';
import type { Op } from '../model/op.ts';
import { emptyTable, takeChanges, type Table } from '../model/reconcile.ts';
import { sending, applyResult } from '../model/resolve.ts';
import type { Row } from '../model/row.ts';
import { createEdits } from './edits.ts';

const row = (id: string, more: object = {}): Row => ({
  id,
  created_at: 'c',
  updated_at: 'u',
  _version: 1,
  ad: id,
  ...more,
});

/** A table with these rows, what is done to it, and what a server makes of that. */
function desk(...rows: readonly Row[]) {
  let table: Table = { ...emptyTable, rows: new Map(rows.map(one => [one.id, one])) };
  let ids = 0;
  let fields: { readonly id: string; readonly type: FieldType }[] = [{ id: 'ad', type: 'string' }];
  const edits = createEdits({
    fields: () => fields,
    table: () => table,
    act: (change: (ops: readonly Op[]) => readonly Op[]) => {
      table = { ...table, ops: change(table.ops) };
    },
    newId: () => `n${++ids}`,
  });
  return {
    edits,
    ops: () => table.ops.map(({ kind, rowId }) => `${kind} ${rowId}`),
    /** Sends the first op, which ends so. */
    done: (result: Row | undefined) => {
      const op = table.ops[0]!;
      table = applyResult(sending(table, op), op.id, { kind: 'done', row: result }, 'fresh');
    },
    hear: (id: string, patch: Record<string, Json>, version: number) => {
      table = takeChanges(
        table,
        [
          {
            topic: 't',
            position: '1',
            at: 'now',
            changes: [
              {
                op: 'patch',
                kind: 'row',
                id,
                version,
                patch,
                actor: { id: 'x', name: 'X' },
                requestId: 'theirs',
              },
            ],
          },
        ],
        0,
        new Set(),
      );
    },
    holds: (id: string) => table.rows.has(id),
    /** Gives the table other fields. */
    know: (now: typeof fields) => {
      fields = now;
    },
  };
}

describe('what one does to rows', () => {
  it('removes one and brings it back, also before the server has heard of it', () => {
    const { edits, ops } = desk(row('a'));
    edits.remove(['a']);
    expect([ops(), edits.valueAt('a', 'ad')]).toEqual([['remove a'], undefined]);
    edits.turn('undo');
    expect([ops(), edits.valueAt('a', 'ad')]).toEqual([[], 'a']);
  });

  it('brings one back that the server has removed, and removes it again', () => {
    const { edits, ops, done, holds } = desk(row('a'), row('b'));
    edits.remove(['a', 'b']);
    done(undefined);
    done(undefined);
    expect([holds('a'), holds('b')]).toEqual([false, false]);
    expect(edits.turn('undo')!.changes.length).toBe(2);
    expect(ops()).toEqual(['restore b', 'restore a']);
    done(row('b', { _version: 3 }));
    done(row('a', { _version: 3 }));
    expect([holds('a'), holds('b')]).toEqual([true, true]);
    edits.turn('redo');
    expect(ops()).toEqual(['remove a', 'remove b']);
  });

  it('takes an added row back under the id that the server gave it, with what was written into it', () => {
    const { edits, ops, done } = desk();
    const [id] = edits.add([{ ad: 'yeni' }]);
    done(row('s', { ad: 'yeni' }));
    edits.edit([{ rowId: id!, field: 'ad', before: 'yeni', after: 'başka' }]);
    done(row('s', { ad: 'başka', _version: 2 }));
    edits.turn('undo');
    done(row('s', { ad: 'yeni', _version: 3 }));
    edits.turn('undo');
    expect(ops()).toEqual(['remove s']);
  });

  it('forgets a row that was never sent, and adds it again under the id that is known of it', () => {
    const { edits, ops } = desk();
    const [id] = edits.add([{ ad: 'yeni' }]);
    edits.turn('undo');
    expect(ops()).toEqual([]);
    edits.turn('redo');
    expect(ops()).toEqual([`add ${id}`]);
  });

  it('does not take a row back that somebody else has changed since', () => {
    const { edits, ops, done, hear } = desk();
    edits.add([{ ad: 'yeni' }]);
    done(row('s', { ad: 'yeni' }));
    hear('s', { ad: 'onların' }, 2);
    const turned = edits.turn('undo')!;
    expect([turned.changes.length, turned.refused.length, ops()]).toEqual([0, 1, []]);
  });

  it('says that a field has another type or is gone, and writes into neither', () => {
    const { edits, ops, done, hear, know } = desk(row('a', { ad: 'iki' }));
    edits.edit([{ rowId: 'a', field: 'ad', before: 'iki', after: '5' }]);
    done(row('a', { ad: '5', _version: 2 }));
    know([{ id: 'ad', type: 'number' }]);
    hear('a', { ad: 5 }, 3);
    const typed = edits.turn('undo')!;
    expect([typed.changes, typed.refused.map(({ by }) => by)]).toEqual([[], ['type-changed']]);
    edits.edit([{ rowId: 'a', field: 'ad', before: 5, after: null }]);
    done(row('a', { ad: null, _version: 4 }));
    know([]);
    expect(edits.turn('undo')!.refused.map(({ by }) => by)).toEqual(['field-gone']);
    expect(ops()).toEqual([]);
  });

  it('takes an added row back whose removed field held a value, and not one that was converted', () => {
    const { edits, ops, done, hear, know } = desk();
    edits.add([{ ad: '5' }, { ad: '6' }]);
    done(row('s', { ad: '5' }));
    done(row('z', { ad: '6' }));
    know([{ id: 'ad', type: 'number' }]);
    hear('s', { ad: 5 }, 2);
    expect(edits.turn('undo')!.refused.map(({ by }) => by)).toEqual(['type-changed']);
    expect(ops()).toEqual(['remove z']);
  });

  it('keeps a text that fits no field in its cell, unsent, until another value replaces it', () => {
    const { edits, ops } = desk(row('a'));
    const refuse = (value: string): void =>
      edits.refused([{ rowId: 'a', field: 'stok', value, reason: 'no number' }]);
    refuse('üç');
    refuse('beş');
    expect([ops(), edits.valueAt('a', 'stok')]).toEqual([['edit a'], 'beş']);
    edits.edit([{ rowId: 'a', field: 'stok', before: 'beş', after: 5 }]);
    expect([ops(), edits.valueAt('a', 'stok')]).toEqual([['edit a'], 5]);
  });
});
