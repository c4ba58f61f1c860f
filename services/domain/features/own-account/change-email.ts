import type { Language } from '@hzm/contracts/core/language';
import { Problem } from '@hzm/contracts/core/problem';
import en from '@hzm/contracts/features/own-account/mail.en.json' with { type: 'json' };
import tr from '@hzm/contracts/features/own-account/mail.tr.json' with { type: 'json' };
import { EMAIL_LINK_HOURS } from '@hzm/contracts/features/own-account/own-account';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import type { Context } from '@hzm/services/core/engine';
import type { Mailer } from '@hzm/services/core/ports/mailer';
import {
  hashOfLinkToken,
  idOfLinkToken,
  newLinkToken,
} from '@hzm/services/core/security/link-token';
import { accountDoc } from '../../access/account.ts';
import { inHours } from '../../in-hours.ts';
import { mayMail } from '../../mail-bounds.ts';
import { fillMail, momentInMail } from '../../mail-text.ts';
import { heldAddress, settleAddresses, takeAddress } from '../accounts/addresses.ts';
import {
  confirmedBy,
  confirmEmail,
  emailChange,
  requestEmail,
  wasConfirmedBy,
} from './email-change.ts';

const texts = { tr, en } as const;

type Mail = 'confirm' | 'changed';
const send = (
  mailer: Mailer,
  language: Language,
  mail: Mail,
  to: string,
  values: Readonly<Record<string, string>>,
) =>
  mailer.send({
    to,
    subject: fillMail(language, texts[language][`${mail}-subject`], values),
    text: fillMail(language, texts[language][`${mail}-text`], values),
  });

/**
 * Mails a link to a new address, which the account gets once the link is used. Whether another
 * account has
 * the address is found out then: the answer of now tells nothing about others.
 * @throws Problem RATE_LIMIT_EXCEEDED when too many links were mailed for the account, or mails to
 * the address
 */
export async function mailEmailLink(
  { engine, request, language }: Context,
  mailer: Mailer,
  accountId: string,
  email: string,
) {
  const { executor, now, projector, vault } = engine;
  const seed = request.repeatable
    ? { key: vault.pepper, text: `email ${request.actor} ${request.id}` }
    : undefined;
  const { text: token } = newLinkToken(accountId, seed);
  // The account may name anybody's address.
  const isRepeated = (await executor.repeats.last(request)) !== undefined;
  if (!isRepeated && !mayMail(mailer, { to: email, by: accountId }))
    throw new Problem('RATE_LIMIT_EXCEEDED');
  const expiresAt = inHours(now(), EMAIL_LINK_HOURS);
  const { position, repeated } = await executor.execute(request, {
    stream: `account-${accountId}`,
    decider: emailChange,
    decide: requestEmail({ accountId, email, tokenHash: hashOfLinkToken(token), expiresAt }, now()),
  });
  await projector.waitForPosition(position);
  const { name } = await accountDoc(engine, accountId);
  const values = {
    name,
    email,
    url: `${mailer.origin}/confirm-email/${token}`,
    until: momentInMail(language, expiresAt),
  };
  const afterwards = () => send(mailer, language, 'confirm', email, values);
  return { position, ...(repeated === undefined && { afterwards }) };
}

/**
 * Gives an account the address that its link was mailed to; the address before is told by mail.
 * @throws Problem NOT_FOUND when the link is not valid any more, EMAIL_TAKEN, RATE_LIMIT_EXCEEDED
 * after too many wrong links
 */
export async function confirmByLink(context: Context, token: string) {
  const { engine, passwords, language } = context;
  const { executor, mailer, model, now, projector } = engine;
  const accountId = idOfLinkToken(token);
  const tokenHash = hashOfLinkToken(token);
  const request = { ...context.request, actor: accountId };
  const stream = `account-${accountId}`;
  const before = await model.get(accountDocs, accountId);
  let email: string | undefined;
  const isRight = await passwords.check(async () => {
    if (!before?.isActive) return false;
    const state = await executor.load(stream, emailChange);
    email = confirmedBy(state, tokenHash, now());
    // A repeated request has used its link, which its digest does not hold.
    return (
      email !== undefined ||
      (wasConfirmedBy(state, tokenHash) && (await executor.repeats.last(request)) !== undefined)
    );
  });
  if (!isRight || !before) throw new Problem('NOT_FOUND', { text: 'email-link-gone' });
  if (email === undefined) return { data: { email: before.email } };
  const held = [
    await heldAddress(engine, before.email),
    await takeAddress(engine, request, accountId, email),
  ];
  try {
    const decide = confirmEmail(accountId, tokenHash, now());
    const { position } = await executor.execute(request, { stream, decider: emailChange, decide });
    await projector.waitForPosition(position);
    const values = { name: before.name, email, before: before.email };
    const afterwards = mailer && (() => send(mailer, language, 'changed', before.email, values));
    return { data: { email }, position, ...(afterwards && { afterwards }) };
  } finally {
    await settleAddresses(engine, request, accountId, held);
  }
}
