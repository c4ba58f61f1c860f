/**
 * Flags of Node. V8 would let the young generation grow to 128 MiB and keep it; a quarter costs no
 * more CPU (decision 0016). The old generation would grow to four times the live heap; twice is
 * enough. Garbage is collected once after the start (`infra/collect-after-start.ts`).
 */
export const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=100', '--expose-gc'];

/**
 * Environment of Node: makes glibc return free memory at the end of its heaps, which otherwise keep
 * about 80 MiB after many connections. Two arenas shared by all threads save about 10 MiB.
 */
export const nodeEnvironment = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };
