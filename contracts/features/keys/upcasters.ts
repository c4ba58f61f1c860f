import type { Upcaster } from '../../core/event.ts';

export const upcasters: readonly Upcaster[] = [
  // Version 1 ended the former text of a key at once.
  { type: 'api-key-regenerated', from: 1, up: data => ({ ...data, former: null }) },
];
