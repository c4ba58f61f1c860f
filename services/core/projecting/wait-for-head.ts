import type { Position } from '@hzm/contracts/core/position';
import type { Engine } from '../engine.ts';

/**
 * Resolves when everything in the log now is readable.
 * @throws Problem NOT_READY
 */
export async function waitForHead({
  store,
  projector,
}: Pick<Engine, 'store' | 'projector'>): Promise<Position> {
  const head = await store.head();
  await projector.waitForPosition(head);
  return head;
}
