import { readingRole } from '@hzm/contracts/features/members/role';
import type { Project } from '@hzm/contracts/features/projects/project';
import { accountDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context } from '../../core/engine.ts';
import { readOnce } from '../../core/read-model/read-once.ts';
import { projectOf } from './project.ts';
import { roleOf } from './role-of.ts';
import { sightOf } from './visibility.ts';

/**
 * A project as this caller may see it; their role is the one of now, also where the project is one
 * of the past.
 */
export async function presentProject(context: Context, doc: ProjectDoc): Promise<Project> {
  const { model } = context.engine;
  const [owner, now] = await Promise.all([
    model.get(accountDocs, doc.ownerId),
    model.get(projectDocs, doc.id),
  ]);
  return present(context, doc, owner, now ?? doc);
}

/** Projects of now, in the same order. */
export function presentProjects(context: Context, docs: readonly ProjectDoc[]): Promise<Project[]> {
  const person = readOnce(context.engine, accountDocs);
  return Promise.all(docs.map(async doc => present(context, doc, await person(doc.ownerId), doc)));
}

/** @param now who may do what in it */
async function present(
  { engine, caller }: Context,
  doc: ProjectDoc,
  owner: AccountDoc | undefined,
  now: ProjectDoc,
): Promise<Project> {
  const role = await roleOf(engine, caller, now);
  const sight = sightOf(caller, {
    role,
    isStranger: role === null && !caller.key,
    projectId: doc.id,
  });
  return projectOf(doc, owner, caller.looker && role ? readingRole(role) : role, sight);
}
