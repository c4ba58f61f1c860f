import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import { accountDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { CommandResult } from '@hzm/services/core/commands/command-executor';
import type { Request } from '@hzm/services/core/commands/request';
import type { Context, Engine } from '@hzm/services/core/engine';
import {
  endOffer,
  offerProject,
  portfolio,
  receiveProject,
  releaseProject,
  type Portfolio,
} from '../../portfolio/portfolio.ts';
import { isDeletedFull } from '../storage/usage.ts';
import { abandonHandOver, completeHandOver, ownerOf, people } from './people.ts';
import { handed, handingOver, peopleAndKeys, type PeopleAndKeys } from './renewal.ts';
import { decidingOn } from './view.ts';

/** A hand-over older than this was interrupted; the next caller that finds it ends it. */
const INTERRUPTED_MS = 60_000;

interface HandOver {
  readonly projectId: string;
  readonly handOverId: string;
  readonly fromId: string;
  readonly toId: string;
}

/**
 * Decides each step by its stream, not by the request's id, so that the next caller can finish a
 * hand-over.
 */
const step = (request: Request): Request => ({ ...request, repeatable: false });

const inPortfolio = (
  { executor }: Engine,
  request: Request,
  ownerId: string,
  projectId: string,
  decide: ReturnType<typeof endOffer>,
) =>
  executor.execute(step(request), {
    stream: `portfolio-${ownerId}`,
    about: { projectId },
    decider: portfolio,
    decide,
  });

/** @throws Problem PLAN_LIMIT if the deleted projects of a new owner take their storage */
async function mustHaveRoom(engine: Engine, { id, name }: AccountDoc): Promise<void> {
  if (await isDeletedFull(engine, id))
    throw new Problem('PLAN_LIMIT', {
      text: { key: 'hand-over-deleted-storage', values: { owner: name } },
    });
}

/**
 * Hands a project over in its own stream, which alone decides; the same append renews its secrets.
 * The new owner's portfolio gets it first, then the former owner's lets it go. If this ends early,
 * `settle` brings both portfolios in line with the project's stream.
 * @throws Problem CONFLICT, NAME_TAKEN, PLAN_LIMIT, FORBIDDEN, NOT_FOUND
 */
export async function handOverProject(
  context: Context,
  doc: ProjectDoc,
  toId: string,
): Promise<CommandResult<PeopleAndKeys>> {
  const { engine, request, caller } = context;
  const { executor, model, now } = engine;
  const projectId = doc.id;
  const by = decidingOn(caller, doc);
  const own = { stream: `project-${projectId}`, about: { projectId }, decider: peopleAndKeys };
  const [current] = await executor.load(own.stream, peopleAndKeys);
  const fromId = ownerOf(current, by);
  // It was done before, perhaps by this request.
  if (fromId === toId) return executor.execute(request, { ...own, decide: () => [] });

  const to = await model.get(accountDocs, toId);
  if (!to?.isActive || !current.members.has(toId))
    throw new Problem('CONFLICT', { text: 'not-a-member' });
  for (const ownerId of [fromId, toId]) await settlePortfolio(engine, request, ownerId);
  await mustHaveRoom(engine, to);
  const { state } = await inPortfolio(
    engine,
    request,
    fromId,
    projectId,
    offerProject(projectId, newId(), toId),
  );
  const { name, description, handOver } = state.get(projectId)!;
  const steps = { projectId, handOverId: handOver!.id, fromId, toId };
  try {
    await inPortfolio(
      engine,
      request,
      toId,
      projectId,
      receiveProject(
        { projectId, handOverId: steps.handOverId, ownerId: toId, name, description },
        to,
      ),
    );
    const complete = handingOver(
      doc,
      now(),
      toId,
      completeHandOver(by, steps.handOverId, fromId, toId),
    );
    const done = await executor.execute(request, { ...own, decider: handed, decide: complete });
    await inPortfolio(
      engine,
      request,
      fromId,
      projectId,
      releaseProject(projectId, steps.handOverId),
    );
    return { ...done, state: done.state[0] };
  } catch (error) {
    // The next reader of an unsettled hand-over settles it.
    await settle(engine, request, steps).catch(() => undefined);
    throw error;
  }
}

/**
 * Ends a hand-over, and brings both portfolios in line with what became of it: the place that the
 * project does not have goes. Repeating it is harmless.
 */
async function settle(
  engine: Engine,
  request: Request,
  { projectId, handOverId, fromId, toId }: HandOver,
): Promise<void> {
  const { state } = await engine.executor.execute(step(request), {
    stream: `project-${projectId}`,
    about: { projectId },
    decider: people,
    decide: abandonHandOver(projectId, handOverId),
  });
  const isDone = state.handOvers.get(handOverId) === 'done';
  await inPortfolio(
    engine,
    request,
    isDone ? fromId : toId,
    projectId,
    releaseProject(projectId, handOverId),
  );
  if (!isDone)
    await inPortfolio(engine, request, fromId, projectId, endOffer(projectId, handOverId));
}

/**
 * Ends the interrupted hand-overs of a portfolio. @param age which are taken as interrupted, in
 * milliseconds
 */
export async function settlePortfolio(
  engine: Engine,
  request: Request,
  ownerId: string,
  age = INTERRUPTED_MS,
): Promise<void> {
  const { executor, model, now } = engine;
  const state: Portfolio = await executor.load(`portfolio-${ownerId}`, portfolio);
  for (const [projectId, { handOver }] of state) {
    if (!handOver || now().getTime() - Date.parse(handOver.since) < age) continue;
    const holder = (await model.get(projectDocs, projectId))?.ownerId;
    // A project that was received and has this owner was handed over.
    if (handOver.kind === 'received' && holder === ownerId) continue;
    const fromId = handOver.kind === 'offered' ? ownerId : holder;
    if (fromId !== undefined)
      await settle(engine, request, {
        projectId,
        handOverId: handOver.id,
        fromId,
        toId: handOver.ownerId,
      });
  }
}
