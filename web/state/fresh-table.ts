let fresh: string | undefined;

/** Notes a table that was just made, so that its grid takes the focus when it opens. */
export const markFresh = (tableId: string): void => {
  fresh = tableId;
};

/** Whether a table was just made; true only once. */
export function takeFresh(tableId: string): boolean {
  const isFresh = fresh === tableId;
  if (isFresh) fresh = undefined;
  return isFresh;
}
