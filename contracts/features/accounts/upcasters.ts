import type { Upcaster } from '../../core/event.ts';
import { storageBeside } from '../administration/administration.ts';

export const upcasters: readonly Upcaster[] = [
  // Before version 2 nothing said with what somebody signed in.
  { type: 'session-opened', from: 1, up: data => data },
  // Before version 2 storage had no limit.
  {
    type: 'account-registered',
    from: 1,
    up: data => ({ ...data, maxStorage: storageBeside(data) }),
  },
];
