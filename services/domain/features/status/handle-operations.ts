import { isEventOf } from '@hzm/contracts/core/event';
import { viewRebuildAsked, viewRetryAsked } from '@hzm/contracts/features/status/events';
import type { ProjectedEvent } from '../../../core/projecting/projector-parts.ts';
import type { Projector } from '../../../core/projecting/projector.ts';
import type { Rebuild } from '../../../core/projecting/rebuild.ts';

/** Executes operator requests; ignores those made before this process started. */
export const handleOperations =
  (projector: Projector, rebuild: Rebuild) =>
  (batch: readonly ProjectedEvent[]): void => {
    for (const { event } of batch) {
      if (isEventOf(viewRetryAsked, event)) projector.retry(event.data.view);
      if (isEventOf(viewRebuildAsked, event)) rebuild.ask(event.data.view);
    }
  };
