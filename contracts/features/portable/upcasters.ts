import type { Upcaster } from '../../core/event.ts';
import type { Json, JsonObject } from '../../core/json.ts';

/** Adds the count of endpoints, also to erased events, which have lost their counts. */
const withEndpoints = (counts: Json): JsonObject => ({ ...(counts as JsonObject), endpoints: 0 });

/** Version 1 had no endpoints in backups. */
export const upcasters: readonly Upcaster[] = [
  {
    type: 'import-prepared',
    from: 1,
    up: ({ found, ...data }) => ({
      ...data,
      ...(found !== undefined && { found: withEndpoints(found) }),
    }),
  },
  {
    type: 'import-advanced',
    from: 1,
    up: ({ added, ...data }) => ({
      ...data,
      ...(added !== undefined && { added: withEndpoints(added) }),
    }),
  },
];
