import { isStuck, type Op } from './op.ts';

/** Ops that wait for the same decision: what is said of one is said of all. */
export interface IssueGroup {
  readonly key: string;
  readonly first: Op;
  readonly ops: readonly Op[];
}

/**
 * Conflicts are decided one by one; refusals by their cause, lost rows by row, removed fields by
 * field.
 */
function causeOf(op: Op): string {
  const field = op.kind === 'edit' ? op.field : '';
  if (op.isFieldGone) return `field ${op.kind} ${field}`;
  if (op.state === 'gone') return `gone ${op.rowId}`;
  return op.state === 'failed' ? `failed ${op.kind} ${field} ${op.reason ?? ''}` : op.id;
}

export const issueGroups = (ops: readonly Op[]): readonly IssueGroup[] =>
  [...Map.groupBy(ops.filter(isStuck), causeOf)].map(([key, group]) => ({
    key,
    first: group[0]!,
    ops: group,
  }));
