/**
 * What Node is started with. V8 lets the young generation grow to 128 MiB while much is written and keeps it; a quarter of that
 * takes no more processor time (decision 0016), and leaves a hundred MiB to others. Garbage is collected once after the start (`infra/server/main.ts`).
 */
export const nodeFlags = ['--max-semi-space-size=16', '--expose-gc'];
