import type { Decision } from '@hzm/services/core/commands/decider';
import type { Context } from '@hzm/services/core/engine';
import { people, type People } from './people.ts';

/** Decides in the project's own stream, and waits until it can be read. */
export async function decide(
  { engine, request }: Context,
  projectId: string,
  decision: (state: People) => Decision,
) {
  const outcome = await engine.executor.execute(request, {
    stream: `project-${projectId}`,
    about: { projectId },
    decider: people,
    decide: decision,
  });
  await engine.projector.waitForPosition(outcome.position);
  return outcome;
}
