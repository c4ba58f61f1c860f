import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { MAX_MEMBERS } from '@hzm/contracts/features/members/member';
import { memberDocs } from '@hzm/projections/features/members/members';
import {
  binnedProjectDocs,
  projectDocs,
  type ProjectDoc,
} from '@hzm/projections/features/projects/projects';
import { withinTime } from '@hzm/services/core/commands/command-executor';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import type { Context } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { accountDoc } from '../../access/account.ts';
import { isOfAnother } from '../../access/project.ts';
import { binProject, deletedWith, portfolio, restoreProject } from '../../portfolio/portfolio.ts';
import { renewSecrets } from '../keys/secrets.ts';
import { makeSecrets, secretsAndSettings } from '../members/renewal.ts';
import { webhookOff } from '../members/webhook-trust.ts';
import { binEnd } from '../tables/bin.ts';

type Asked = Pick<Context, 'engine' | 'request'>;

/**
 * Puts a project with its test environment into the bin of its owner, and waits until nobody
 * reaches them. @throws Problem CONFLICT when it is being handed over, or was
 */
export async function moveToBin(
  { engine, request }: Asked,
  { id: projectId, ownerId }: ProjectDoc,
  precondition: Precondition | undefined,
): Promise<Position | undefined> {
  const { executor, model, now, projector } = engine;
  const { docs } = await model.find({
    collection: memberDocs,
    where: [{ path: 'projectId', op: 'eq', value: projectId }],
    limit: MAX_MEMBERS + 1,
  });
  const { position, repeated } = await executor.execute(request, {
    stream: `portfolio-${ownerId}`,
    about: { projectId },
    decider: portfolio,
    decide: binProject(projectId, {
      ownerId,
      memberIds: docs.map(({ userId }) => userId),
      until: binEnd(now()),
    }),
    precondition,
  });
  await projector.waitForPosition(position);
  if (position === undefined && repeated === undefined) {
    // Somebody else has just deleted it, or it is somebody else's by now.
    await waitForHead(engine);
    if (await model.get(projectDocs, projectId)) throw new Problem('CONFLICT');
  }
  return position;
}

/**
 * Makes new secrets of a project in the bin, and switches its other keys and its webhook off, as
 * handing over does: nobody remembers who had them.
 */
async function takeSecrets({ engine, request }: Asked, projectId: string): Promise<void> {
  const doc = await engine.model.get(binnedProjectDocs, projectId);
  if (!doc) return;
  const made = makeSecrets(doc, engine.now(), 'keys');
  const { position } = await engine.executor.execute(
    { ...request, repeatable: false },
    {
      stream: `project-${projectId}`,
      about: { projectId },
      decider: secretsAndSettings,
      decide: ([ofKeys, known]) => [
        ...renewSecrets(projectId, doc.ownerId, made, ofKeys),
        ...webhookOff(projectId, known),
      ],
    },
  );
  await engine.projector.waitForPosition(position);
}

/**
 * Brings a project back from the bin, and waits until it can be read. Its secrets end before, while
 * nobody reaches it: after a crash in between, the next request does the rest.
 * @param name another one, if its own is taken
 * @throws Problem NOT_FOUND, NAME_TAKEN, PLAN_LIMIT; CONFLICT for another account's
 */
export async function bringBack(
  { engine, request }: Asked,
  projectId: string,
  ownerId: string,
  name: string | undefined,
): Promise<Position | undefined> {
  const { executor, projector } = engine;
  if (await isOfAnother(engine, projectId, ownerId)) throw new Problem('CONFLICT');
  const stream = `portfolio-${ownerId}`;
  const limited = withinTime(request);
  const inTurn = async (): Promise<Position | undefined> => {
    const { maxProjects } = await accountDoc(engine, ownerId);
    const decide = restoreProject(projectId, name, { id: ownerId, maxProjects });
    const state = await executor.load(stream, portfolio);
    // Secrets of a project that stays in the bin are left alone.
    const decision = decide(state);
    if (!(decision instanceof Problem) && decision.length > 0)
      for (const id of deletedWith(state, projectId))
        await takeSecrets({ engine, request: limited }, id);
    const { position } = await executor.execute(limited, {
      stream,
      about: { projectId },
      decider: portfolio,
      decide,
    });
    return position;
  };
  // Requests at one moment take turns: each would renew the secrets that another one has answered.
  const lane = { group: `restore-${projectId}`, key: projectId };
  const position = await executor.lanes.run([lane], inTurn, limited);
  await projector.waitForPosition(position);
  // Somebody else may have just restored it.
  if (position === undefined) await waitForHead(engine);
  return position;
}
