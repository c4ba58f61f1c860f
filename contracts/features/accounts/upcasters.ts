import type { Upcaster } from '../../core/event.ts';
import { storageBeside } from '../administration/administration.ts';

export const upcasters: readonly Upcaster[] = [
  // Version 1 did not record the device.
  { type: 'session-opened', from: 1, up: data => data },
  // Version 1 had no limit on storage.
  {
    type: 'account-registered',
    from: 1,
    up: data => ({ ...data, maxStorage: storageBeside(data) }),
  },
];
