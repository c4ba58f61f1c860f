import type { Mailer } from '@hzm/services/core/ports/mailer';
import { LRUCache } from 'lru-cache';

const HOUR_MS = 60 * 60 * 1000;
/**
 * Bounds of mails that a person has sent to an address they name: to one address within a day, of
 * one
 * person within an hour. In this process only.
 */
const MAX_DAILY_MAILS_TO_ADDRESS = 5;
const MAX_HOURLY_MAILS_OF_PERSON = 60;
const MAX_REMEMBERED_COUNTS = 10_000;

const counted = new WeakMap<Mailer, LRUCache<string, number>>();

interface Sending {
  readonly to: string;
  /** The account that has it sent. */
  readonly by: string;
}

const newCounts = () =>
  new LRUCache<string, number>({
    max: MAX_REMEMBERED_COUNTS,
    ttl: 24 * HOUR_MS,
    noUpdateTTL: true,
  });

/** Counts a mail, and returns whether it may be sent: nobody is flooded through us. */
export function mayMail(mailer: Mailer, { to, by }: Sending): boolean {
  const counts = counted.get(mailer) ?? newCounts();
  counted.set(mailer, counts);
  const isWithin = (key: string, limit: number, ttl: number): boolean => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count, { ttl });
    return count <= limit;
  };
  return (
    isWithin(`to ${to}`, MAX_DAILY_MAILS_TO_ADDRESS, 24 * HOUR_MS) &&
    isWithin(`of ${by}`, MAX_HOURLY_MAILS_OF_PERSON, HOUR_MS)
  );
}

/** Forgets the mails to an address. */
export const forgetMails = (mailer: Mailer, email: string): void =>
  void counted.get(mailer)?.delete(`to ${email}`);
