import type { Engine, Passwords } from '@hzm/services/core/engine';
import type { RateLimitStatus } from './counter.ts';
import type { Guess, Throttle } from './throttle.ts';

/** Passwords of requests from one address, hashed in turn by account, or by address where none is known. @param limit refuses when too many were wrong @throws Problem RATE_LIMIT_EXCEEDED, NOT_READY */
export function passwordsFrom({ address, account }: { readonly address: string; readonly account: string }, { hashing }: Engine, throttle: Throttle, limit: (status: RateLimitStatus) => void): Passwords {
  const judged = async (guess: Guess, judge: () => Promise<boolean>): Promise<boolean> => {
    let isRight: boolean | undefined;
    try {
      limit(guess.status);
      isRight = await judge();
      return isRight;
    } finally {
      // What was refused or could not be judged was no guess.
      if (isRight !== false) guess.forget();
    }
  };
  return {
    hash: password => hashing.hash(password, account),
    verify: (subject, password, hash) => judged(throttle.guess(address, subject), () => hashing.verify(password, hash, account)),
    check: (judge, subject) => judged(throttle.guess(address, subject), judge),
  };
}
