import { isPosition, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/notifications/api';
import type { ReadTopic } from '@hzm/contracts/features/read-marks/read-mark';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { notificationSettingsDocs } from '@hzm/projections/features/notifications/settings';
import { handle, type Context } from '@hzm/services/core/engine';
import { mark } from '../read-marks/mark.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { silentTo } from './settings-view.ts';
import { notificationOf, notificationsFor, readTimes, scopeOf, topicOf } from './view.ts';

/** Returns the caller's notifications, each with the time it was read. */
async function mine({ engine, caller }: Pick<Context, 'engine' | 'caller'>) {
  const account = await engine.model.get(accountDocs, caller.actor);
  if (!account) throw new Problem('NOT_FOUND');
  const [docs, readAt, settings] = await Promise.all([
    notificationsFor(engine, account),
    readTimes(engine, account.id),
    engine.model.get(notificationSettingsDocs, account.id),
  ]);
  const isSilent = silentTo(settings);
  const all = docs.filter(doc => !isSilent(doc)).map(doc => ({ doc, readAt: readAt(doc) }));
  return { all, unread: all.filter(one => one.readAt === null).length };
}

export const handlers = [
  handle(api.listNotifications, async (context, { query: { limit, cursor } }) => {
    const { all, unread } = await mine(context);
    const behind = cursor === undefined ? all : all.filter(({ doc }) => doc.position < cursor);
    const page = behind.slice(0, limit);
    const notifications = await Promise.all(
      page.map(({ doc, readAt }) => notificationOf(context.engine, doc, readAt)),
    );
    return {
      data: {
        notifications,
        unread,
        nextCursor: behind.length > limit ? page.at(-1)!.doc.position : null,
      },
    };
  }),

  handle(api.readNotifications, async (context, { body }) => {
    const {
      engine,
      request,
      caller: { actor },
    } = context;
    const scope = scopeOf(actor);
    let position: Position | undefined;
    // The marks are in several streams and idempotent, so that a repetition needs no request id.
    const marking = { ...context, request: { ...request, repeatable: false } };
    const read = async (topic: ReadTopic, upTo: Position): Promise<void> => {
      position =
        (await mark(marking, { accountId: actor, topic, scope }, upTo)).position ?? position;
    };
    if ('upTo' in body) {
      if (isPosition(body.upTo)) await read(scope, body.upTo);
    } else {
      const { all } = await mine(context);
      // A notification that is gone by now counts as read, too.
      for (const { doc } of all.filter(
        one => one.readAt === null && body.ids.includes(one.doc.key),
      ))
        await read(topicOf(doc.key), doc.position);
    }
    await engine.projector.waitForPosition(position);
    return { data: { unread: (await mine(context)).unread }, position };
  }),

  ...settingsHandlers,
];
