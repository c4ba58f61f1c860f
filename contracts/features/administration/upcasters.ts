import type { Upcaster } from '../../core/event.ts';
import { storageBeside } from './administration.ts';

export const upcasters: readonly Upcaster[] = [
  // Before version 2 storage had no limit.
  {
    type: 'account-plan-changed',
    from: 1,
    up: data => ({ ...data, maxStorage: storageBeside(data) }),
  },
];
