const BUSY = new Set([5, 6]);
/**
 * SQLite's primary result codes that do not concern the statement: busy, locked, no memory,
 * read-only, I/O, full, cannot open.
 */
const TRANSIENT = new Set([5, 6, 7, 8, 10, 13, 14]);

/** Whether another program holds a lock for a moment. */
export const isBusy = (error: unknown): boolean =>
  BUSY.has(((error as { readonly errcode?: number } | null)?.errcode ?? 0) & 0xff);

/** Whether a retry may succeed. A closed database counts, too. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: string; errcode?: number };
  return (
    code === 'ERR_INVALID_STATE' ||
    (code === 'ERR_SQLITE_ERROR' && errcode !== undefined && TRANSIENT.has(errcode & 0xff))
  );
}
