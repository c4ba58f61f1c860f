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
import { MAX_BINNED_PROJECTS } from '@hzm/contracts/features/projects/bin';
import {
  projectBinned,
  projectCreated,
  projectDeleted,
  projectDescribed,
  projectRestored,
  testEnvironmentCreated,
  testEnvironmentDeleted,
} from '@hzm/contracts/features/projects/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import { testEnvironmentIdAfter } from '@hzm/services/core/commands/mirror-id';
import { isNameTaken } from '../taken-name.ts';
import { importedNames, restoredNames, testNames } from './suffixed-names.ts';

interface Entry {
  readonly name: string;
  readonly description: string;
  /** The project that it is the test environment of. */
  readonly parentId?: string;
  readonly testId?: string | undefined;
  /** The end of its stay in the bin; absent: it is not there. */
  readonly binnedUntil?: string | undefined;
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
  when(projectBinned, (s, { projectId, until }) => withEntry(s, projectId, { binnedUntil: until })),
  when(projectRestored, (s, { projectId, name }) =>
    withEntry(s, projectId, { name, binnedUntil: undefined }),
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

/** The projects that are not in the bin: only their names are taken. */
const present = (s: Portfolio): Portfolio =>
  new Map([...s].filter(([, { binnedUntil }]) => binnedUntil === undefined));
const presentEntry = (s: Portfolio, projectId: string): Entry | undefined =>
  s.get(projectId)?.binnedUntil === undefined ? s.get(projectId) : undefined;

/** Counts projects without their test environments. */
const countOf = (s: Portfolio): number =>
  [...s.values()].filter(({ parentId }) => parentId === undefined).length;

/** Whether a plan has no place for one more; those in the bin take none. */
const isFull = (s: Portfolio, limit: number): boolean =>
  limit !== UNLIMITED && countOf(present(s)) >= limit;
const isBinFull = (s: Portfolio): boolean =>
  countOf(s) - countOf(present(s)) >= MAX_BINNED_PROJECTS;
const overLimit = (limit: number): Problem =>
  reject('PLAN_LIMIT', { text: { key: 'project-limit', values: { limit } } });

export const createProject =
  (data: DataOf<typeof projectCreated>, limit: number) =>
  (s: Portfolio): Decision =>
    s.has(data.projectId)
      ? []
      : isNameTaken(present(s), data.name, data.projectId)
        ? reject('NAME_TAKEN', { text: 'project-name-taken' })
        : isFull(s, limit)
          ? overLimit(limit)
          : isBinFull(s)
            ? reject('PLAN_LIMIT', {
                text: { key: 'project-bin-full', values: { limit: MAX_BINNED_PROJECTS } },
              })
            : [projectCreated(data)];

/**
 * A project of a backup, under the first of its names that is free. No plan stops an administrator.
 */
export const createImported =
  (data: DataOf<typeof projectCreated>) =>
  (s: Portfolio): Decision => {
    if (s.has(data.projectId)) return [];
    const taken = new Set([...present(s).values()].map(({ name }) => nameKey(name)));
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
    const now = presentEntry(s, projectId);
    if (!now) return reject('NOT_FOUND');
    if (now.handOver?.kind === 'offered') return underWay();
    const { name = now.name, description = now.description } = change;
    if (isNameTaken(present(s), name, projectId))
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
  const entry = presentEntry(s, projectId);
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
    const name = testNames(parent.name).find(one => !isNameTaken(present(s), one, data.projectId))!;
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
 * Puts a project with its test environment into the bin.
 * @param of its owner, the members who are told, and the end of its stay
 */
export const binProject =
  (projectId: string, of: Omit<DataOf<typeof projectBinned>, 'projectId'>) =>
  (s: Portfolio): Decision => {
    const entry = presentEntry(s, projectId);
    if (!entry) return [];
    if (entry.handOver?.kind === 'offered') return underWay();
    // One made since its deletion was asked for would be lost: that of a test environment is final.
    if (entry.parentId !== undefined) return reject('CONFLICT');
    return deletedWith(s, projectId).map(id => projectBinned({ ...of, projectId: id }));
  };

/**
 * Brings a project back with its test environment, which takes a free name.
 * @param given another name, if any
 * @param owner its owner, and the maximum projects of their plan
 */
export const restoreProject =
  (
    projectId: string,
    given: string | undefined,
    owner: { readonly id: string; readonly maxProjects: number },
  ) =>
  (s: Portfolio): Decision => {
    const entry = s.get(projectId);
    if (!entry || entry.parentId !== undefined) return reject('NOT_FOUND');
    if (entry.binnedUntil === undefined) return [];
    const isTaken = (name: string): boolean => isNameTaken(present(s), name, projectId);
    const name = given ?? entry.name;
    if (isTaken(name))
      return reject('NAME_TAKEN', {
        text: 'bin-project-name-taken',
        data: { suggestion: restoredNames(name).find(one => !isTaken(one))! },
      });
    if (isFull(s, owner.maxProjects)) return overLimit(owner.maxProjects);
    const restored = (id: string, as: string) =>
      projectRestored({ projectId: id, ownerId: owner.id, name: as });
    const test = entry.testId === undefined ? undefined : s.get(entry.testId);
    if (entry.testId === undefined || !test) return [restored(projectId, name)];
    const others = new Map(present(s)).set(projectId, { ...entry, name });
    const testName = [test.name, ...testNames(name).take(s.size + 2)].find(
      one => !isNameTaken(others, one, entry.testId!),
    )!;
    return [restored(entry.testId, testName), restored(projectId, name)];
  };

/** Refuses to erase a project that went into the bin, where its parts come back or end together. */
export const unlessBinned =
  (projectId: string, decide: (s: Portfolio) => Decision) =>
  (s: Portfolio): Decision =>
    s.get(projectId)?.binnedUntil === undefined
      ? decide(s)
      : reject('NOT_FOUND', { text: 'project-not-found' });

/** Refuses to erase a project that is not in the bin, or stays there after `now`, if given. */
export const ifBinned =
  (projectId: string, decide: (s: Portfolio) => Decision, now?: Date) =>
  (s: Portfolio): Decision => {
    const until = s.get(projectId)?.binnedUntil;
    if (until === undefined) return reject('NOT_FOUND', { text: 'project-not-found' });
    return now !== undefined && until > now.toISOString() ? reject('CONFLICT') : decide(s);
  };

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
    const entry = presentEntry(s, projectId);
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
      : isNameTaken(present(s), data.name, data.projectId)
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
          : isBinFull(s)
            ? reject('PLAN_LIMIT', {
                text: {
                  key: 'hand-over-bin-full',
                  values: { owner: owner.name, limit: MAX_BINNED_PROJECTS },
                },
              })
            : [projectReceived(data)];

export const releaseProject =
  (projectId: string, handOverId: string) =>
  (s: Portfolio): Decision =>
    handedBy(s, projectId, handOverId) ? [projectReleased({ projectId, handOverId })] : [];
