import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';

/**
 * Stream `read-mark-<accountId>-<topic>`. The position up to which a person has read a topic.
 * Decision 0026.
 */
export const thingRead = event('thing-read', {
  version: 1,
  needsRoom: true,
  shape: { accountId: Id, topic: z.string(), scope: z.string(), upTo: z.string() },
  open: { accountId: because.key },
});
