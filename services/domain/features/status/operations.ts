import { viewRebuildAsked, viewRetryAsked } from '@hzm/contracts/features/status/events';
import { decider, type Decision } from '@hzm/services/core/commands/decider';

export const OPERATIONS = 'operations';

/** Requests are independent of each other: the same one twice is executed twice. */
export const operations = decider<null>(null, when => [
  when(viewRetryAsked, s => s),
  when(viewRebuildAsked, s => s),
]);

export const askRetry = (view: string) => (): Decision => [viewRetryAsked({ view })];
export const askRebuild = (view: string) => (): Decision => [viewRebuildAsked({ view })];
