import type { Language } from '@hzm/contracts/core/language';
import en from '@hzm/contracts/features/notifications/mail.en.json' with { type: 'json' };
import tr from '@hzm/contracts/features/notifications/mail.tr.json' with { type: 'json' };
import { isMailed, MAX_IN_MAIL } from '@hzm/contracts/features/notifications/settings';
import type { AccountDoc } from '@hzm/projections/features/accounts/accounts';
import type { NotificationDoc } from '@hzm/projections/features/notifications/documents';
import type { Engine } from '@hzm/services/core/engine';
import type { Mail, Mailer } from '@hzm/services/core/ports/mailer';
import { fillMail } from '../../mail-text.ts';
import { stopToken } from './mail-link.ts';
import { notificationOf } from './view.ts';

const texts = { tr, en } as const;

/**
 * Builds a mail with a person's waiting notifications by project, newest first, at most
 * `MAX_IN_MAIL`. It states kind, actor and link, but quotes no message, title or request, because
 * mails are not sealed.
 */
export async function notificationMail(
  parts: Pick<Engine, 'model' | 'vault'> & { readonly mailer: Mailer },
  { id, name, email }: Pick<AccountDoc, 'id' | 'name' | 'email'>,
  docs: readonly NotificationDoc[],
  language: Language,
): Promise<Mail> {
  const { origin } = parts.mailer;
  const text = texts[language];
  const named = await Promise.all(
    docs.slice(0, MAX_IN_MAIL).map(doc => notificationOf(parts, doc, null)),
  );
  const groups = [...Map.groupBy(named, ({ projectId }) => projectId)].map(
    ([projectId, ofProject]) =>
      [
        projectId === null
          ? text['account']
          : fillMail(language, '{name}', {
              name: ofProject[0]!.projectName ?? text['project-gone'],
            }),
        ...ofProject.flatMap(({ kind, actor, link }) => {
          const who = actor ? fillMail(language, ' ({name})', { name: actor.name }) : '';
          return [
            `- ${isMailed(kind) ? text[`kind-${kind}`] : ''}${who}`,
            ...(link === null ? [] : [`  ${origin}${link}`]),
          ];
        }),
      ].join('\n'),
  );
  const stop = `${origin}/stop-mails/${stopToken(parts.vault, id)}`;
  return {
    to: email,
    subject: fillMail(language, text['subject'], { count: docs.length }),
    text: [
      fillMail(language, text['hello'], { name }),
      ...groups,
      ...(docs.length > named.length
        ? [
            fillMail(language, text['more'], {
              count: docs.length - named.length,
              url: `${origin}/dashboard`,
            }),
          ]
        : []),
      fillMail(language, text['foot'], { settings: `${origin}/account`, stop }),
    ].join('\n\n'),
    unsubscribe: stop,
  };
}
