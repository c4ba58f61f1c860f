import en from '@hzm/contracts/features/members/mail.en.json' with { type: 'json' };
import tr from '@hzm/contracts/features/members/mail.tr.json' with { type: 'json' };
import { historyTexts } from '@hzm/contracts/registry';
import type { MemberRole } from '@hzm/contracts/features/members/role';
import type { Mail, Mailer } from '@hzm/services/core/ports/mailer';
import { LRUCache } from 'lru-cache';
import { fillMail, momentInMail } from '../../mail-text.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Mails to one address within a day, and of one person within an hour: whoever may make projects may invite, and nobody is flooded through us. In this process only. */
const MAX_DAILY_MAILS_TO_ADDRESS = 5;
const MAX_HOURLY_MAILS_OF_PERSON = 60;
/** Whose counts and outcomes are remembered. */
const MAX_REMEMBERED_COUNTS = 10_000;

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
function invitationMail({ inviter, project, email, role, url, expiresAt, language }: Omit<InvitationMail, 'invitationId' | 'invitedBy'>): Mail {
  const values = { inviter, project, email, role: historyTexts[language][`role-${role}`]!, url, until: momentInMail(expiresAt) };
  return { to: email, subject: fillMail(texts[language]['invitation-subject'], values), text: fillMail(texts[language]['invitation-text'], values) };
}

const sent = new WeakMap<Mailer, { readonly counts: LRUCache<string, number>; readonly outcomes: LRUCache<string, Promise<boolean>> }>();

/** Mails an invitation once; answers whether it was. It never fails: the link is in the answer, too. */
export function mailInvitation(mailer: Mailer | undefined, invitation: InvitationMail): Promise<boolean> {
  if (!mailer) return Promise.resolve(false);
  const { counts, outcomes } = sent.get(mailer) ?? { counts: new LRUCache<string, number>({ max: MAX_REMEMBERED_COUNTS, ttl: 24 * HOUR_MS, noUpdateTTL: true }), outcomes: new LRUCache<string, Promise<boolean>>({ max: MAX_REMEMBERED_COUNTS }) };
  sent.set(mailer, { counts, outcomes });
  const known = outcomes.get(invitation.invitationId);
  if (known) return known;

  const isWithin = (key: string, limit: number, ttl: number): boolean => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count, { ttl });
    return count <= limit;
  };
  const allowed = isWithin(`to ${invitation.email}`, MAX_DAILY_MAILS_TO_ADDRESS, 24 * HOUR_MS) && isWithin(`of ${invitation.invitedBy}`, MAX_HOURLY_MAILS_OF_PERSON, HOUR_MS);
  const outcome = allowed ? mailer.send(invitationMail(invitation)).then(() => true, () => false) : Promise.resolve(false);
  outcomes.set(invitation.invitationId, outcome);
  return outcome;
}

/** Nothing is remembered of an address any more. */
export const forgetMails = (mailer: Mailer, email: string): void => void sent.get(mailer)?.counts.delete(`to ${email}`);

/** Whether an invitation that is made again was mailed the first time, as far as this process remembers. */
export const wasMailed = (mailer: Mailer | undefined, invitationId: string): Promise<boolean> => (mailer && sent.get(mailer)?.outcomes.get(invitationId)) ?? Promise.resolve(false);
