import { type Position, END, START } from '@hzm/contracts/core/position';
import { mayAs, type ProjectAccess } from '@hzm/contracts/features/members/rights';
import { readingRole, type ProjectRole } from '@hzm/contracts/features/members/role';
import { keyDocs } from '@hzm/projections/features/keys/keys';
import { memberDocs, memberId } from '@hzm/projections/features/members/members';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { isPermitted } from '@hzm/services/domain/access/key-access';
import { peopleProjectOf } from '@hzm/services/domain/access/people-of';

/** The right to watch a topic, and the part of the topic's past that comes with it. */
export interface Allowed {
  /** The topic's project. */
  readonly projectId?: string;
  /** The project whose members may watch. */
  readonly peopleProjectId?: string;
  /** The project's owner, where the right ends with their account. */
  readonly ownerId?: string;
  /** The caller's role in it. */
  readonly role: ProjectRole | null;
  /** Whether the caller sees only public data. */
  readonly isStranger?: boolean;
  /** The position from which the caller has this visibility: nothing earlier is replayed. */
  readonly since: Position;
  /** Whether the caller may read the past; others get a replay of a short reconnection only. */
  readonly readsPast: boolean;
}

/**
 * Returns the rights of a caller who may watch a project's topic. `past` is the access for reading
 * its past.
 */
export async function allowedIn(
  engine: Engine,
  caller: Caller,
  project: ProjectDoc,
  {
    role,
    isStranger = false,
    past,
  }: Pick<Allowed, 'role' | 'isStranger'> & { readonly past: ProjectAccess },
): Promise<Allowed> {
  const { key, looker } = caller;
  const seenAs = role !== null && looker ? readingRole(role) : role;
  return {
    projectId: project.id,
    peopleProjectId: peopleProjectOf(project),
    role,
    isStranger,
    since: await seenSince(engine, caller, project, role),
    readsPast: key ? isPermitted(past, key) : mayAs(seenAs, past),
  };
}

/**
 * Returns the position since which a caller sees a project as they do now: since it was made public,
 * they got their role, or their key was made or last changed. Administrators always did.
 */
async function seenSince(
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
