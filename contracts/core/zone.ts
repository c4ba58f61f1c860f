const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the clock of a time zone. @throws RangeError for another name */
export function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, known);
  return known;
}

/** Whether a name is that of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}
