import type { Upcaster } from '../../core/event.ts';

export const upcasters: readonly Upcaster[] = [
  // Version 1 did not record the author of the answered message.
  { type: 'message-written', from: 1, up: data => ({ ...data, repliedTo: null }) },
];
