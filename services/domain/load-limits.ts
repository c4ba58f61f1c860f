import type { GateLimits } from '@hzm/services/core/limits/gate';
import { HELD_BYTES } from '@hzm/services/core/ports/byte-budget';

/** Reads of histories: each may hold the largest answer and some opened events. */
export const HISTORIES: GateLimits = {
  together: 4,
  each: 2,
  waiting: 64,
  waitingEach: 16,
  timeoutMs: 5_000,
};

/** Answers that published endpoints compute: each reads thousands of rows. */
export const COMPUTING: GateLimits = {
  together: 2,
  each: 1,
  waiting: 64,
  waitingEach: 16,
  timeoutMs: 5_000,
};

const QUEUE = { waiting: 512, waitingEach: 128, timeoutMs: 10_000 };

/**
 * Documents that requests hold in memory, in bytes: a quarter of the heap, but never less than one
 * request may hold, and half of it for one account. The rest is for what is made of them, for what
 * is being written, caches, and what awaits collection.
 */
export function documentsIn(heapBytes: number): GateLimits {
  const together = Math.max(heapBytes / 4, HELD_BYTES);
  return { ...QUEUE, together, each: together / 2 };
}

/**
 * Bodies that requests hold in memory, in bytes: an eighth of the heap, and half of it for one
 * account. Few wait, because each has a mebibyte of JSON with it.
 */
export const bodiesIn = (heapBytes: number): GateLimits => ({
  ...QUEUE,
  together: heapBytes / 8,
  each: heapBytes / 16,
  waiting: 64,
  waitingEach: 16,
});

/**
 * Answers that read many documents: long pages of rows, lists of threads (which count all of them),
 * rows that fit a field.
 */
export const LISTS: GateLimits = {
  together: 2,
  each: 1,
  waiting: 256,
  waitingEach: 32,
  timeoutMs: 10_000,
};
