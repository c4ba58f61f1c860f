import type { Upcaster } from '../../core/event.ts';

export const upcasters: readonly Upcaster[] = [
  // Version 1 did not record the project's owner.
  { type: 'endpoint-request-added', from: 1, up: data => ({ ...data, ownerId: null }) },
  { type: 'endpoint-request-restored', from: 1, up: data => ({ ...data, ownerId: null }) },
];
