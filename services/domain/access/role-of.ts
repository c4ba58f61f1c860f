import type { ProjectRole } from '@hzm/contracts/features/members/role';
import { memberDocs, memberId } from '@hzm/projections/features/members/members';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { peopleProjectOf } from './people-of.ts';

/**
 * Returns the caller's role in a project; null for a key, whose rights are its own, and for
 * strangers.
 */
export async function roleOf(
  { model }: Pick<Engine, 'model'>,
  { actor, isAdmin, key }: Pick<Caller, 'actor' | 'isAdmin' | 'key'>,
  project: Pick<ProjectDoc, 'id' | 'ownerId' | 'parentProjectId'>,
): Promise<ProjectRole | null> {
  if (key || actor === 'anonymous') return null;
  if (project.ownerId === actor) return 'owner';
  if (isAdmin) return 'admin';
  const role = (await model.get(memberDocs, memberId(peopleProjectOf(project), actor)))?.role;
  // Right after a hand-over, one view may name the new owner before the other does.
  return role === undefined || role === 'owner' ? null : role;
}
