import { BIN_DAYS } from '@hzm/contracts/features/tables/bin-limits';

const DAY_MS = 86_400_000;

/** Returns the end of the stay in the bin of what is deleted now. */
export const binnedUntil = (): string => new Date(Date.now() + BIN_DAYS * DAY_MS).toISOString();
