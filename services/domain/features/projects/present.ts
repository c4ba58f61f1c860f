import { readingRole } from '@hzm/contracts/features/members/role';
import type { Project } from '@hzm/contracts/features/projects/project';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context } from '../../../core/engine.ts';
import { roleOf } from '../../access/role-of.ts';
import { isWholeKey } from '../keys/view.ts';
import { projectOf, secretsFor, type Secrets } from './view.ts';

/** Secrets are for those who may change them; a key alone has not proved to be in the right hands. */
const ofKey = (key: NonNullable<Context['caller']['key']>): Secrets => (isWholeKey(key) ? 'all' : 'none');

/** A project as this caller may see it; their role is the one of now, also where the project is one of the past. */
export async function presentProject({ engine, caller }: Context, doc: ProjectDoc): Promise<Project> {
  const [owner, role] = await Promise.all([engine.model.get(accountDocs, doc.ownerId), roleOf(engine, caller, (await engine.model.get(projectDocs, doc.id)) ?? doc)]);
  if (caller.looker) return projectOf(doc, owner, role && readingRole(role), 'none');
  return projectOf(doc, owner, role, caller.key ? ofKey(caller.key) : secretsFor(role));
}
