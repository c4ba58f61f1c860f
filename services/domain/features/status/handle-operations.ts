import { viewRebuildAsked, viewRetryAsked } from '@hzm/contracts/features/status/events';
import type { DataOf } from '@hzm/contracts/core/event';
import type { ProjectedEvent, Projector } from '../../../core/projector.ts';
import type { Rebuild } from '../../../core/rebuild.ts';

/** Does what administrators ask of the running processes, as it is heard: what was asked before this process began is over. */
export const handleOperations = (projector: Projector, rebuild: Rebuild) => (batch: readonly ProjectedEvent[]): void => {
  for (const { event: { type, data } } of batch) {
    if (type === viewRetryAsked.type) projector.retry((data as DataOf<typeof viewRetryAsked>).view);
    if (type === viewRebuildAsked.type) rebuild.ask((data as DataOf<typeof viewRebuildAsked>).view);
  }
};
