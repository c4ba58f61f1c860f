import * as z from 'zod';
import { command, count, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { At } from '../../core/realtime.ts';
import { list } from '../../core/shapes.ts';
import { Notification } from './notification.ts';

const unread = z.int();

export const listNotifications = query({
  name: 'list-notifications', call: 'GET /notifications', access: 'session',
  query: z.strictObject({ limit: count(1, 100).default(30), cursor: At.optional() }),
  answer: z.object({ notifications: z.array(Notification), unread, nextCursor: z.string().nullable() }),
  summary: 'What I am told, the newest first: of the last 90 days, 500 at most. `unread`: of all of them; `nextCursor` goes on (as `cursor`) until it is null.',
});

export const readNotifications = command({
  name: 'read-notifications', call: 'POST /notifications/read', access: 'session',
  body: z.union([z.strictObject({ ids: list(Id, { min: 1, max: 100 }) }), z.strictObject({ upTo: At })]),
  answer: z.object({ unread }),
  summary: 'Say that I have read some of them (`ids`), or all up to a position (`upTo`): on every device.',
});
