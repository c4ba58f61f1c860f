import en from '@hzm/contracts/features/members/mail.en.json' with { type: 'json' };
import tr from '@hzm/contracts/features/members/mail.tr.json' with { type: 'json' };
import type { MemberRole } from '@hzm/contracts/features/members/role';
import { historyTexts } from '@hzm/contracts/registry';
import type { Mail, Mailer } from '@hzm/services/core/ports/mailer';
import { LRUCache } from 'lru-cache';
import { mayMail } from '../../mail-bounds.ts';
import { fillMail, momentInMail } from '../../mail-text.ts';

/** Bounds the invitations whose outcome is remembered. */
const MAX_REMEMBERED = 10_000;

interface InvitationMail {
  readonly invitationId: string;
  readonly invitedBy: string;
  readonly inviter: string;
  readonly project: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly url: string;
  readonly expiresAt: string;
  readonly language: 'tr' | 'en';
}

const texts = { tr, en } as const;

/** The invitation as it is mailed, in plain text. */
function invitationMail({
  inviter,
  project,
  email,
  role,
  url,
  expiresAt,
  language,
}: Omit<InvitationMail, 'invitationId' | 'invitedBy'>): Mail {
  const values = {
    inviter,
    project,
    email,
    role: historyTexts[language][`role-${role}`]!,
    url,
    until: momentInMail(expiresAt),
  };
  return {
    to: email,
    subject: fillMail(texts[language]['invitation-subject'], values),
    text: fillMail(texts[language]['invitation-text'], values),
  };
}

/** Whether invitations were mailed, by their ids. */
const sent = new WeakMap<Mailer, LRUCache<string, Promise<boolean>>>();

/**
 * Mails an invitation once; answers whether it was. It never fails: the link is in the answer, too.
 */
export function mailInvitation(
  mailer: Mailer | undefined,
  invitation: InvitationMail,
): Promise<boolean> {
  if (!mailer) return Promise.resolve(false);
  const outcomes =
    sent.get(mailer) ?? new LRUCache<string, Promise<boolean>>({ max: MAX_REMEMBERED });
  sent.set(mailer, outcomes);
  const known = outcomes.get(invitation.invitationId);
  if (known) return known;
  const isAllowed = mayMail(mailer, { to: invitation.email, by: invitation.invitedBy });
  const outcome = isAllowed
    ? mailer.send(invitationMail(invitation)).then(
        () => true,
        () => false,
      )
    : Promise.resolve(false);
  outcomes.set(invitation.invitationId, outcome);
  return outcome;
}

/**
 * Whether an invitation that is made again was mailed the first time, as far as this process
 * remembers.
 */
export const wasMailed = (mailer: Mailer | undefined, invitationId: string): Promise<boolean> =>
  (mailer && sent.get(mailer)?.get(invitationId)) ?? Promise.resolve(false);
