import { viewRebuildAsked, viewRetryAsked } from '@hzm/contracts/features/status/events';
import type { DataOf } from '@hzm/contracts/core/event';
import type { Handled, Projector } from '@hzm/services/core/projector';
import type { Rebuild } from '@hzm/services/core/rebuild';

/** Does what administrators ask of the running processes, as it is heard: what was asked before this process began is over. */
export const heed = (projector: Projector, rebuild: Rebuild) => (batch: readonly Handled[]): void => {
  for (const { event: { type, data } } of batch) {
    if (type === viewRetryAsked.type) projector.retry((data as DataOf<typeof viewRetryAsked>).view);
    if (type === viewRebuildAsked.type) rebuild.ask((data as DataOf<typeof viewRebuildAsked>).view);
  }
};
