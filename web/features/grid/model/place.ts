import type { WireChange } from '@hzm/contracts/core/realtime';
import { isPlain, type View } from './view.ts';

/** The rows of one page, in order, and how many there are on all pages; `total` is null while nobody has counted. */
export interface Place {
  readonly order: readonly string[];
  readonly total: number | null;
}

/**
 * What rows that came or went do to a page. In the order of adding the place of a new row is known at once; in any other only the server
 * knows it. `reload`: how soon the page should be read again to be sure — `now`, when that is the only way; `later`; or not at all.
 */
export function placed(place: Place, view: View, changes: readonly WireChange[]): Place & { readonly reload: 'now' | 'later' | 'no' } {
  let { order, total } = place;
  let reload: 'now' | 'later' | 'no' = 'no';
  const soon = (how: 'now' | 'later'): void => { reload = reload === 'now' ? 'now' : how; };
  for (const { op, kind, id } of changes) {
    if (kind !== 'row' || op === 'patch') continue;
    const here = order.includes(id);
    if (op === 'drop') {
      const wasFull = order.length === view.limit;
      if (here) order = order.filter(other => other !== id);
      if (total !== null && (here || isPlain(view))) total = Math.max(0, total - 1);
      soon(wasFull || !isPlain(view) ? 'now' : 'later');
    } else if (!here) {
      if (!isPlain(view) || total === null) soon('now');
      else {
        if (order.length < view.limit && (view.page - 1) * view.limit + order.length >= total) order = [...order, id];
        total += 1;
        soon('later');
      }
    }
  }
  return { order, total, reload };
}
