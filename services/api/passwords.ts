import type { Engine, Passwords } from '@hzm/services/core/engine';
import type { RateLimitStatus } from './counter.ts';
import type { Throttle } from './throttle.ts';

/** Passwords of requests from one address. @param heed refuses when too many were wrong @throws Problem RATE_LIMIT_EXCEEDED, NOT_READY */
export const passwordsFrom = (address: string, { hashing }: Engine, throttle: Throttle, heed: (standing: RateLimitStatus) => void): Passwords => ({
  hash: password => hashing.hash(password, address),
  async verify(subject, password, hash) {
    const guess = throttle.guess(address, subject);
    let isRight: boolean | undefined;
    try {
      heed(guess.status);
      isRight = await hashing.verify(password, hash, address);
      return isRight;
    } finally {
      // What was refused or could not be judged was no guess.
      if (isRight !== false) guess.forget();
    }
  },
});
