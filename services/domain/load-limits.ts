import type { GateLimits } from '@hzm/services/core/limits/gate';

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

/**
 * Bulk writes of more than `LIGHT_BYTES`: each may hold `HELD_BYTES` of rows in memory, which JSON
 * of 32 MiB takes many times over when it consists of empty objects. Few wait, because each holds
 * its body, which takes up to 20 MiB.
 */
export const BATCHES: GateLimits = {
  together: 2,
  each: 1,
  waiting: 16,
  waitingEach: 8,
  timeoutMs: 10_000,
};

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
