import type { Upcaster } from '../../core/event.ts';
import { storageBeside } from './administration.ts';

export const upcasters: readonly Upcaster[] = [
  // Version 1 had no limit on storage.
  {
    type: 'account-plan-changed',
    from: 1,
    up: data => ({ ...data, maxStorage: storageBeside(data) }),
  },
];
