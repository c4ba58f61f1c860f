import { emailStream } from '@hzm/services/core/commands/reservation-key';
import type { Engine } from '@hzm/services/core/engine';
import type { Request } from '../../../core/commands/request.ts';
import { abandonedOf } from './abandoned.ts';
import { account, releaseEmail, reservation, reserveEmail } from './account.ts';

const addressOf = async ({ executor }: Engine, accountId: string): Promise<string | undefined> => {
  const state = await executor.load(`account-${accountId}`, account);
  return state.kind === 'active' ? state.email : undefined;
};

/**
 * The reservation of an address, if the account that it is for does not exist, or has another
 * address, for so long that it was given up, and is not only being taken.
 */
async function abandoned(engine: Engine, email: string): Promise<number | undefined> {
  const stream = emailStream(email, engine.vault.pepper);
  const reserved = await engine.executor.load(stream, reservation);
  const { holder } = reserved;
  return holder === undefined || (await addressOf(engine, holder)) === email
    ? undefined
    : abandonedOf(engine, stream, reserved);
}

/**
 * Takes an address for an account before the account says that it is its own. @throws Problem
 * EMAIL_TAKEN
 */
export async function takeAddress(
  engine: Engine,
  request: Request,
  accountId: string,
  email: string,
): Promise<void> {
  await engine.executor.execute(request, {
    stream: emailStream(email, engine.vault.pepper),
    decider: reservation,
    decide: reserveEmail(accountId, await abandoned(engine, email)),
  });
}

/**
 * Releases those of these addresses that the account does not have. Others may be moving it at the
 * same time: whoever comes last sees what it came to,
 * and holds that.
 */
export async function settleAddresses(
  engine: Engine,
  request: Request,
  accountId: string,
  emails: readonly string[],
): Promise<void> {
  const own = { ...request, repeatable: false };
  const before = await addressOf(engine, accountId);
  for (const email of emails) {
    if (email === before) continue;
    await engine.executor.execute(own, {
      stream: emailStream(email, engine.vault.pepper),
      decider: reservation,
      decide: releaseEmail(accountId),
    });
  }
  const after = await addressOf(engine, accountId);
  if (after !== undefined && emails.includes(after))
    await takeAddress(engine, own, accountId, after);
}
