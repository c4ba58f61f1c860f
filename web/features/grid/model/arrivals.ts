import type { WireChange } from '@hzm/contracts/core/realtime';
import { invalidated, indexes, withFirst, withoutRow, type PageIndex } from './page-index.ts';
import { isPlain, type View } from './view.ts';
import { filteredFields } from './where.ts';

/**
 * Time at which the page must be read again: `now` if only the server knows the order, `later` to
 * make sure, or never.
 */
export type Reload = 'now' | 'later' | 'no';

/**
 * Updates the page index for inserted, removed and changed rows. With the newest first, a new row
 * is the first one; only the server knows its place in any other order. A row that no longer fits a
 * filter stays until the next reading.
 */
export function applyMembership(
  places: PageIndex,
  view: View,
  changes: readonly WireChange[],
): { readonly places: PageIndex; readonly reload: Reload } {
  let next = places;
  const wanted = new Set<Reload>();
  const soon = (how: Reload): void => {
    wanted.add(how);
  };
  let known: ReadonlyMap<string, number> | undefined;
  for (const change of changes) {
    if (change.kind !== 'row') continue;
    const { op, id } = change;
    known ??= indexes(next);
    if (op === 'put' && known.has(id)) continue;
    if (op === 'patch') {
      if (!isPlain(view) && touches(view, change, known.has(id))) soon('later');
      continue;
    }
    known = undefined;
    // One that is not new comes back to where it was.
    if (op === 'put' && (!isPlain(view) || change.version > 1)) {
      soon('now');
    } else {
      next = op === 'put' ? withFirst(next, id) : withoutRow(next, id);
      soon(next.stale.size > 0 ? 'now' : 'later');
    }
  }
  if (wanted.has('now')) return { places: invalidated(next), reload: 'now' };
  return { places: next, reload: wanted.has('later') ? 'later' : 'no' };
}

/** Whether a change may move its row in this view, or bring it in. */
const touches = (view: View, { patch = {} }: WireChange, isShown: boolean): boolean =>
  Object.keys(patch).some(
    field =>
      view.sort.some(key => key.field === field) ||
      (!isShown && filteredFields(view).includes(field)),
  );
