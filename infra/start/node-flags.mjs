/**
 * What Node is started with. V8 lets the young generation grow to 128 MiB while much is written and
 * keeps it; a quarter of that
 * takes no more processor time (decision 0016), and leaves a hundred MiB to others; and what is old
 * to four times of what is alive, where twice is
 * enough. Garbage is collected once after the start (`infra/server/main.ts`).
 */
export const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=100', '--expose-gc'];

/**
 * And in which environment: glibc gives back what is free at the end of its heaps. Left to itself
 * it learns from the first large buffers to
 * keep ever more, and sockets and requests in large numbers leave some eighty MiB behind them. The
 * threads share two
 * heaps: of one for each, what is free serves no other (some ten MiB).
 */
export const nodeEnvironment = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };
