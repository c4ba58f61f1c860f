import type { Project } from '@hzm/contracts/features/projects/project';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Context } from '../../../core/engine.ts';
import { isWholeKey } from '../keys/view.ts';
import { projectOf } from './view.ts';

/** Secrets are for those who may change them; a key alone has not proved to be in the right hands. */
const seesSecrets = ({ caller }: Context, doc: ProjectDoc) =>
  caller.isAdmin || (caller.key ? isWholeKey(caller.key) : caller.actor === doc.ownerId);

/** A project as this caller may see it. */
export async function presentProject(context: Context, doc: ProjectDoc): Promise<Project> {
  return projectOf(doc, await context.engine.model.get(accountDocs, doc.ownerId), seesSecrets(context, doc));
}
