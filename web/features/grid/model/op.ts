import type { Json } from '@hzm/contracts/core/json';
import { same, type Values } from './row.ts';

/**
 * An edit that the server has not confirmed. `id` is the id of its request. `failed` was refused
 * and keeps its reason; `conflict` waits because somebody else changed the same cell; the row of a
 * `gone` edit no longer exists.
 */
interface Common {
  readonly id: string;
  /** The server's id, or `new:<op id>` of a row that is not there yet. */
  readonly rowId: string;
  readonly state: 'waiting' | 'sending' | 'failed' | 'conflict' | 'gone';
  /**
   * It was sent, for this version (0: none), and may have arrived: it is sent again exactly so
   * until the outcome is known.
   */
  sentFor?: number;
  /** It was sent together with edits of other rows, under this request id. */
  sentIn?: string;
  /** Why it failed, for a person. */
  reason?: string;
  /** It failed since a field of it was removed. */
  isFieldGone?: true;
}

export interface Edit extends Common {
  readonly kind: 'edit';
  readonly field: string;
  readonly value: Json;
  /** The value of the cell when it was edited. */
  readonly was: Json;
  /** The field's name as it was known last. */
  readonly label?: string;
}
export interface Add extends Common {
  readonly kind: 'add';
  readonly values: Values;
}
export interface Remove extends Common {
  readonly kind: 'remove';
}
/**
 * A removed row comes back as it was before it went; `values`: what it held, as far as it is known
 * here.
 */
export interface Restore extends Common {
  readonly kind: 'restore';
  readonly values: Values;
}
export type Op = Edit | Add | Remove | Restore;

/** Whether the outcome is unknown: it must not be changed or judged before it was sent again. */
export const isSent = (op: Op): boolean => op.sentFor !== undefined;
/** The request id that an op was or will be sent under. */
export const requestOf = ({ id, sentIn }: Op): string => sentIn ?? id;
/** Needs a person. */
export const isStuck = (op: Op): boolean =>
  op.state === 'failed' || op.state === 'conflict' || op.state === 'gone';

export const addOf = (id: string, values: Values): Add => ({
  kind: 'add',
  id,
  rowId: `new:${id}`,
  values,
  state: 'waiting',
});

export interface CellEdit {
  readonly rowId: string;
  readonly field: string;
  readonly value: Json;
  readonly was: Json;
}

/**
 * Takes edits in: into the row that is still to be added, in place of an unsent edit of the same
 * cell, or behind a sent one.
 * An edit that writes what stood there is none.
 */
export function withEdits(
  ops: readonly Op[],
  edits: readonly CellEdit[],
  newId: () => string,
): readonly Op[] {
  const next: (Op | undefined)[] = [...ops];
  const slots = new Map<string, number>();
  const slot = (rowId: string, field = ''): string => `${rowId} ${field}`;
  ops.forEach((op, at) => {
    if (!isSent(op) && (op.kind === 'add' || op.kind === 'edit'))
      slots.set(op.kind === 'add' ? slot(op.rowId) : slot(op.rowId, op.field), at);
  });
  for (const { rowId, field, value, was: seen } of edits) {
    const add = next[slots.get(slot(rowId)) ?? -1];
    if (add?.kind === 'add') {
      next[slots.get(slot(rowId))!] = {
        ...addOf(newId(), { ...add.values, [field]: value }),
        rowId,
      };
      continue;
    }
    const at = slots.get(slot(rowId, field)) ?? next.length;
    const unsent = next[at];
    const [was, conflict] =
      unsent?.kind === 'edit' ? [unsent.was, unsent.state === 'conflict'] : [seen, false];
    if (same(was, value) && !conflict) {
      if (unsent) next[at] = undefined;
      continue;
    }
    next[at] = {
      kind: 'edit',
      id: newId(),
      rowId,
      field,
      value,
      was,
      state: conflict ? 'conflict' : 'waiting',
    };
    slots.set(slot(rowId, field), at);
  }
  return next.filter(op => op !== undefined);
}

/**
 * Takes the removal of a row in. What was not sent for that row is pointless then; a row that was
 * never added or not brought back yet is just forgotten.
 */
export function withRemove(ops: readonly Op[], id: string, rowId: string): readonly Op[] {
  const neverAdded = ops.some(
    op => (op.kind === 'add' || op.kind === 'restore') && op.rowId === rowId && !isSent(op),
  );
  const left = ops.filter(op => op.rowId !== rowId || isSent(op));
  return neverAdded || left.some(op => op.kind === 'remove' && op.rowId === rowId)
    ? left
    : [...left, { kind: 'remove', id, rowId, state: 'waiting' }];
}

/** Takes the return of a removed row in: a removal that was not sent is just forgotten. */
export function withRestore(
  ops: readonly Op[],
  id: string,
  rowId: string,
  values: Values,
): readonly Op[] {
  const unsent = ops.find(op => op.kind === 'remove' && op.rowId === rowId && !isSent(op));
  return unsent
    ? without(ops, unsent.id)
    : [...ops, { kind: 'restore', id, rowId, values, state: 'waiting' }];
}

export const replace = (ops: readonly Op[], id: string, next: Op): readonly Op[] =>
  ops.map(op => (op.id === id ? next : op));
export const without = (ops: readonly Op[], id: string): readonly Op[] =>
  ops.filter(op => op.id !== id);
/** Without an op that another tab has settled, unless this one is sending it. */
export const withoutUnlessSending = (ops: readonly Op[], id: string): readonly Op[] =>
  ops.some(op => op.id === id && op.state !== 'sending') ? without(ops, id) : ops;

/** An op as if it had never been sent, under a new id. */
export const fresh = <O extends Op>(op: O, id: string): O => {
  const again = { ...op, id, state: 'waiting' as const };
  delete again.sentFor;
  delete again.sentIn;
  delete again.reason;
  delete again.isFieldGone;
  return again;
};

const NONE: readonly Op[] = [];
const grouped = new WeakMap<readonly Op[], ReadonlyMap<string, readonly Op[]>>();

/** The ops of each row. There may be thousands, and every cell that is drawn or judged asks. */
export function byRow(ops: readonly Op[]): ReadonlyMap<string, readonly Op[]> {
  const known = grouped.get(ops) ?? Map.groupBy(ops, op => op.rowId);
  grouped.set(ops, known);
  return known;
}
export const opsOf = (ops: readonly Op[], rowId: string): readonly Op[] =>
  byRow(ops).get(rowId) ?? NONE;

/**
 * The op of a row that may be sent next: the first that waits, while none of that row is under way.
 */
export function nextOf(ops: readonly Op[], rowId: string): Op | undefined {
  const own = opsOf(ops, rowId);
  return own.some(op => op.state === 'sending')
    ? undefined
    : own.find(op => op.state === 'waiting');
}

/**
 * Goes on with what is left of a sent edit that was refused: a later edit of the same cell takes
 * its place.
 */
export function inherit(ops: readonly Op[], refused: Edit): readonly Op[] | undefined {
  const later = ops.find(
    (op): op is Edit =>
      op.kind === 'edit' &&
      op.rowId === refused.rowId &&
      op.field === refused.field &&
      op.id !== refused.id,
  );
  return later && replace(without(ops, refused.id), later.id, { ...later, was: refused.was });
}
