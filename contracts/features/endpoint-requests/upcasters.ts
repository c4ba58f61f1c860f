import type { Upcaster } from '../../core/event.ts';

export const upcasters: readonly Upcaster[] = [
  // Before version 2 a request did not say whose project it is about.
  { type: 'endpoint-request-added', from: 1, up: data => ({ ...data, ownerId: null }) },
];
