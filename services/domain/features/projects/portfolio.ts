import type { DataOf } from '@hzm/contracts/core/event';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import { projectCreated, projectDeleted, projectDescribed } from '@hzm/contracts/features/projects/events';
import { decider, reject, type Decision } from '@hzm/services/core/decider';
import { nameKey } from '../../name-key.ts';

/** A person's projects: what must be unique and counted is decided here. */
export type Portfolio = ReadonlyMap<string, { readonly name: string; readonly description: string }>;

const withProject = (s: Portfolio, id: string, described: { name: string; description: string }): Portfolio =>
  new Map(s).set(id, { name: described.name, description: described.description });

export const portfolio = decider<Portfolio>(new Map(), when => [
  // Of a deleted project only the id is left to read, until its deletion follows.
  when(projectCreated, (s, data) => withProject(s, data.projectId, { name: data.name ?? '', description: data.description ?? '' })),
  when(projectDescribed, (s, data) => withProject(s, data.projectId, data)),
  when(projectDeleted, (s, { projectId }) => new Map([...s].filter(([id]) => id !== projectId))),
]);

const isTaken = (s: Portfolio, name: string, by: string) => [...s].some(([id, p]) => id !== by && nameKey(p.name) === nameKey(name));

export const createProject = (data: DataOf<typeof projectCreated>, limit: number) => (s: Portfolio): Decision =>
  s.has(data.projectId) ? []
  : isTaken(s, data.name, data.projectId) ? reject('NAME_TAKEN', { text: 'project-name-taken' })
  : limit !== UNLIMITED && s.size >= limit ? reject('PLAN_LIMIT', { text: { key: 'project-limit', values: { limit } } })
  : [projectCreated(data)];

export const describeProject = (projectId: string, change: { name?: string | undefined; description?: string | undefined }) => (s: Portfolio): Decision => {
  const now = s.get(projectId);
  if (!now) return reject('NOT_FOUND');
  const { name = now.name, description = now.description } = change;
  if (isTaken(s, name, projectId)) return reject('NAME_TAKEN', { text: 'project-name-taken' });
  return name === now.name && description === now.description ? [] : [projectDescribed({ projectId, name, description })];
};

export const deleteProject = (projectId: string, ownerId: string, tableIds: string[]) => (s: Portfolio): Decision =>
  s.has(projectId) ? [projectDeleted({ projectId, ownerId, tableIds })] : [];
