import type { Upcaster } from '../../core/event.ts';
import type { JsonObject } from '../../core/json.ts';

export const upcasters: readonly Upcaster[] = [
  // Version 1 of added rows had no times of their own.
  { type: 'rows-added', from: 1, up: data => data },
  // Version 1 of a batch did not lock its rows.
  {
    type: 'rows-changed',
    from: 1,
    up: data => ({
      ...data,
      rows: (data['rows'] as JsonObject[]).map(row => ({ ...row, revision: null })),
    }),
  },
];
