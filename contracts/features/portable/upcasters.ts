import type { Upcaster } from '../../core/event.ts';
import { memberOf, type JsonObject } from '../../core/json.ts';

/** Adds a count of nothing; erased events have lost their counts, and stay without. */
const counting = (
  type: string,
  from: number,
  member: 'found' | 'added',
  count: 'endpoints' | 'widgets',
): Upcaster => ({
  type,
  from,
  up(data) {
    const counts = memberOf(data, member);
    return counts === undefined
      ? data
      : { ...data, [member]: { ...(counts as JsonObject), [count]: 0 } };
  },
});

/** Version 1 had no endpoints in backups, version 2 no widgets. */
export const upcasters: readonly Upcaster[] = [
  counting('import-prepared', 1, 'found', 'endpoints'),
  counting('import-advanced', 1, 'added', 'endpoints'),
  counting('import-prepared', 2, 'found', 'widgets'),
  counting('import-advanced', 2, 'added', 'widgets'),
];
