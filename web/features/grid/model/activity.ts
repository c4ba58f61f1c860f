import type { Changes } from '@hzm/contracts/core/realtime';

/** The last thing that somebody else did: to how many rows, or to which field of one. */
export interface Activity {
  /** Empty for the server itself, and for an anonymous watcher. */
  readonly who: string;
  readonly what: 'put' | 'patch' | 'drop';
  readonly field: string | undefined;
  readonly count: number;
  readonly at: string;
}

const STAMPS: ReadonlySet<string> = new Set(['updated_at', '_version']);

/** Returns the activity of others that a message reports; undefined if all of it is our own. */
export function activityOf(
  { at, changes }: Changes,
  own: ReadonlySet<string>,
): Activity | undefined {
  const foreign = changes.filter(
    ({ kind, requestId }) => kind === 'row' && (requestId === undefined || !own.has(requestId)),
  );
  const last = foreign.at(-1);
  if (!last) return undefined;
  const field =
    last.op === 'patch' ? Object.keys(last.patch ?? {}).find(name => !STAMPS.has(name)) : undefined;
  return { who: last.actor?.name ?? '', what: last.op, field, count: foreign.length, at };
}
