const GIB = 2 ** 30;
const NO_LIMIT = -1;

/** Converts a limit in bytes to GiB with three decimals, as forms show it; -1 stays -1. */
export const gibOf = (bytes: number): number =>
  bytes === NO_LIMIT ? NO_LIMIT : Math.round((bytes / GIB) * 1000) / 1000;

/**
 * Converts a form's value to bytes. @param before the previous limit, returned exactly if the form
 * shows it unchanged
 */
export function bytesOfGib(given: number | string, before?: number): number {
  const gib = Number(given);
  if (before !== undefined && gibOf(before) === gib) return before;
  return gib === NO_LIMIT ? NO_LIMIT : Math.round(gib * GIB);
}
