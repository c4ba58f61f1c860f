import { END, START, type Position } from '@hzm/contracts/core/position';
import type { ProjectRole } from '@hzm/contracts/features/members/role';
import { keyDocs } from '@hzm/projections/features/keys/keys';
import { memberDocs, memberId } from '@hzm/projections/features/members/members';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { peopleProjectOf } from './people-of.ts';

/**
 * Returns the position since which a caller sees a project as they do now: since it was made
 * public, they got their role, or their key was made or last
 * changed. Administrators always did.
 */
export async function seenSince(
  { model }: Pick<Engine, 'model'>,
  { actor, key }: Pick<Caller, 'actor' | 'key'>,
  project: ProjectDoc,
  role: ProjectRole | null,
): Promise<Position> {
  if (role === 'admin') return START;
  if (key) return (await model.get(keyDocs, key.id))?.position ?? END;
  if (role === null) return project.publicSince ?? END;
  // Without a document the role has just ended: nothing earlier is shown.
  return (await model.get(memberDocs, memberId(peopleProjectOf(project), actor)))?.roleSince ?? END;
}
