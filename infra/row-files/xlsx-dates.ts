/** Formats of dates and times that workbooks do not spell out (ECMA-376, 18.8.30). */
const isKnownDate = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Maximum characters of a format, as spreadsheets have them: it is searched more than once. */
const MAX_FORMAT = 255;

/** Whether a format of numbers shows a date or a time: its letters, outside of texts, say so. */
export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? isKnownDate(id)
    : code.length <= MAX_FORMAT &&
      /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\[(?![hms]+\])[^\]]*\]|\\.|_./gi, ''));

const DAY_MS = 86_400_000;
const EPOCH = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
/** The day that Excel believes to be February 29th 1900. */
const FALSE_LEAP_DAY = 60;
const MAX_DAY = 2_958_466;

/**
 * Writes the number of a day as an ISO date, with its time if it has one; a number below 1 is a
 * time. Numbers out of range stay numbers.
 */
export function momentOfSerial(serial: number, is1904: boolean): string | number {
  if (serial < 0 || serial >= MAX_DAY) return serial;
  const day = !is1904 && serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  // Seconds, because a double cannot hold a fraction of a day exactly.
  const ms = Math.round((day * DAY_MS) / 1000) * 1000;
  const text = new Date(EPOCH[is1904 ? 1904 : 1900] + ms).toISOString();
  if (serial < 1) return text.slice(11, 19);
  return ms % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 19);
}
