import * as z from 'zod';
import { command, count, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { LinkToken } from '../../core/link-token.ts';
import { At } from '../../core/realtime.ts';
import { list } from '../../core/shapes.ts';
import { Notification } from './notification.ts';
import { NotificationSettings, NotificationSettingsAnswer } from './settings.ts';

const unread = z.int();

export const listNotifications = query({
  name: 'list-notifications',
  call: 'GET /notifications',
  access: 'session',
  query: z.strictObject({ limit: count(1, 100).default(30), cursor: At.optional() }),
  answer: z.object({
    notifications: z.array(Notification),
    unread,
    nextCursor: z.string().nullable(),
  }),
  summary:
    'What I am told, the newest first: of the last 90 days, 500 at most. `unread`: of all of them; `nextCursor` goes on (as `cursor`) until it is null.',
});

export const readNotifications = command({
  name: 'read-notifications',
  call: 'POST /notifications/read',
  access: 'session',
  body: z.union([
    z.strictObject({ ids: list(Id, { min: 1, max: 100 }) }),
    z.strictObject({ upTo: At }),
  ]),
  answer: z.object({ unread }),
  summary:
    'Say that I have read some of them (`ids`), or all up to a position (`upTo`): on every device.',
});

export const getNotificationSettings = query({
  name: 'get-notification-settings',
  call: 'GET /notifications/settings',
  access: 'session',
  answer: NotificationSettingsAnswer,
  summary: 'Which notifications I get, and how.',
});

export const changeNotificationSettings = command({
  name: 'change-notification-settings',
  call: 'PUT /notifications/settings',
  access: 'session',
  body: NotificationSettings,
  answer: NotificationSettingsAnswer,
  summary:
    'Choose which notifications I get, and how: which kinds the bell tells from now on, which are mailed when I have been away for ten minutes, or once a day, and when no mail is sent.',
});

export const stopNotificationMails = command({
  name: 'stop-notification-mails',
  call: 'POST /notifications/mails/stop',
  access: 'public',
  body: z.strictObject({ token: LinkToken }),
  answer: nothing,
  summary:
    'Send no more mails of notifications, by the token of the link in one of them. Mail programs post to that link itself (RFC 8058).',
});
