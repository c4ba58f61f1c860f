import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { batchOutcomeOf, outcomeOf } from '../sync/rows-api.ts';
import { issueGroups } from './issue-groups.ts';
import { withKnownFields } from './known-fields.ts';
import { addOf, withEdits, type Edit, type Op } from './op.ts';
import { emptyTable } from './reconcile.ts';
import { resolve } from './resolve.ts';

const fields = [
  { id: 'f1', name: 'ad' },
  { id: 'f2', name: 'kod' },
];
const edit = (field: string, id = 'e'): readonly Op[] =>
  withEdits([], [{ rowId: 'r', field, value: 'yeni', was: 'eski' }], () => id);

describe('what waits for fields', () => {
  it('follows a field that is renamed, and notes its newest name', () => {
    const first = withKnownFields(edit('f1'), fields);
    expect(first).toMatchObject([{ field: 'f1', label: 'ad', state: 'waiting' }]);
    const swapped = [
      { id: 'f1', name: 'kod' },
      { id: 'f2', name: 'ad' },
    ];
    expect(withKnownFields(first, swapped)).toMatchObject([{ field: 'f1', label: 'kod' }]);
    expect(withKnownFields(first, fields)).toBe(first);
  });

  it('becomes a question with the last name when its field is removed', () => {
    const [op] = withKnownFields(withKnownFields(edit('f1'), fields), fields.slice(1));
    expect(op).toMatchObject({ state: 'failed', isFieldGone: true, label: 'ad', value: 'yeni' });
  });

  it('is left alone while it may have arrived', () => {
    const sent = edit('gone').map((op): Op => ({ ...op, state: 'sending', sentFor: 1 }));
    expect(withKnownFields(sent, fields)).toBe(sent);
  });

  it('of an earlier version, kept under names, goes on under ids', () => {
    expect(withKnownFields(edit('kod'), fields)).toMatchObject([{ field: 'f2', state: 'waiting' }]);
    const [add] = withKnownFields([addOf('a', { ad: 'çay', f2: 'K' })], fields);
    expect(add).toMatchObject({ values: { f1: 'çay', f2: 'K' }, state: 'waiting' });
  });

  it('is added without removed fields on the word of its author', () => {
    const ops = withKnownFields([addOf('a', { f1: 'çay', gone: 'x' })], fields);
    expect(ops).toMatchObject([{ state: 'failed', isFieldGone: true }]);
    const { ops: again } = resolve({ ...emptyTable, ops }, 'a', 'mine', 'b', fields);
    expect(again).toMatchObject([{ id: 'b', state: 'waiting', values: { f1: 'çay' } }]);
    expect(again[0]).not.toHaveProperty('values.gone');
    expect(again[0]).not.toHaveProperty('isFieldGone');
  });
});

describe('a server that says that a field was removed', () => {
  it('is told apart from one that knows the request otherwise', () => {
    const [op] = edit('f1');
    const gone = new ApiError(409, 'CONFLICT', 'gone', [{ path: 'f1', message: 'gone' }]);
    expect(outcomeOf(gone, op!)).toMatchObject({ kind: 'refused', isFieldGone: true });
    const batch = {
      kind: 'updates',
      id: 'b',
      updates: [{ id: 'r', version: 1, values: { f1: 'x' } }],
    } as const;
    const details = [{ path: 'updates.0.values.f1', message: 'gone' }];
    expect(batchOutcomeOf(new ApiError(409, 'CONFLICT', 'gone', details), batch)).toMatchObject({
      kind: 'refused',
      reasons: [{ rowId: 'r', field: 'f1', isFieldGone: true }],
    });
    expect(batchOutcomeOf(new ApiError(409, 'CONFLICT', 'faster'), batch)).toEqual({
      kind: 'unsent',
    });
  });
});

describe('questions', () => {
  it('are one for each cause, however many cells there are', () => {
    const refused = (rowId: string, field: string, reason: string): Edit => ({
      kind: 'edit',
      id: `${rowId}${field}`,
      rowId,
      field,
      value: 'x',
      was: null,
      state: 'failed',
      reason,
    });
    const many = Array.from({ length: 150 }, (_, n) => refused(`r${n}`, 'f1', 'too long'));
    const groups = issueGroups([
      ...many,
      refused('a', 'f2', 'too long'),
      refused('a', 'f1', 'pattern'),
    ]);
    expect(groups.map(({ ops }) => ops.length)).toEqual([150, 1, 1]);
  });

  it('of conflicts are one for each cell', () => {
    const conflicts = ['a', 'b'].map((id): Op => ({
      kind: 'edit',
      id,
      rowId: id,
      field: 'f1',
      value: 'x',
      was: null,
      state: 'conflict',
    }));
    expect(issueGroups(conflicts)).toHaveLength(2);
  });
});
