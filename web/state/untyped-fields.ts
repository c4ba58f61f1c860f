const KEY = 'hzm-untyped-fields';
/** Bounds the fields that are remembered. */
const MAX_KEPT = 200;

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function write(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(ids.slice(-MAX_KEPT)));
  } catch {
    // A full storage costs only the suggestions.
  }
}

/** Remembers in this browser that nobody chose the types of these fields. */
export const markUntyped = (fieldIds: readonly string[]): void => {
  if (fieldIds.length > 0) write([...read().filter(id => !fieldIds.includes(id)), ...fieldIds]);
};

/** The fields whose types nobody chose, in this browser. */
export const untypedFields = (): ReadonlySet<string> => new Set(read());

/** Forgets a field: its type was chosen, or stays. */
export const settleType = (fieldId: string): void => {
  const ids = read();
  if (ids.includes(fieldId)) write(ids.filter(id => id !== fieldId));
};
