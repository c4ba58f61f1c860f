import type { DataOf } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { projectDeleted } from '@hzm/contracts/features/projects/events';
import { MAX_TABLES } from '@hzm/contracts/features/tables/table';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import type { Decision } from '@hzm/services/core/commands/decider';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import type { Engine } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import type { Request } from '../../../core/commands/request.ts';
import { formerSubject } from '../../access/key-access.ts';
import { isOfAnother } from '../../access/project.ts';
import {
  deletedWith,
  deleteProject,
  nextTestEnvironment,
  portfolio,
  type Portfolio,
} from '../../portfolio/portfolio.ts';
import { keys } from '../keys/keys.ts';
import { people } from '../members/people.ts';
import { leftByProject, leftByUnfinished } from '../storage/left.ts';
import { bin } from '../tables/bin.ts';
import { unfinishedStreams } from './parts.ts';

type Decide = (s: Portfolio) => Decision;

interface Deletion {
  readonly projectId: string;
  readonly ownerId: string;
  readonly precondition?: Precondition | undefined;
  /** Makes the decision depend on where the project is; absent: it ends wherever it is. */
  readonly when?: (decide: Decide) => Decide;
}

/** Returns the items that end with a project, named in the events of its deletion. */
async function endsOf(
  engine: Engine,
  { projectId, ownerId }: Deletion,
  state: Portfolio,
): Promise<DataOf<typeof projectDeleted>[]> {
  const { executor } = engine;
  const { members } = await executor.load(
    `project-${state.get(projectId)?.parentId ?? projectId}`,
    people,
  );
  const tablesOf = async (id: string): Promise<string[]> => {
    const { schema, tables } = await executor.load(`schema-${id}`, bin);
    return [...schema.keys(), ...tables.keys()];
  };
  const end = async (id: string, memberIds: string[], leaves: number) => ({
    projectId: id,
    ownerId,
    memberIds,
    tableIds: await tablesOf(id),
    leaves,
  });
  const ends = await Promise.all(
    deletedWith(state, projectId).map(async id =>
      end(id, [...members.keys()], await leftByProject(engine, id)),
    ),
  );
  // A test environment whose creation ended before anybody could see it.
  const unfinished = nextTestEnvironment(state, projectId);
  const streams = unfinishedStreams(unfinished);
  const begun = await Promise.all(
    streams.map(async stream => (await engine.store.readStream(stream, { limit: 1 })).length > 0),
  );
  return begun.includes(true)
    ? [await end(unfinished, [], await leftByUnfinished(engine, streams)), ...ends]
    : ends;
}

/**
 * Deletes a project with all it has, and its test environment, and waits until no read returns
 * them. Does nothing if it is deleted already. @throws Problem CONFLICT when it is being handed
 * over, or was
 */
export async function dropProject(
  engine: Engine,
  request: Request,
  { projectId, ownerId, precondition, when = decide => decide }: Deletion,
): Promise<Position | undefined> {
  const { executor, projector, usage } = engine;
  if (await isOfAnother(engine, projectId, ownerId)) throw new Problem('CONFLICT');
  const stream = `portfolio-${ownerId}`;
  const state = await executor.load(stream, portfolio);
  const ends = await endsOf(engine, { projectId, ownerId }, state);
  const testId = state.get(projectId)?.testId;
  if (
    testId !== undefined &&
    ends.reduce((sum, { tableIds }) => sum + tableIds.length, 0) > MAX_TABLES
  ) {
    // More tables than one append names.
    await dropProject(
      engine,
      { ...request, id: `${request.id}/${testId}` },
      { projectId: testId, ownerId, precondition, when },
    );
    return dropProject(engine, request, { projectId, ownerId, when });
  }
  const keysBeside = await Promise.all(
    deletedWith(state, projectId).map(async id => [
      id,
      ...(await executor.load(`project-${id}`, keys)).keys(),
    ]),
  );
  const { position, repeated } = await executor.execute(request, {
    stream,
    decider: portfolio,
    decide: when(deleteProject(projectId, ends)),
    precondition,
  });
  await projector.waitForPosition(position);
  if (position === undefined && repeated === undefined) {
    // It is not in this portfolio: it is deleted already, or somebody else's by now.
    await waitForHead(engine);
    if (await engine.model.get(projectDocs, projectId)) throw new Problem('CONFLICT');
  }
  const ids = keysBeside.flat();
  await usage.forget([...ids, ...ids.map(formerSubject)]);
  return position;
}
