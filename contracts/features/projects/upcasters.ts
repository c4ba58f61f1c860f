import type { Upcaster } from '../../core/event.ts';

export const upcasters: readonly Upcaster[] = [
  // Before version 2 every project's key reached that project's rows only.
  { type: 'project-created', from: 1, up: data => ({ ...data, keyType: 'project' }) },
  // Before version 2 a project was its owner's alone.
  { type: 'project-deleted', from: 1, up: data => ({ ...data, memberIds: [] }) },
];
