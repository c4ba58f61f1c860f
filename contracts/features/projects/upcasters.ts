import type { Upcaster } from '../../core/event.ts';
import type { JsonObject } from '../../core/json.ts';

export const upcasters: readonly Upcaster[] = [
  // Before version 2 every project's key reached that project's rows only.
  { type: 'project-created', from: 1, up: data => ({ ...data, keyType: 'project' }) },
  // Before version 3 there were no test environments, and no project began with tables.
  {
    type: 'project-created',
    from: 2,
    up: data => ({ ...data, parentProjectId: null, tableCount: 0 }),
  },
  // Before version 2 a project was its owner's alone.
  { type: 'project-deleted', from: 1, up: data => ({ ...data, memberIds: [] }) },
  // Before version 3 nobody counted what a project leaves in the log.
  { type: 'project-deleted', from: 2, up: data => ({ ...data, leaves: 0 }) },
  // Before version 4 it said how many events, which count for 150 bytes each.
  {
    type: 'project-deleted',
    from: 3,
    up: data => ({ ...data, leaves: (data['leaves'] as number) * 150 }),
  },
  // Before version 2 only its own password lifted a protection.
  { type: 'protection-disabled', from: 1, up: data => ({ ...data, lifted: 'password' }) },
  // Before version 2 every project had one zone.
  {
    type: 'project-settings-changed',
    from: 1,
    up: data => ({
      ...data,
      settings: { ...(data['settings'] as JsonObject), timeZone: 'Europe/Istanbul' },
    }),
  },
];
