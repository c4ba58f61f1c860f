import type { Upcaster } from '../../core/event.ts';
import type { JsonObject } from '../../core/json.ts';

export const upcasters: readonly Upcaster[] = [
  // Version 1 knew project keys that reached their project's rows only.
  { type: 'project-created', from: 1, up: data => ({ ...data, keyType: 'project' }) },
  // Version 2 had no test environments, and every project began without tables.
  {
    type: 'project-created',
    from: 2,
    up: data => ({ ...data, parentProjectId: null, tableCount: 0 }),
  },
  // Version 3 had no widgets.
  { type: 'project-created', from: 3, up: data => ({ ...data, widgetCount: 0 }) },
  // Version 1 had no members besides the owner.
  { type: 'project-deleted', from: 1, up: data => ({ ...data, memberIds: [] }) },
  // Version 2 did not count the events that a project leaves in the log.
  { type: 'project-deleted', from: 2, up: data => ({ ...data, leaves: 0 }) },
  // Version 3 counted the events; each stands for 150 bytes.
  {
    type: 'project-deleted',
    from: 3,
    up: data => ({ ...data, leaves: (data['leaves'] as number) * 150 }),
  },
  // Version 1 removed a protection only by its own password.
  { type: 'protection-disabled', from: 1, up: data => ({ ...data, lifted: 'password' }) },
  // Version 1 had one zone for all projects.
  {
    type: 'project-settings-changed',
    from: 1,
    up: data => ({
      ...data,
      settings: { ...(data['settings'] as JsonObject), timeZone: 'Europe/Istanbul' },
    }),
  },
];
