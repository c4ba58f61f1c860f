import type { Field } from '@hzm/contracts/features/tables/table';
import { fresh, isSent, type Add, type Edit, type Op } from './op.ts';

/** The fields of a table; undefined while they are not known. */
export type KnownFields = readonly Pick<Field, 'id' | 'name'>[] | undefined;

interface Lookup {
  readonly nameOf: (id: string) => string | undefined;
  /** Versions up to 0.3.0 kept what waits under the names of fields. */
  readonly idOf: (name: string) => string | undefined;
}

/**
 * Marks what was written into fields that were removed, and notes the names of the others.
 * Leaves what may have arrived: the server says what became of it.
 */
export function withKnownFields(ops: readonly Op[], fields: KnownFields): readonly Op[] {
  if (!fields || ops.length === 0) return ops;
  const [names, ids] = [new Map<string, string>(), new Map<string, string>()];
  for (const { id, name } of fields) {
    names.set(id, name);
    ids.set(name, id);
  }
  const lookup = { nameOf: (id: string) => names.get(id), idOf: (name: string) => ids.get(name) };
  const next = ops.map(op => known(op, lookup));
  return next.every((op, at) => op === ops[at]) ? ops : next;
}

function known(op: Op, lookup: Lookup): Op {
  if (op.kind === 'edit') return knownEdit(op, lookup);
  return op.kind === 'add' ? knownAdd(op, lookup) : op;
}

function knownEdit(op: Edit, { nameOf, idOf }: Lookup): Edit {
  const label = nameOf(op.field);
  if (label !== undefined) return op.label === label ? op : { ...op, label };
  const id = idOf(op.field);
  if (id !== undefined) return { ...fresh(op, op.id), field: id, label: op.field };
  return isSent(op) || op.isFieldGone ? op : { ...op, state: 'failed', isFieldGone: true };
}

function knownAdd(op: Add, { nameOf, idOf }: Lookup): Add {
  const unknown = Object.keys(op.values).filter(key => nameOf(key) === undefined);
  if (unknown.length === 0) return op;
  if (unknown.some(key => idOf(key) !== undefined)) {
    const values = Object.entries(op.values).map(([key, value]) => [idOf(key) ?? key, value]);
    return { ...fresh(op, op.id), values: Object.fromEntries(values) };
  }
  return isSent(op) || op.isFieldGone ? op : { ...op, state: 'failed', isFieldGone: true };
}
