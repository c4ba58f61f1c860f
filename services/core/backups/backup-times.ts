const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a local time such as `03:00` on the day of `now` plus `days`. */
function at(time: string, now: Date, days: number): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes);
}

/**
 * Returns the latest of the times that has passed.
 * @param times such as `03:00`, at least one
 */
export function lastDue(times: readonly string[], now: Date): Date {
  const past = [-1, 0]
    .flatMap(days => times.map(time => at(time, now, days)))
    .filter(time => time <= now);
  return past.reduce((a, b) => (a > b ? a : b), new Date(now.getTime() - DAY_MS));
}

/** Returns the next of the times. */
export function nextDue(times: readonly string[], now: Date): Date {
  const coming = [0, 1, 2]
    .flatMap(days => times.map(time => at(time, now, days)))
    .filter(time => time > now);
  return coming.reduce((a, b) => (a < b ? a : b));
}
