import { newId } from '@hzm/contracts/core/ids';
import type { Decision } from '@hzm/services/core/commands/decider';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { hook, hookStream, type Hook } from './webhook.ts';

/** Appends a decision of the server's own about a webhook, and waits until it can be read. */
export async function decideItself(
  { executor, projector }: Pick<Engine, 'executor' | 'projector'>,
  projectId: string,
  decide: (s: Hook) => Decision,
): Promise<void> {
  const { position } = await executor.execute(systemRequest(`webhook ${newId()}`), {
    stream: hookStream(projectId),
    decider: hook,
    decide,
    about: { projectId },
  });
  await projector.waitForPosition(position);
}
