/** Rows that something is to be done with; `anchor`: where a range of them begins. */
export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | undefined;
}

export const noRows: RowSelection = { ids: new Set(), anchor: undefined };

/** More are not chosen at once: so many go in one call. */
export const MAX_SELECTED = 1_000;

export const only = (rowId: string): RowSelection => ({ ids: new Set([rowId]), anchor: rowId });

export function toggled({ ids }: RowSelection, rowId: string): RowSelection {
  const next = new Set(ids);
  if (!next.delete(rowId)) next.add(rowId);
  return { ids: next, anchor: rowId };
}

/**
 * The rows from the anchor to another, in place of the range before; `more`: beside what is chosen
 * already.
 */
export const ranged = (
  { ids, anchor }: RowSelection,
  range: readonly string[],
  more: boolean,
): RowSelection => ({
  ids: new Set(more ? [...ids, ...range] : range),
  anchor: anchor ?? range[0],
});

/** Without rows that are there no more; rows that were added here go on under the server's id. */
export function present(
  selection: RowSelection,
  isGone: (rowId: string) => boolean,
  now: (rowId: string) => string,
): RowSelection {
  const ids = [...selection.ids].map(now).filter(id => !isGone(id));
  const isSame = ids.length === selection.ids.size && ids.every(id => selection.ids.has(id));
  return isSame
    ? selection
    : {
        ids: new Set(ids),
        anchor: selection.anchor === undefined ? undefined : now(selection.anchor),
      };
}
