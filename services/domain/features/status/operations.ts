import { viewRebuildAsked, viewRetryAsked } from '@hzm/contracts/features/status/events';
import { decider, type Decision } from '@hzm/services/core/decider';

export const OPERATIONS = 'operations';

/** What was asked before says nothing about what may be asked now; who asks twice is heard twice. */
export const operations = decider<null>(null, when => [when(viewRetryAsked, s => s), when(viewRebuildAsked, s => s)]);

export const askRetry = (view: string) => (): Decision => [viewRetryAsked({ view })];
export const askRebuild = (view: string) => (): Decision => [viewRebuildAsked({ view })];
