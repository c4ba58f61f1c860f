import { memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import type { FieldShape } from '@hzm/contracts/features/tables/events';
import type { SchemaChange } from '@hzm/contracts/features/transfers/transfer';
import type { SchemaTable } from '../tables/schema.ts';

/** Whether two values are the same as JSON, whatever the order of their members. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [these, those] = [membersOf(a), membersOf(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    these.length === those.length &&
    these.every(([name, value]) => isSame(value, memberOf(b as JsonObject, name)))
  );
}
const membersOf = (value: object): [string, Json | undefined][] =>
  Object.entries(value).filter(([, member]) => member !== undefined);

/**
 * Every difference between what a table is and what it becomes; none: they are the same. Of a table
 * that is not there yet: its fields.
 */
export function changesBetween(
  before: SchemaTable | undefined,
  after: SchemaTable,
): SchemaChange[] {
  const old = before?.fields ?? new Map<string, FieldShape>();
  const changes: SchemaChange[] =
    before && before.name !== after.name
      ? [{ kind: 'table-renamed', before: before.name, after: after.name }]
      : [];
  for (const [fieldId, field] of old)
    if (!after.fields.has(fieldId))
      changes.push({ kind: 'field-removed', fieldId, name: field.name, before: field });
  for (const [place, [fieldId, field]] of [...after.fields].entries()) {
    const was = old.get(fieldId);
    changes.push(
      ...(was
        ? changesOf(fieldId, was, field)
        : [{ kind: 'field-added', fieldId, name: field.name, after: field, place } as const]),
    );
  }
  return [...changes, ...movesBetween(old, after.fields)];
}

function changesOf(fieldId: string, before: FieldShape, after: FieldShape): SchemaChange[] {
  const of = { fieldId, name: before.name };
  const changes: readonly SchemaChange[] = [
    { kind: 'field-renamed', ...of, before: before.name, after: after.name },
    { kind: 'field-type', ...of, before: before.type, after: after.type },
    { kind: 'field-required', ...of, before: before.required, after: after.required },
    { kind: 'field-validation', ...of, before: before.validation, after: after.validation },
    { kind: 'field-description', ...of, before: before.description, after: after.description },
    { kind: 'field-hidden', ...of, before: before.isHidden, after: after.isHidden },
    {
      kind: 'field-relationships',
      ...of,
      before: before.relationships ?? [],
      after: after.relationships ?? [],
    },
  ];
  return changes.filter(
    change =>
      'before' in change &&
      'after' in change &&
      !isSame(change.before as Json, change.after as Json),
  );
}

/** The fewest fields whose moving turns the one order into the other. */
function movesBetween(
  before: ReadonlyMap<string, FieldShape>,
  after: ReadonlyMap<string, FieldShape>,
): SchemaChange[] {
  const places = new Map([...before.keys()].map((id, place) => [id, place]));
  const kept = [...after.keys()].filter(id => places.has(id));
  const staying = longestRising(kept.map(id => places.get(id)!));
  const now = [...after.keys()];
  return kept.flatMap((fieldId, at) =>
    staying.has(at)
      ? []
      : [
          {
            kind: 'field-moved' as const,
            fieldId,
            name: before.get(fieldId)!.name,
            before: places.get(fieldId)!,
            after: now.indexOf(fieldId),
          },
        ],
  );
}

/** Returns the indexes of a longest increasing subsequence of a list. */
function longestRising(list: readonly number[]): ReadonlySet<number> {
  const best: { readonly length: number; readonly from: number }[] = [];
  for (const [at, value] of list.entries()) {
    let [length, from] = [1, -1];
    for (let i = 0; i < at; i++)
      if (list[i]! < value && best[i]!.length >= length) [length, from] = [best[i]!.length + 1, i];
    best.push({ length, from });
  }
  const chosen = new Set<number>();
  const most = Math.max(0, ...best.map(({ length }) => length));
  for (let at = best.findIndex(({ length }) => length === most); at >= 0; at = best[at]!.from)
    chosen.add(at);
  return chosen;
}
