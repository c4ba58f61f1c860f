import type { Upcaster } from '../../core/event.ts';
import type { Json, JsonObject } from '../../core/json.ts';

/** Erased events no longer say what they counted. */
const withEndpoints = (counts: Json): JsonObject => ({ ...(counts as JsonObject), endpoints: 0 });

/** Before version 2 there were no endpoints in backups. */
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
