const HOUR_MS = 60 * 60 * 1000;

/** Returns the moment some hours from now, as an ISO time. */
export const inHours = (now: Date, hours: number): string =>
  new Date(now.getTime() + hours * HOUR_MS).toISOString();
