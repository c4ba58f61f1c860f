/** An ISO 8601 duration without years and months. */

const ISO = /^P(?:(\d+)W|(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?)$/;
const WEEK = 604_800;
const DAY = 86_400;
const HOUR = 3_600;
const MINUTE = 60;

/**
 * Returns the seconds of an ISO 8601 duration; undefined for other texts, and for years and months,
 * whose lengths vary.
 */
export function secondsOf(iso: string): number | undefined {
  const found = ISO.exec(iso);
  if (!found || iso === 'P' || iso.endsWith('T')) return undefined;
  const [weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map(part => Number((part ?? '0').replace(',', '.')));
  const whole = weeks! * WEEK + days! * DAY + hours! * HOUR + minutes! * MINUTE;
  const all = whole === 0 ? seconds! : Number((whole + seconds!).toFixed(9));
  return Math.abs(all) <= Number.MAX_SAFE_INTEGER ? all : undefined;
}
