import { ordinal, START } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/notifications/api';
import { notificationSettingsChanged } from '@hzm/contracts/features/notifications/events';
import type { NotificationSettingsAnswer } from '@hzm/contracts/features/notifications/settings';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { notificationSettingsDocs } from '@hzm/projections/features/notifications/settings';
import { handle, type Engine, type Result } from '@hzm/services/core/engine';
import { idOfLinkToken } from '@hzm/services/core/security/link-token';
import { sameSecret } from '@hzm/services/core/security/same-secret';
import { stopToken } from './mail-link.ts';
import { settingsAnswer } from './settings-view.ts';
import { chooseNotifications, notificationSettings, stopMails } from './settings.ts';

/** Answers a person's settings; their version is the position of the last change. */
async function answer(
  engine: Engine,
  accountId: string,
): Promise<Result<NotificationSettingsAnswer>> {
  return {
    data: await settingsAnswer(engine, accountId),
    version: ordinal(
      (await engine.model.get(notificationSettingsDocs, accountId))?.position ?? START,
    ),
  };
}

export const settingsHandlers = [
  handle(api.getNotificationSettings, ({ engine, caller }) => answer(engine, caller.actor)),

  handle(
    api.changeNotificationSettings,
    async ({ engine, caller: { actor }, request, expected }, { body }) => {
      const [doc, { failure }] = await Promise.all([
        engine.model.get(notificationSettingsDocs, actor),
        settingsAnswer(engine, actor),
      ]);
      const precondition =
        expected === undefined
          ? undefined
          : {
              position: doc?.position ?? START,
              expected,
              isAbout: ({ type }: { readonly type: string }) =>
                type === notificationSettingsChanged.type,
              current: () => settingsAnswer(engine, actor),
            };
      const { position, repeated } = await engine.executor.execute(request, {
        stream: `account-${actor}`,
        decider: notificationSettings,
        decide: chooseNotifications(actor, body, engine.now(), failure?.hasEnded ?? false),
        precondition,
      });
      await engine.projector.waitForPosition(position ?? repeated);
      return { ...(await answer(engine, actor)), position };
    },
  ),

  handle(api.stopNotificationMails, async ({ engine, request }, { body: { token } }) => {
    const accountId = idOfLinkToken(token);
    if (
      !sameSecret(token, stopToken(engine.vault, accountId)) ||
      !(await engine.model.get(accountDocs, accountId))
    )
      throw new Problem('NOT_FOUND', { text: 'mail-link-gone' });
    const { position } = await engine.executor.execute(
      { ...request, actor: accountId },
      {
        stream: `account-${accountId}`,
        decider: notificationSettings,
        decide: stopMails(accountId),
      },
    );
    await engine.projector.waitForPosition(position);
    return { data: {}, position };
  }),
];
