import type { Upcaster } from '../../core/event.ts';

export const upcasters: readonly Upcaster[] = [
  // Before version 2 nothing said with what somebody signed in.
  { type: 'session-opened', from: 1, up: data => data },
];
