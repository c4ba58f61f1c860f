import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { withinTime } from '@hzm/services/core/commands/command-executor';
import { reject } from '@hzm/services/core/commands/decider';
import { pause } from '@hzm/services/core/commands/pause';
import type { Request } from '@hzm/services/core/commands/request';
import type { Context, Engine } from '@hzm/services/core/engine';
import { newApiKey, randomLetters } from '@hzm/services/core/security/api-key';
import { projectDoc } from '../../access/project.ts';
import { withReadModelAsOf } from '../../past/point-in-time.ts';
import {
  createTestEnvironment,
  nextTestEnvironment,
  portfolio,
  testEnvironmentObstacle,
} from '../../portfolio/portfolio.ts';
import type { Copying } from '../../portfolio/project-part.ts';
import { leftByUnfinished } from '../storage/left.ts';
import { inAppends } from '../tables/in-appends.ts';
import { schema } from '../tables/schema.ts';
import { widgets } from '../widgets/widgets.ts';
import { projectParts, unfinishedStreams } from './parts.ts';

type Timed = ReturnType<typeof withinTime>;

/**
 * Decided by what the streams say, not by the request's name: whoever comes next does what is left
 * of it.
 */
const step = (request: Request): Request => ({ ...request, repeatable: false });

/**
 * Brings a part of a test environment that nobody can see yet in line with its project's, by as many
 * appends as that takes; also if an earlier creation ended in the middle.
 * @returns false when another request does the same, or has done it
 * @throws Problem NOT_READY when the request's time is up: the next one goes on
 */
async function bringInLine(
  { executor }: Engine,
  request: Timed,
  { id, ownerId }: ProjectDoc,
  testId: string,
  stream: string,
  look: () => Promise<Copying>,
): Promise<boolean> {
  const { revision, lacking } = await look();
  // Read after the stream: a change of it after that makes the append fail by its revision.
  if (nextTestEnvironment(await executor.load(`portfolio-${ownerId}`, portfolio), id) !== testId)
    return false;
  let last = revision;
  for (const part of inAppends(lacking)) {
    if (request.signal.aborted) throw new Problem('NOT_READY', { retryAfter: 1 });
    const appended = await executor.append(
      stream,
      last,
      await executor.encode(step(request), stream, part),
    );
    if (!appended) return false;
    last = appended.revision;
  }
  return true;
}

/**
 * Copies the parts of a project, all of them read first.
 * @returns false when another request does the same, or has done it @throws Problem NOT_READY
 */
async function copyProject(
  engine: Engine,
  request: Timed,
  parent: ProjectDoc,
  testId: string,
): Promise<boolean> {
  const copies = [];
  for (const part of projectParts)
    copies.push({
      stream: part.streamOf(testId),
      look: await part.copy(engine, parent.id, testId),
    });
  for (const { stream, look } of copies)
    if (!(await bringInLine(engine, request, parent, testId, stream, look))) return false;
  return true;
}

/**
 * Copies what the test environment begins with, unless there is nothing to create: the request was
 * answered before, or is refused.
 */
async function prepare(
  engine: Engine,
  request: Timed,
  parent: ProjectDoc,
): Promise<{ projectId: string; tableCount: number; widgetCount: number } | undefined> {
  const { executor } = engine;
  for (let attempt = 0; ; attempt++) {
    const before = await executor.load(`portfolio-${parent.ownerId}`, portfolio);
    if (testEnvironmentObstacle(before, parent.id) || (await executor.repeats.last(request)))
      return undefined;
    const projectId = nextTestEnvironment(before, parent.id);
    if (await copyProject(engine, request, parent, projectId)) {
      const { size: tableCount } = await executor.load(`schema-${projectId}`, schema);
      const { size: widgetCount } = await executor.load(`widgets-${projectId}`, widgets);
      return { projectId, tableCount, widgetCount };
    }
    await pause(attempt, request.signal);
  }
}

/**
 * Creates the test environment of a project: first copies of its parts, then, decided in its
 * owner's portfolio, the project, which only then can be seen. After a crash in between, this
 * or any other request goes on with the same one. @throws Problem CONFLICT, NOT_FOUND
 */
export async function makeTestEnvironment(
  context: Context,
  parent: ProjectDoc,
): Promise<{ project: ProjectDoc; position: Position | undefined }> {
  const { engine } = context;
  const { executor, projector } = engine;
  const request = withinTime(context.request);
  const { id: parentProjectId, ownerId } = parent;
  const stream = `portfolio-${ownerId}`;
  const copied = await prepare(engine, request, parent);
  try {
    const { state, position, repeated } = await executor.execute(request, {
      stream,
      decider: portfolio,
      about: { projectId: parentProjectId },
      decide: copied
        ? createTestEnvironment({
            ...copied,
            ownerId,
            parentProjectId,
            keyType: 'project',
            apiKey: newApiKey(copied.projectId, 'test', engine.now()),
            apiKeyPassword: randomLetters(16),
          })
        : s => testEnvironmentObstacle(s, parentProjectId) ?? reject('CONFLICT'),
    });
    await projector.waitForPosition(position);
    const testId = state.get(parentProjectId)!.testId!;
    return {
      project: await projectDoc(
        await withReadModelAsOf(context, { projectId: testId }, repeated),
        testId,
      ),
      position,
    };
  } catch (error) {
    const { state } = await executor.look({ stream, decider: portfolio });
    // Its project is gone, and nobody else will go on with it.
    if (copied && !state.has(parentProjectId)) {
      const made = await executor.look({ stream: `schema-${copied.projectId}`, decider: schema });
      const tableIds = [...made.state.keys()];
      const leaves = await leftByUnfinished(engine, unfinishedStreams(copied.projectId));
      await executor.execute(step(request), {
        stream,
        decider: portfolio,
        decide: () => [
          projectDeleted({
            projectId: copied.projectId,
            ownerId,
            tableIds,
            memberIds: [],
            leaves,
          }),
        ],
      });
    }
    throw error;
  }
}
