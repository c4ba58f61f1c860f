import type { Position } from '@hzm/contracts/core/position';
import type { StreamCommand } from '@hzm/services/core/commands/command-executor';
import type { Context, Engine } from '@hzm/services/core/engine';
import { withReadModelAsOf } from './point-in-time.ts';

/**
 * Executes a decision about a project, waits until it can be read, and returns the engine to answer
 * from: for a repeated request, as it was then.
 */
export async function decided<State>(
  context: Context,
  projectId: string,
  command: Omit<StreamCommand<State>, 'about'>,
): Promise<{ readonly position: Position | undefined; readonly seen: Engine }> {
  const { engine, request } = context;
  const { position, repeated } = await engine.executor.execute(request, {
    ...command,
    about: { projectId },
  });
  await engine.projector.waitForPosition(position);
  const { stream } = command;
  return { position, seen: await withReadModelAsOf(context, { projectId, stream }, repeated) };
}
