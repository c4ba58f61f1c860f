import type { Upcaster } from '../../core/event.ts';

export const upcasters: readonly Upcaster[] = [
  // Version 1 of a changed field converted no values.
  { type: 'field-changed', from: 1, up: data => data },
];
