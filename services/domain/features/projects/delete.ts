import type { Position } from '@hzm/contracts/core/position';
import type { Request } from '../../../core/request.ts';
import type { Engine } from '@hzm/services/core/engine';
import type { Precondition } from '@hzm/services/core/precondition';
import { keys } from '../keys/keys.ts';
import { schema } from '../tables/schema.ts';
import { deleteProject, portfolio } from './portfolio.ts';

interface Deletion {
  readonly projectId: string;
  readonly ownerId: string;
  readonly precondition?: Precondition | undefined;
}

/** Deletes a project with all it has, and waits until no read returns it. Does nothing if it is deleted already. */
export async function dropProject({ executor, projector, usage }: Engine, request: Request, { projectId, ownerId, precondition }: Deletion): Promise<Position | undefined> {
  const tables = await executor.load(`schema-${projectId}`, schema);
  const keysBeside = await executor.load(`project-${projectId}`, keys);
  const { position } = await executor.execute(request, { stream: `portfolio-${ownerId}`, decider: portfolio, decide: deleteProject(projectId, ownerId, [...tables.keys()]), precondition });
  await projector.waitForPosition(position);
  await usage.forget([projectId, ...keysBeside.keys()]);
  return position;
}
