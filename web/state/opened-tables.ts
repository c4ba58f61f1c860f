const MAX_KEPT = 10;
const keyOf = (userId: string): string => `hzm-opened-tables/${userId}`;
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f-]{1,36}$/.test(value);

/** Returns the ids of the tables that a person opened last in this browser, the last one first. */
export function openedTables(userId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isId).slice(0, MAX_KEPT) : [];
  } catch {
    return [];
  }
}

/** Notes that a person opened a table. */
export function noteOpened(userId: string, tableId: string): void {
  const others = openedTables(userId).filter(id => id !== tableId);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([tableId, ...others].slice(0, MAX_KEPT)));
  } catch {
    // A full storage costs only a search.
  }
}
