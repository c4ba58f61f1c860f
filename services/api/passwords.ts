import type { Engine, Passwords } from '@hzm/services/core/engine';
import type { RateLimitStatus } from './counter.ts';
import type { Guesses } from './guesses.ts';

/** The caller who shows passwords. */
interface Guesser {
  readonly address: string;
  /** The address again where it is not known who asks, or a key does. */
  readonly account: string;
  /** Aborts when the client is gone. */
  readonly gone: () => AbortSignal;
}

/**
 * Passwords of one request, hashed in turn by account, or by address where none is known. @param
 * limit refuses when too many were wrong @throws Problem RATE_LIMIT_EXCEEDED, NOT_READY
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
    const guess = guesses.begin({ subject, by: account, address });
    let isRight: boolean | undefined;
    try {
      limit(await guesses.reached(guess, gone));
      isRight = await judge();
      return isRight;
    } finally {
      // What was refused or could not be judged was no guess.
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
