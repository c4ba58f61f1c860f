import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import { waitForHead } from '@hzm/services/core/wait-for-head';
import type { Request } from '../../../core/request.ts';
import type { Context, Engine } from '@hzm/services/core/engine';
import type { Precondition } from '@hzm/services/core/precondition';
import { keys } from '../keys/keys.ts';
import { people } from '../members/people.ts';
import { schema } from '../tables/schema.ts';
import { settlePortfolio } from '../members/hand-over.ts';
import { deleteProject as decideDeletion, portfolio } from './portfolio.ts';
import { projectDoc } from './view.ts';

/** What a protection password opens. */
export const protectionOf = (projectId: string): string => `project ${projectId}`;

interface Deletion {
  readonly projectId: string;
  readonly ownerId: string;
  readonly precondition?: Precondition | undefined;
}

/** Deletes a project with all it has, and waits until no read returns it. Does nothing if it is deleted already. @throws Problem CONFLICT when it is being handed over, or was */
export async function dropProject(engine: Engine, request: Request, { projectId, ownerId, precondition }: Deletion): Promise<Position | undefined> {
  const { executor, projector, usage } = engine;
  const [tables, { members }, keysBeside] = await Promise.all([executor.load(`schema-${projectId}`, schema), executor.load(`project-${projectId}`, people), executor.load(`project-${projectId}`, keys)]);
  const { position, repeated } = await executor.execute(request, { stream: `portfolio-${ownerId}`, decider: portfolio, decide: decideDeletion({ projectId, ownerId, tableIds: [...tables.keys()], memberIds: [...members.keys()] }), precondition });
  await projector.waitForPosition(position);
  if (position === undefined && repeated === undefined) {
    // It is not in this portfolio: it is deleted already, or somebody else's by now.
    await waitForHead(engine);
    if (await engine.model.get(projectDocs, projectId)) throw new Problem('CONFLICT');
  }
  await usage.forget([projectId, ...keysBeside.keys()]);
  return position;
}

/** Deletes a project as somebody asked who may. @param password of a protected one @throws Problem PROTECTION_REQUIRED, PROTECTION_INVALID */
export async function deleteProject(context: Context, projectId: string, password: string | undefined, ifUnchanged?: (doc: ProjectDoc) => Precondition | undefined): Promise<Position | undefined> {
  const { engine, request, passwords } = context;
  const doc = await projectDoc(engine, projectId);
  const { ownerId, passwordHash } = doc;
  if (passwordHash !== null) {
    if (!password) throw new Problem('PROTECTION_REQUIRED');
    if (!(await passwords.verify(protectionOf(projectId), password, passwordHash))) throw new Problem('PROTECTION_INVALID');
  }
  await settlePortfolio(engine, request, ownerId);
  return dropProject(engine, request, { projectId, ownerId, precondition: ifUnchanged?.(doc) });
}
