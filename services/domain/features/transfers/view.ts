import { Problem } from '@hzm/contracts/core/problem';
import type { Transfer, TransferObstacle } from '@hzm/contracts/features/transfers/transfer';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { transferDocs, type TransferDoc } from '@hzm/projections/features/transfers/transfers';
import type { Engine } from '@hzm/services/core/engine';
import { actorsOf } from '../../access/actors.ts';
import { projectDoc } from '../projects/view.ts';
import type { Obstacle } from './transfers.ts';

type Model = Pick<Engine, 'model'>;

/** People and keys by what events name them; who is gone has no name. */
function people(
  engine: Model,
): (id: string) => Promise<{ readonly id: string; readonly name: string }> {
  const actor = actorsOf(engine);
  return async by => {
    const { id, name } = await actor(by);
    return { id, name };
  };
}

/** Receipts on the wire. */
export async function transfersOf(
  engine: Model,
  docs: readonly TransferDoc[],
): Promise<Transfer[]> {
  const person = people(engine);
  return Promise.all(
    docs.map(
      async ({ id, testProjectId, position, at, by, events, tables, undoneAt, undoneBy }) => ({
        id,
        testProjectId,
        position,
        at,
        by: await person(by),
        events,
        tables: [...tables],
        undone:
          undoneAt === null || undoneBy === null
            ? null
            : { at: undoneAt, by: await person(undoneBy) },
      }),
    ),
  );
}

/** @throws Problem NOT_FOUND, also for a transfer to another project */
export async function transferDoc(
  { model }: Model,
  projectId: string,
  transferId: string,
): Promise<TransferDoc> {
  const doc = await model.get(transferDocs, transferId);
  if (doc?.projectId !== projectId) throw new Problem('NOT_FOUND');
  return doc;
}

/** Obstacles on the wire: with the names of who made them. */
export async function shownObstacles(
  engine: Model,
  obstacles: readonly Obstacle[],
): Promise<TransferObstacle[]> {
  const person = people(engine);
  return Promise.all(
    obstacles.map(async one => ('by' in one ? { ...one, by: await person(one.by) } : one)),
  );
}

/**
 * The live project of a test environment. @throws Problem NOT_FOUND if it is not this test
 * environment's
 */
export async function liveProject(
  engine: Model,
  testProjectId: string,
  liveProjectId: string,
): Promise<ProjectDoc> {
  const test = await projectDoc(engine, testProjectId);
  if (test.parentProjectId !== liveProjectId)
    throw new Problem('NOT_FOUND', { text: 'transfer-no-pair' });
  return projectDoc(engine, liveProjectId);
}
