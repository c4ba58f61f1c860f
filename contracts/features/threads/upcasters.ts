import type { Upcaster } from '../../core/event.ts';

export const upcasters: readonly Upcaster[] = [
  // Before version 2 a message did not say who wrote the one that it answers.
  { type: 'message-written', from: 1, up: data => ({ ...data, repliedTo: null }) },
];
