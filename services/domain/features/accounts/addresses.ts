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

/** An address that an account holds, and the number of its reservation. */
export interface HeldAddress {
  readonly email: string;
  readonly no: number;
}

/** Returns an address of an account as it is held now. */
export async function heldAddress(engine: Engine, email: string): Promise<HeldAddress> {
  const { no } = await engine.executor.load(emailStream(email, engine.vault.pepper), reservation);
  return { email, no };
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
): Promise<HeldAddress> {
  const { state } = await engine.executor.execute(request, {
    stream: emailStream(email, engine.vault.pepper),
    decider: reservation,
    decide: reserveEmail(accountId, await abandoned(engine, email)),
  });
  return { email, no: state.no };
}

/**
 * Releases those of these addresses that the account does not have. Others may be moving it at the
 * same time: what they have reserved since is theirs to release.
 */
export async function settleAddresses(
  engine: Engine,
  request: Request,
  accountId: string,
  held: readonly HeldAddress[],
): Promise<void> {
  const present = await addressOf(engine, accountId);
  for (const { email, no } of held) {
    if (email === present) continue;
    await engine.executor.execute(
      { ...request, repeatable: false },
      {
        stream: emailStream(email, engine.vault.pepper),
        decider: reservation,
        decide: releaseEmail(accountId, no),
      },
    );
  }
}
