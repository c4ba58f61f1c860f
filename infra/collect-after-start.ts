/** Delay of the collection, in milliseconds, so that it delays no first requests. */
const COLLECT_MS = 1_000;

/**
 * Frees the memory of loading and starting in this thread, a second later; an idle V8 neither
 * collects nor shrinks. Without `--expose-gc` (`infra/start/node-flags.mjs`) it does nothing.
 */
export function collectAfterStart(): void {
  setTimeout(
    () => void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' }),
    COLLECT_MS,
  ).unref();
}
