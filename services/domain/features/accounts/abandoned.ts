import type { Engine } from '@hzm/services/core/engine';
import { LRUCache } from 'lru-cache';
import type { Reservation } from './account.ts';

/** Milliseconds after which a reservation whose account was never made counts no more. */
const ABANDONED_MS = 60_000;
/** Milliseconds for making the account: well before another process may take its reservation. */
export const MAKING_MS = ABANDONED_MS / 2;
/** Reservations without an account of which a process remembers when it saw them first. */
const MAX_SEEN = 10_000;

const seenBy = new WeakMap<Engine, LRUCache<string, number>>();

/**
 * The number of a reservation that has been without its account since this process saw it first, a
 * minute ago or longer. The monotonic clock of one process measures that: clocks of two may differ.
 */
export function abandonedOf(
  engine: Engine,
  stream: string,
  { no }: Reservation,
  elapsed = performance.now(),
): number | undefined {
  const seen = seenBy.get(engine) ?? new LRUCache<string, number>({ max: MAX_SEEN });
  seenBy.set(engine, seen);
  const key = `${stream} ${no}`;
  const first = seen.get(key) ?? elapsed;
  seen.set(key, first);
  return elapsed - first > ABANDONED_MS ? no : undefined;
}
