import type { Upcaster } from '../../core/event.ts';
import type { JsonObject } from '../../core/json.ts';

export const upcasters: readonly Upcaster[] = [
  // Before version 2 a batch held none of its rows.
  {
    type: 'rows-changed',
    from: 1,
    up: data => ({
      ...data,
      rows: (data['rows'] as JsonObject[]).map(row => ({ ...row, revision: null })),
    }),
  },
];
