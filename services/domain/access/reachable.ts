import { MemberRole } from '@hzm/contracts/features/members/role';
import { memberDocs } from '@hzm/projections/features/members/members';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context, Engine } from '@hzm/services/core/engine';
import type { Condition } from '@hzm/services/core/ports/read-model';

/** Maximum projects of one person in lists. */
export const MAX_PROJECTS = 10_000;

/**
 * Returns the conditions on projects that a caller may open: their own, those they are a member of,
 * with their test environments; an administrator's are all.
 */
export async function reachable({
  engine: { model },
  caller,
}: Pick<Context, 'engine' | 'caller'>): Promise<Condition<keyof ProjectDoc>[]> {
  if (caller.key) return [{ path: 'id', op: 'eq', value: caller.key.projectId }];
  if (caller.isAdmin) return [];
  const person = { path: 'userId', op: 'eq', value: caller.actor } as const;
  const shared = await model.find({
    collection: memberDocs,
    where: [person, { path: 'role', op: 'in', values: MemberRole.options }],
    limit: 1,
  });
  if (shared.docs.length === 0) return [{ path: 'ownerId', op: 'eq', value: caller.actor }];
  const { docs } = await model.find({
    collection: memberDocs,
    where: [person],
    limit: MAX_PROJECTS,
  });
  const ids = docs.map(({ projectId }) => projectId);
  const tests = await model.find({
    collection: projectDocs,
    where: [{ path: 'parentProjectId', op: 'in', values: ids }],
    limit: MAX_PROJECTS,
  });
  return [{ path: 'id', op: 'in', values: [...ids, ...tests.docs.map(({ id }) => id)] }];
}

/** The projects that a person owns, with their test environments: those in use, or in the bin. */
export const projectsOf = async (
  { model }: Engine,
  ownerId: string,
  collection: typeof projectDocs = projectDocs,
): Promise<ProjectDoc[]> => [
  ...(
    await model.find({
      collection,
      where: [{ path: 'ownerId', op: 'eq', value: ownerId }],
      limit: MAX_PROJECTS,
    })
  ).docs,
];
