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
  summary: 'List own notifications',
  description:
    'Newest first, at most 500 of the last 90 days. `unread` counts all of them; `nextCursor` continues as `cursor` and is null at the end.',
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
  summary: 'Mark notifications as read',
  description: 'Marks some (`ids`), or all up to a position (`upTo`), on every device.',
});

export const getNotificationSettings = query({
  name: 'get-notification-settings',
  call: 'GET /notifications/settings',
  access: 'session',
  answer: NotificationSettingsAnswer,
  summary: 'Retrieve own notification settings',
});

export const changeNotificationSettings = command({
  name: 'change-notification-settings',
  call: 'PUT /notifications/settings',
  access: 'session',
  body: NotificationSettings,
  answer: NotificationSettingsAnswer,
  summary: 'Update own notification settings',
  description:
    'Selects the kinds shown by the bell from now on, the kinds mailed after ten minutes of absence or once a day, and the hours without mails.',
});

export const stopNotificationMails = command({
  name: 'stop-notification-mails',
  call: 'POST /notifications/mails/stop',
  access: 'public',
  body: z.strictObject({ token: LinkToken }),
  answer: nothing,
  summary: 'Stop notification mails',
  description:
    'Takes the token of the link in a mail. Mail programs post to that link themselves (RFC 8058).',
});
