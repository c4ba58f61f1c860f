import type { DataOf } from '@hzm/contracts/core/event';
import { nameKey } from '@hzm/contracts/core/name';
import type { Problem } from '@hzm/contracts/core/problem';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import {
  offerEnded,
  projectOffered,
  projectReceived,
  projectReleased,
} from '@hzm/contracts/features/members/events';
import {
  projectCreated,
  projectDeleted,
  projectDescribed,
  testEnvironmentCreated,
  testEnvironmentDeleted,
} from '@hzm/contracts/features/projects/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import { testEnvironmentIdAfter } from '@hzm/services/core/commands/mirror-id';
import { isNameTaken } from '../taken-name.ts';
import { importedNames, testNames } from './suffixed-names.ts';

interface Entry {
  readonly name: string;
  readonly description: string;
  /** The project that it is the test environment of. */
  readonly parentId?: string;
  readonly testId?: string | undefined;
  /** The seed of the id of its next test environment. */
  readonly seed: string;
  /**
   * It is offered to somebody else, or was received from them; which of both holds is decided by
   * the project's own stream.
   */
  readonly handOver?:
    | {
        readonly id: string;
        readonly kind: 'offered' | 'received';
        readonly ownerId: string;
        readonly since: string;
      }
    | undefined;
}

/** A person's projects: what must be unique and counted is decided here. */
export type Portfolio = ReadonlyMap<string, Entry>;

const withEntry = (s: Portfolio, id: string, change: Partial<Entry>): Portfolio => {
  const entry = s.get(id);
  return entry ? new Map(s).set(id, { ...entry, ...change }) : s;
};
const without = (s: Portfolio, projectId: string): Portfolio =>
  new Map([...s].filter(([id]) => id !== projectId));
/** The project's entry, if it is there by this hand-over. */
const handedBy = (s: Portfolio, projectId: string, handOverId: string): Entry | undefined =>
  s.get(projectId)?.handOver?.id === handOverId ? s.get(projectId) : undefined;

export const portfolio = decider<Portfolio>(new Map(), when => [
  // A deleted project has only its id left to read, until its deletion follows.
  when(projectCreated, (s, { projectId, name, description, parentProjectId }) =>
    new Map(s).set(projectId, {
      name: name ?? '',
      description: description ?? '',
      seed: projectId,
      ...(typeof parentProjectId === 'string' && { parentId: parentProjectId }),
    }),
  ),
  when(projectDescribed, (s, { projectId, name, description }) =>
    withEntry(s, projectId, { name, description }),
  ),
  when(testEnvironmentCreated, (s, { projectId, testEnvironmentId }) =>
    withEntry(s, projectId, { testId: testEnvironmentId, seed: testEnvironmentId }),
  ),
  when(testEnvironmentDeleted, (s, { projectId }) =>
    withEntry(s, projectId, { testId: undefined }),
  ),
  when(projectDeleted, (s, { projectId }) => without(s, projectId)),
  when(projectOffered, (s, { projectId, handOverId, ownerId }, { meta }) =>
    withEntry(s, projectId, {
      handOver: { id: handOverId, kind: 'offered', ownerId, since: meta?.at ?? '' },
    }),
  ),
  when(offerEnded, (s, { projectId, handOverId }) =>
    handedBy(s, projectId, handOverId) ? withEntry(s, projectId, { handOver: undefined }) : s,
  ),
  when(projectReceived, (s, { projectId, handOverId, ownerId, name, description }, { meta }) =>
    new Map(s).set(projectId, {
      name: name ?? '',
      description: description ?? '',
      seed: handOverId,
      handOver: { id: handOverId, kind: 'received', ownerId, since: meta?.at ?? '' },
    }),
  ),
  when(projectReleased, (s, { projectId, handOverId }) =>
    handedBy(s, projectId, handOverId) ? without(s, projectId) : s,
  ),
]);

/** Whether a plan has no place for one more. Test environments take none. */
const isFull = (s: Portfolio, limit: number): boolean =>
  limit !== UNLIMITED &&
  [...s.values()].filter(({ parentId }) => parentId === undefined).length >= limit;

export const createProject =
  (data: DataOf<typeof projectCreated>, limit: number) =>
  (s: Portfolio): Decision =>
    s.has(data.projectId)
      ? []
      : isNameTaken(s, data.name, data.projectId)
        ? reject('NAME_TAKEN', { text: 'project-name-taken' })
        : isFull(s, limit)
          ? reject('PLAN_LIMIT', { text: { key: 'project-limit', values: { limit } } })
          : [projectCreated(data)];

/**
 * A project of a backup, under the first of its names that is free. No plan stops an administrator.
 */
export const createImported =
  (data: DataOf<typeof projectCreated>) =>
  (s: Portfolio): Decision => {
    if (s.has(data.projectId)) return [];
    const taken = new Set([...s.values()].map(({ name }) => nameKey(name)));
    return [
      projectCreated({
        ...data,
        name: importedNames(data.name).find(name => !taken.has(nameKey(name)))!,
      }),
    ];
  };

export const describeProject =
  (projectId: string, change: { name?: string | undefined; description?: string | undefined }) =>
  (s: Portfolio): Decision => {
    const now = s.get(projectId);
    if (!now) return reject('NOT_FOUND');
    if (now.handOver?.kind === 'offered') return underWay();
    const { name = now.name, description = now.description } = change;
    if (isNameTaken(s, name, projectId))
      return reject('NAME_TAKEN', { text: 'project-name-taken' });
    return name === now.name && description === now.description
      ? []
      : [projectDescribed({ projectId, name, description })];
  };

/** The id that the next test environment of a project will have. */
export const nextTestEnvironment = (s: Portfolio, projectId: string): string =>
  testEnvironmentIdAfter(s.get(projectId)?.seed ?? projectId);

/** Why a project cannot get a test environment; undefined: it can. */
export function testEnvironmentObstacle(s: Portfolio, projectId: string): Problem | undefined {
  const entry = s.get(projectId);
  if (!entry) return reject('NOT_FOUND', { text: 'project-not-found' });
  if (entry.parentId !== undefined) return reject('CONFLICT', { text: 'test-environment-of-test' });
  if (entry.testId !== undefined) return reject('CONFLICT', { text: 'test-environment-exists' });
  return entry.handOver?.kind === 'offered' ? underWay() : undefined;
}

/** Makes a project whose schema is there already the test environment of `parentProjectId`. */
export const createTestEnvironment =
  (
    data: Omit<DataOf<typeof projectCreated>, 'name' | 'description'> & {
      readonly parentProjectId: string;
    },
  ) =>
  (s: Portfolio): Decision => {
    const parent = s.get(data.parentProjectId);
    const obstacle = testEnvironmentObstacle(s, data.parentProjectId);
    if (!parent || obstacle) return obstacle ?? [];
    // Another one came and went while the schema was copied.
    if (data.projectId !== nextTestEnvironment(s, data.parentProjectId)) return reject('CONFLICT');
    const name = testNames(parent.name).find(one => !isNameTaken(s, one, data.projectId))!;
    return [
      projectCreated({ ...data, name, description: parent.description }),
      testEnvironmentCreated({
        projectId: data.parentProjectId,
        testEnvironmentId: data.projectId,
      }),
    ];
  };

/** The projects that go with a project: itself, and its test environment. */
export const deletedWith = (s: Portfolio, projectId: string): string[] =>
  [s.get(projectId)?.testId, projectId].filter(id => id !== undefined);

/**
 * Deletes a project with its test environment. `ends`: what each of both has that must be named,
 * and of a test environment that was never finished.
 */
export const deleteProject =
  (projectId: string, ends: readonly DataOf<typeof projectDeleted>[]) =>
  (s: Portfolio): Decision => {
    const entry = s.get(projectId);
    if (!entry) return [];
    if (entry.handOver?.kind === 'offered') return underWay();
    // One was made or deleted since it was looked.
    if (!deletedWith(s, projectId).every(id => ends.some(end => end.projectId === id)))
      return reject('CONFLICT');
    return [
      ...ends.map(end => projectDeleted(end)),
      ...(entry.parentId === undefined
        ? []
        : [testEnvironmentDeleted({ projectId: entry.parentId, testEnvironmentId: projectId })]),
    ];
  };

const underWay = () => reject('CONFLICT', { text: 'hand-over-under-way' });

/**
 * Keeps the project as it is until the hand-over is decided. Offering it to the same person again
 * is the same hand-over.
 */
export const offerProject =
  (projectId: string, handOverId: string, toId: string) =>
  (s: Portfolio): Decision => {
    const entry = s.get(projectId);
    if (!entry) return reject('CONFLICT');
    if (entry.parentId !== undefined)
      return reject('CONFLICT', { text: 'test-environment-people' });
    if (entry.testId !== undefined)
      return reject('CONFLICT', { text: 'hand-over-test-environment' });
    if (entry.handOver?.kind === 'offered')
      return entry.handOver.ownerId === toId ? [] : underWay();
    return [projectOffered({ projectId, handOverId, ownerId: toId })];
  };

export const endOffer =
  (projectId: string, handOverId: string) =>
  (s: Portfolio): Decision =>
    handedBy(s, projectId, handOverId) ? [offerEnded({ projectId, handOverId })] : [];

/** Keeps a place for a project that is handed over. @param owner the new one */
export const receiveProject =
  (
    data: DataOf<typeof projectReceived>,
    owner: { readonly name: string; readonly maxProjects: number },
  ) =>
  (s: Portfolio): Decision =>
    s.has(data.projectId)
      ? handedBy(s, data.projectId, data.handOverId)
        ? []
        : underWay()
      : isNameTaken(s, data.name, data.projectId)
        ? reject('NAME_TAKEN', {
            text: {
              key: 'hand-over-name-taken',
              values: { owner: owner.name, name: data.name },
            },
          })
        : isFull(s, owner.maxProjects)
          ? reject('PLAN_LIMIT', {
              text: {
                key: 'hand-over-limit',
                values: { owner: owner.name, limit: owner.maxProjects },
              },
            })
          : [projectReceived(data)];

export const releaseProject =
  (projectId: string, handOverId: string) =>
  (s: Portfolio): Decision =>
    handedBy(s, projectId, handOverId) ? [projectReleased({ projectId, handOverId })] : [];
