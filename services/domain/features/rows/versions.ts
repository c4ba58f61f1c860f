import type { Event } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import { row, type RowState } from './row.ts';

export interface Version {
  readonly event: Event;
  readonly state: RowState & { kind: 'kept' | 'removed' };
}

/** What became of a row with each event that did something to it. */
export function versionsOf(events: readonly Event[]): Version[] {
  const versions: Version[] = [];
  let state: RowState = row.initial;
  for (const event of events) {
    const next = row.evolve(state, event);
    if (next !== state && next.kind !== 'none') versions.push({ event, state: next });
    state = next;
  }
  return versions;
}

/** The fields may be others by now: what a version had goes to those that are still there, by their names, and must fit them. */
export const namedValues = (fields: readonly Field[], values: Cells): { readonly [name: string]: Json } =>
  Object.fromEntries(fields.map(({ id, name }): [string, Json] => [name, values[id] ?? null]));
