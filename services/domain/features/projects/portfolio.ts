import type { DataOf } from '@hzm/contracts/core/event';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import { offerEnded, projectOffered, projectReceived, projectReleased } from '@hzm/contracts/features/members/events';
import { projectCreated, projectDeleted, projectDescribed } from '@hzm/contracts/features/projects/events';
import { decider, reject, type Decision } from '@hzm/services/core/decider';
import { nameKey } from '../../name-key.ts';

interface Entry {
  readonly name: string;
  readonly description: string;
  /** It is offered to somebody else, or was received from them; which of both holds is decided by the project's own stream. */
  readonly handOver?: { readonly id: string; readonly kind: 'offered' | 'received'; readonly ownerId: string; readonly since: string };
}

/** A person's projects: what must be unique and counted is decided here. */
export type Portfolio = ReadonlyMap<string, Entry>;

const withProject = (s: Portfolio, id: string, { name, description }: Entry): Portfolio => new Map(s).set(id, { ...s.get(id), name, description });
const without = (s: Portfolio, projectId: string): Portfolio => new Map([...s].filter(([id]) => id !== projectId));
/** The project's entry, if it is there by this hand-over. */
const handedBy = (s: Portfolio, projectId: string, handOverId: string): Entry | undefined => (s.get(projectId)?.handOver?.id === handOverId ? s.get(projectId) : undefined);

export const portfolio = decider<Portfolio>(new Map(), when => [
  // Of a deleted project only the id is left to read, until its deletion follows.
  when(projectCreated, (s, data) => withProject(s, data.projectId, { name: data.name ?? '', description: data.description ?? '' })),
  when(projectDescribed, (s, data) => withProject(s, data.projectId, data)),
  when(projectDeleted, (s, { projectId }) => without(s, projectId)),
  when(projectOffered, (s, { projectId, handOverId, ownerId }, { meta }) => {
    const entry = s.get(projectId);
    return entry ? new Map(s).set(projectId, { ...entry, handOver: { id: handOverId, kind: 'offered', ownerId, since: meta?.at ?? '' } }) : s;
  }),
  when(offerEnded, (s, { projectId, handOverId }) => {
    const entry = handedBy(s, projectId, handOverId);
    return entry ? new Map(s).set(projectId, { name: entry.name, description: entry.description }) : s;
  }),
  when(projectReceived, (s, { projectId, handOverId, ownerId, name, description }, { meta }) =>
    new Map(s).set(projectId, { name: name ?? '', description: description ?? '', handOver: { id: handOverId, kind: 'received', ownerId, since: meta?.at ?? '' } })),
  when(projectReleased, (s, { projectId, handOverId }) => (handedBy(s, projectId, handOverId) ? without(s, projectId) : s)),
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
  if (now.handOver?.kind === 'offered') return underWay();
  const { name = now.name, description = now.description } = change;
  if (isTaken(s, name, projectId)) return reject('NAME_TAKEN', { text: 'project-name-taken' });
  return name === now.name && description === now.description ? [] : [projectDescribed({ projectId, name, description })];
};

export const deleteProject = (data: DataOf<typeof projectDeleted>) => (s: Portfolio): Decision =>
  s.get(data.projectId)?.handOver?.kind === 'offered' ? underWay() : s.has(data.projectId) ? [projectDeleted(data)] : [];

const underWay = () => reject('CONFLICT', { text: 'hand-over-under-way' });

/** Keeps the project as it is until the hand-over is decided. Offering it to the same person again is the same hand-over. */
export const offerProject = (projectId: string, handOverId: string, toId: string) => (s: Portfolio): Decision => {
  const entry = s.get(projectId);
  if (!entry) return reject('CONFLICT');
  if (entry.handOver?.kind === 'offered') return entry.handOver.ownerId === toId ? [] : underWay();
  return [projectOffered({ projectId, handOverId, ownerId: toId })];
};

export const endOffer = (projectId: string, handOverId: string) => (s: Portfolio): Decision =>
  handedBy(s, projectId, handOverId) ? [offerEnded({ projectId, handOverId })] : [];

/** Keeps a place for a project that is handed over. `limit`: how many projects the new owner may have. */
export const receiveProject = (data: DataOf<typeof projectReceived>, limit: number) => (s: Portfolio): Decision =>
  s.has(data.projectId) ? (handedBy(s, data.projectId, data.handOverId) ? [] : underWay())
  : isTaken(s, data.name, data.projectId) ? reject('NAME_TAKEN', { text: 'hand-over-name-taken' })
  : limit !== UNLIMITED && s.size >= limit ? reject('PLAN_LIMIT', { text: { key: 'hand-over-limit', values: { limit } } })
  : [projectReceived(data)];

export const releaseProject = (projectId: string, handOverId: string) => (s: Portfolio): Decision =>
  handedBy(s, projectId, handOverId) ? [projectReleased({ projectId, handOverId })] : [];
