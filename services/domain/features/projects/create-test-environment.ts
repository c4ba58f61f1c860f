import type { DomainEvent } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { newApiKey, randomLetters } from '@hzm/services/core/api-key';
import { reject } from '@hzm/services/core/decider';
import type { Context, Engine } from '@hzm/services/core/engine';
import { ByteBudget, jsonBytes, MAX_STORED_APPEND_BYTES } from '@hzm/services/core/ports/byte-budget';
import { MAX_APPEND_EVENTS } from '@hzm/services/core/ports/event-store';
import type { Request } from '@hzm/services/core/request';
import { withReadModelAsOf } from '../history/point-in-time.ts';
import { mirrored, schemaChanges } from '../tables/schema-changes.ts';
import { schema } from '../tables/schema.ts';
import { createTestEnvironment, nextTestEnvironment, portfolio, testEnvironmentObstacle } from './portfolio.ts';
import { projectDoc } from './view.ts';

/** What the log keeps of an event beside what it says, in bytes. */
const EVENT_BYTES = 400;

/** As many as fit into one append, whatever sealing makes of them. */
function firstOf(events: readonly DomainEvent[]): DomainEvent[] {
  const budget = new ByteBudget(MAX_STORED_APPEND_BYTES);
  const full = events.findIndex(({ data }, index) => index >= MAX_APPEND_EVENTS || !budget.takes(EVENT_BYTES + 1.5 * jsonBytes(data)));
  return events.slice(0, full < 0 ? events.length : full);
}

/** Decided by what the streams say, not by the request's name: whoever comes next does what is left of it. */
const step = (request: Request): Request => ({ ...request, repeatable: false });

/**
 * Brings the schema of a test environment that nobody can see yet in line with its project's, by as many appends as that takes; also where an earlier
 * creation ended in the middle. @returns how many tables it has @throws Problem CONFLICT if it can be seen by now
 */
async function copySchema({ executor }: Engine, request: Request, { id, ownerId }: ProjectDoc, testId: string): Promise<number> {
  const wanted = mirrored(await executor.load(`schema-${id}`, schema), testId);
  const stream = `schema-${testId}`;
  for (;;) {
    const seen = await executor.load(stream, schema);
    // Looked for behind the schema: what people change there later is no longer what was seen.
    if (nextTestEnvironment(await executor.load(`portfolio-${ownerId}`, portfolio), id) !== testId) throw new Problem('CONFLICT');
    const { position } = await executor.execute(step(request), {
      stream, about: { projectId: testId }, decider: schema,
      decide: s => (schemaChanges(testId, seen, s).length === 0 ? firstOf(schemaChanges(testId, s, wanted)) : reject('CONFLICT')),
    });
    if (position === undefined) return wanted.size;
  }
}

/**
 * Creates the test environment of a project: first its schema, then, decided in its owner's portfolio, the project, which only then can be seen. After a crash in
 * between, this or any other request goes on with the same one. @throws Problem CONFLICT, NOT_FOUND
 */
export async function makeTestEnvironment(context: Context, parent: ProjectDoc): Promise<{ project: ProjectDoc; position: Position | undefined }> {
  const { engine, request } = context;
  const { executor, projector } = engine;
  const { id: parentProjectId, ownerId } = parent;
  const stream = `portfolio-${ownerId}`;
  const before = await executor.load(stream, portfolio);
  const projectId = nextTestEnvironment(before, parentProjectId);
  const isNew = testEnvironmentObstacle(before, parentProjectId) === undefined && (await executor.repeats.last(request)) === undefined;
  const tableCount = isNew ? await copySchema(engine, request, parent, projectId) : 0;
  try {
    const { state, position, repeated } = await executor.execute(request, {
      stream, decider: portfolio, about: { projectId: parentProjectId },
      decide: isNew
        ? createTestEnvironment({ projectId, ownerId, parentProjectId, tableCount, keyType: 'project', apiKey: newApiKey(projectId, 'test', engine.now()), apiKeyPassword: randomLetters(16) })
        : s => testEnvironmentObstacle(s, parentProjectId) ?? reject('CONFLICT'),
    });
    await projector.waitForPosition(position);
    const testId = state.get(parentProjectId)!.testId!;
    return { project: await projectDoc(await withReadModelAsOf(context, { projectId: testId }, repeated), testId), position };
  } catch (error) {
    const { state } = await executor.look({ stream, decider: portfolio });
    // Its project is gone, and nobody else will go on with it.
    if (tableCount > 0 && !state.has(parentProjectId)) {
      const tableIds = [...(await executor.load(`schema-${projectId}`, schema)).keys()];
      await executor.execute(step(request), { stream, decider: portfolio, decide: () => [projectDeleted({ projectId, ownerId, tableIds, memberIds: [] })] });
    }
    throw error;
  }
}
