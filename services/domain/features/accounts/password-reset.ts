import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { ADMIN_LINK_HOURS, MAIL_LINK_HOURS } from '@hzm/contracts/features/accounts/account';
import en from '@hzm/contracts/features/accounts/mail.en.json' with { type: 'json' };
import tr from '@hzm/contracts/features/accounts/mail.tr.json' with { type: 'json' };
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { REQUEST_MS } from '@hzm/services/core/commands/command-executor';
import type { Request } from '@hzm/services/core/commands/request';
import { emailStream } from '@hzm/services/core/commands/reservation-key';
import type { Context, Engine } from '@hzm/services/core/engine';
import type { Mailer } from '@hzm/services/core/ports/mailer';
import {
  hashOfLinkToken,
  idOfLinkToken,
  newLinkToken,
} from '@hzm/services/core/security/link-token';
import { passwordSubject } from '../../access/account.ts';
import { inHours } from '../../in-hours.ts';
import { fillMail, momentInMail } from '../../mail-text.ts';
import {
  account,
  validLink,
  requestReset,
  reservation,
  resetPassword,
  type PasswordLink,
} from './account.ts';
import { AUTHORITY, authority, isActiveAdmin } from './authority.ts';

const texts = { tr, en } as const;

/**
 * Makes a link by which an account's password can be set anew. The same request makes the same link
 * again.
 */
async function makeLink(
  { executor, vault, now }: Engine,
  request: Request,
  accountId: string,
  byMail: boolean,
) {
  const { text: token } = newLinkToken(
    accountId,
    request.repeatable
      ? { key: vault.pepper, text: `password ${request.actor} ${request.id}` }
      : undefined,
  );
  const tokenHash = hashOfLinkToken(token);
  const expiresAt = inHours(now(), byMail ? MAIL_LINK_HOURS : ADMIN_LINK_HOURS);
  const { state, position, repeated } = await executor.execute(request, {
    stream: `account-${accountId}`,
    decider: account,
    decide: requestReset({ accountId, tokenHash, expiresAt, byMail }, now()),
  });
  const link =
    state.kind === 'active' ? state.links.find(known => known.tokenHash === tokenHash) : undefined;
  return {
    path: `/reset-password/${token}`,
    expiresAt: link?.expiresAt ?? expiresAt,
    position,
    isRepeated: repeated !== undefined,
  };
}

/**
 * Mails a link to the holder of an address, if they may sign in. @throws Problem
 * RATE_LIMIT_EXCEEDED when they were mailed too often; Error when the mail was not taken
 */
export async function mailLink(
  { engine, request, language }: Context,
  mailer: Mailer,
  email: string,
): Promise<void> {
  const { holder } = await engine.executor.load(
    emailStream(email, engine.vault.pepper),
    reservation,
  );
  const user = holder === undefined ? undefined : await engine.model.get(accountDocs, holder);
  if (!user?.isActive) return;
  // The request is answered by now: what ends with its answer does not end this.
  const { path, expiresAt, isRepeated } = await makeLink(
    engine,
    { ...request, signal: AbortSignal.timeout(REQUEST_MS) },
    user.id,
    true,
  );
  if (isRepeated) return;
  const values = {
    name: user.name,
    email: user.email,
    url: `${mailer.origin}${path}`,
    until: momentInMail(language, expiresAt),
  };
  await mailer.send({
    to: user.email,
    subject: fillMail(language, texts[language]['reset-subject'], values),
    text: fillMail(language, texts[language]['reset-text'], values),
  });
}

/** Makes the link that an administrator hands over. @throws Problem NOT_FOUND */
export async function linkByAdministrator({ engine, request }: Context, accountId: string) {
  const { path, expiresAt, position } = await makeLink(engine, request, accountId, false);
  return { data: { url: `${engine.mailer?.origin ?? ''}${path}`, expiresAt }, position };
}

/** Whether a link may be used: one that an administrator made, only while they administer. */
async function isInForce({ executor }: Engine, link: PasswordLink | undefined): Promise<boolean> {
  if (!link || link.byMail) return link !== undefined;
  return (
    link.madeBy !== undefined &&
    isActiveAdmin(await executor.load(AUTHORITY, authority), link.madeBy)
  );
}

/**
 * Sets a password by a link; all sessions of the account end. @throws Problem NOT_FOUND when the
 * link is not valid any more, RATE_LIMIT_EXCEEDED after too many wrong ones
 */
export async function resetByLink(
  { engine, request, passwords }: Context,
  token: string,
  newPassword: string,
): Promise<Position | undefined> {
  const { executor, model, now, projector } = engine;
  const accountId = idOfLinkToken(token);
  const tokenHash = hashOfLinkToken(token);
  const own = { ...request, actor: accountId };
  const stream = `account-${accountId}`;
  let earlier: Position | undefined;
  let link: PasswordLink | undefined;
  const isRight = await passwords.check(async () => {
    if (!(await model.get(accountDocs, accountId))) return false;
    link = validLink(await executor.load(stream, account), tokenHash, now());
    if (await isInForce(engine, link)) return true;
    // A repeated request has used its link already.
    earlier = (await executor.repeats.last(own))?.position;
    return earlier !== undefined;
  });
  if (earlier !== undefined) return earlier;
  if (!isRight) throw new Problem('NOT_FOUND', { text: 'password-link-gone' });
  const changed = {
    accountId,
    passwordHash: await passwords.hash(newPassword),
    keptSessionId: null,
  };
  const { state, position } = await executor.execute(own, {
    stream,
    decider: account,
    decide: resetPassword(changed, tokenHash, now()),
  });
  // Reading the account's mail proves that the address is its person's.
  if (link?.byMail && state.kind === 'active') passwords.signedIn(passwordSubject(state.email));
  await projector.waitForPosition(position);
  return position;
}
