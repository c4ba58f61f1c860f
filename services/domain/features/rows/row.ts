import { memberOf, sameJson } from '@hzm/contracts/core/json';
import { authorOf } from '@hzm/contracts/features/rows/author';
import { rowAdded, rowChanged, rowRemoved, rowRestored } from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { valuesNumbered } from '@hzm/contracts/features/tables/events';
import { decider, reject, type Decider, type Decision } from '@hzm/services/core/commands/decider';
import { remembered, tooLarge } from './size.ts';

export type RowState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'kept';
      readonly values: Cells;
      readonly version: number;
      readonly createdAt: string;
      readonly updatedAt: string;
      /** Accounts or keys, as the document of the row has them. */
      readonly createdBy: string | null;
      readonly updatedBy: string | null;
    }
  /** `version`: the removal counts as one. */
  | {
      readonly kind: 'removed';
      readonly version: number;
      readonly createdAt: string;
      readonly createdBy: string | null;
    };

export const row = decider<RowState>({ kind: 'none' }, when => [
  when(rowAdded, (_, { values, createdAt, updatedAt }, { meta }) => ({
    kind: 'kept',
    values,
    version: 1,
    createdAt: createdAt ?? meta?.at ?? '',
    updatedAt: updatedAt ?? meta?.at ?? '',
    createdBy: authorOf(meta?.actor),
    updatedBy: authorOf(meta?.actor),
  })),
  when(rowChanged, (s, { values }, { meta }) =>
    s.kind === 'kept'
      ? {
          ...s,
          values: { ...s.values, ...values },
          version: s.version + 1,
          updatedAt: meta?.at ?? s.updatedAt,
          updatedBy: meta ? authorOf(meta.actor) : s.updatedBy,
        }
      : s,
  ),
  when(rowRemoved, s =>
    s.kind === 'kept'
      ? {
          kind: 'removed',
          version: s.version + 1,
          createdAt: s.createdAt,
          createdBy: s.createdBy,
        }
      : s,
  ),
  when(rowRestored, (_, { values, version, createdAt, createdBy }, { meta }) => ({
    kind: 'kept',
    values,
    version,
    createdAt,
    updatedAt: meta?.at ?? '',
    createdBy: createdBy ?? null,
    updatedBy: authorOf(meta?.actor),
  })),
  when(valuesNumbered, (s, { fieldId, number }) =>
    s.kind === 'kept' && number !== undefined && (memberOf(s.values, fieldId) ?? null) === null
      ? { ...s, values: { ...s.values, [fieldId]: number } }
      : s,
  ),
]);

/** The time and the author of a removed row, which it keeps. */
export const firstTold = ({ createdAt, createdBy }: Extract<RowState, { kind: 'removed' }>) => ({
  createdAt,
  ...(createdBy !== null && { createdBy }),
});

/** A row, and what it holds or held last. */
export interface LastingRow {
  readonly state: RowState;
  readonly last: Cells | undefined;
}

export const lastingRow: Decider<LastingRow> = {
  initial: { state: row.initial, last: undefined },
  evolve: (s, event) => {
    const state = row.evolve(s.state, event);
    return { state, last: state.kind === 'kept' ? state.values : s.last };
  },
};

export interface OfRow {
  readonly projectId: string;
  readonly tableId: string;
  readonly rowId: string;
}

export const rowStream = ({ tableId, rowId }: Omit<OfRow, 'projectId'>): string =>
  `row-${tableId}-${rowId}`;

export const addRow =
  (of: OfRow, values: Cells) =>
  (s: RowState): Decision =>
    s.kind === 'none' ? (tooLarge({}, values) ?? [rowAdded({ ...of, values })]) : [];

/** `expected`: the version that the caller saw; `current` makes what a refused caller is shown. */
export const changeRow =
  (of: OfRow, values: Cells, expected: number | undefined, current: (s: RowState) => unknown) =>
  (s: RowState): Decision => {
    if (s.kind !== 'kept') return reject('NOT_FOUND');
    if (expected !== undefined && expected !== s.version)
      return reject('VERSION_MISMATCH', { data: { current: current(s) } });
    const changed = differing(s.values, values);
    if (Object.keys(changed).length === 0) return [];
    return (
      tooLarge(s.values, { ...s.values, ...changed }) ?? [
        rowChanged({ ...of, values: changed, before: remembered(replaced(s.values, changed)) }),
      ]
    );
  };

export const removeRow =
  (of: OfRow, expected: number | undefined, current: (s: RowState) => unknown) =>
  (s: RowState): Decision => {
    if (s.kind !== 'kept') return reject('NOT_FOUND');
    if (expected !== undefined && expected !== s.version)
      return reject('VERSION_MISMATCH', { data: { current: current(s) } });
    return [rowRemoved({ ...of, before: remembered(s.values) })];
  };

/** Values of a row in fields that writes name, and in those of `unwrittenFields`. */
interface RestoredValues {
  readonly values: Cells;
  readonly unwritten: Cells;
}

/** Gives a row these values again; a removed row gets those in unwritten fields, too. */
export const restoreRow =
  (
    of: OfRow,
    { values, unwritten }: RestoredValues,
    expected: number | undefined,
    current: (s: RowState) => unknown,
  ) =>
  (s: RowState): Decision => {
    if (s.kind !== 'removed') return changeRow(of, values, expected, current)(s);
    const all = { ...unwritten, ...values };
    return (
      tooLarge({}, all) ?? [
        rowRestored({ ...of, values: all, version: s.version + 1, ...firstTold(s) }),
      ]
    );
  };

/** Those of the new values that are not there already. */
export const differing = (now: Cells, values: Cells): Cells =>
  Object.fromEntries(
    Object.entries(values).filter(([id, value]) => !sameJson(memberOf(now, id) ?? null, value)),
  );

/** Returns the values that a change replaces. */
export const replaced = (now: Cells, values: Cells): Cells =>
  Object.fromEntries(Object.keys(values).map(id => [id, memberOf(now, id) ?? null]));
