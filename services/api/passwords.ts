import type { Engine, Passwords } from '@hzm/services/core/engine';
import type { RateLimitStatus } from './counter.ts';
import type { Guesses } from './guesses.ts';

/** The caller of password operations. */
interface Guesser {
  readonly address: string;
  /** Equals the IP for unknown callers and for keys. */
  readonly account: string;
  /** Aborts when the client disconnects. */
  readonly gone: () => AbortSignal;
}

/**
 * Creates the password operations of a request, queued by account, or by IP if unknown.
 * @param limit throws when too many attempts failed
 * @throws Problem RATE_LIMIT_EXCEEDED, NOT_READY
 */
export function passwordsFrom(
  { address, account, gone }: Guesser,
  { hashing }: Engine,
  guesses: Guesses,
  limit: (status: RateLimitStatus | undefined) => void,
): Passwords {
  const judged = async (
    subject: string | undefined,
    judge: () => Promise<boolean>,
  ): Promise<boolean> => {
    const guess = await guesses.begin({ subject, by: account, address });
    let isRight: boolean | undefined;
    try {
      limit(await guesses.reached(guess, gone));
      isRight = await judge();
      return isRight;
    } finally {
      // An attempt that was refused or not verified does not count.
      if (isRight !== false) guess.forget();
    }
  };
  return {
    hash: password => hashing.hash(password, account),
    verify: (subject, password, hash) =>
      judged(subject, () => hashing.verify(password, hash, account)),
    check: (judge, subject) => judged(subject, judge),
    signedIn: subject => guesses.remember(subject, address),
  };
}
