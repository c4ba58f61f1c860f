import type { Language } from '@hzm/contracts/core/language';
import en from '@hzm/contracts/features/members/mail.en.json' with { type: 'json' };
import tr from '@hzm/contracts/features/members/mail.tr.json' with { type: 'json' };
import type { InvitationOffer } from '@hzm/contracts/features/members/member';
import { historyTexts } from '@hzm/contracts/registry';
import type { Context } from '@hzm/services/core/engine';
import type { Mail, Mailer } from '@hzm/services/core/ports/mailer';
import { LRUCache } from 'lru-cache';
import { mayMail } from '../../mail-bounds.ts';
import { fillMail, momentInMail } from '../../mail-text.ts';
import { invitationToken } from './invitation-link.ts';

/** Bounds the mails whose outcome is remembered. */
const MAX_REMEMBERED = 10_000;

const texts = { tr, en } as const;

/** The invitation as it is mailed, in plain text. */
function invitationMail(
  { inviterName: inviter, projectName: project, email, role, expiresAt }: InvitationOffer,
  url: string,
  language: Language,
): Mail {
  const values = {
    inviter,
    project,
    email,
    role: historyTexts[language][`role-${role}`]!,
    url,
    until: momentInMail(language, expiresAt),
  };
  return {
    to: email,
    subject: fillMail(language, texts[language]['invitation-subject'], values),
    text: fillMail(language, texts[language]['invitation-text'], values),
  };
}

/** `refused`: too many mails to the address, or of the person who has it sent. */
type Outcome = 'mailed' | 'failed' | 'refused';
/** Outcomes of mails, by the key of each. */
const sent = new WeakMap<Mailer, LRUCache<string, Promise<Outcome>>>();

interface Sending {
  /** One mail is sent for each key, however often its request is repeated. */
  readonly key: string;
  /** The account that has it sent. */
  readonly by: string;
  /** Whether the request was answered before: then nothing is sent again. */
  readonly isRepeated: boolean;
}

/** Mails the link of an invitation. It never fails: there are other ways to the link. */
export async function mailInvitation(
  { engine: { mailer, vault }, language }: Pick<Context, 'engine' | 'language'>,
  offer: InvitationOffer,
  { key, by, isRepeated }: Sending,
): Promise<Outcome> {
  if (!mailer) return 'failed';
  const outcomes =
    sent.get(mailer) ?? new LRUCache<string, Promise<Outcome>>({ max: MAX_REMEMBERED });
  sent.set(mailer, outcomes);
  const known = outcomes.get(key);
  if (known || isRepeated) return known ?? 'failed';
  const url = `${mailer.origin}/invitations/${invitationToken(vault, offer.id, 'mailed')}`;
  const outcome: Promise<Outcome> = mayMail(mailer, { to: offer.email, by })
    ? mailer.send(invitationMail(offer, url, language)).then(
        () => 'mailed',
        () => 'failed',
      )
    : Promise.resolve('refused');
  outcomes.set(key, outcome);
  return outcome;
}
