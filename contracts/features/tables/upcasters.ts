import type { Upcaster } from '../../core/event.ts';

export const upcasters: readonly Upcaster[] = [
  // Version 1 of a changed field converted no values.
  { type: 'field-changed', from: 1, up: data => data },
  // Before 0.7.0 there was no bin.
  { type: 'table-deleted', from: 1, up: data => data },
  { type: 'field-removed', from: 1, up: data => data },
];
