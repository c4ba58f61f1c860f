import { useEffect, useEffectEvent, useRef } from 'react';
import type { Viewport } from '../body/use-viewport.ts';
import { pageOf } from '../model/page-index.ts';
import type { View } from '../model/view.ts';

/** Time that the window must rest before the URL follows it, in milliseconds. */
const REST_MS = 250;

/**
 * The address carries the page at the top of the window; going to another address scrolls there.
 * `counted`: the rows are known to be there.
 */
export function usePageInAddress(
  view: View,
  port: Pick<Viewport, 'seen' | 'scrollTo'>,
  own: number,
  counted: boolean,
  onView: (view: View) => void,
): void {
  const page = pageOf(view.limit, port.seen - own);
  const said = useRef(1);
  const follow = useEffectEvent((wanted: number) => {
    if (wanted === said.current) return;
    said.current = wanted;
    if (wanted !== page) port.scrollTo(wanted === 1 ? 0 : (wanted - 1) * view.limit + own);
  });
  const tell = useEffectEvent((now: number) => {
    said.current = now;
    onView({ ...view, page: now });
  });
  useEffect(() => {
    if (counted) follow(view.page);
  }, [view.page, counted]);
  useEffect(() => {
    if (!counted || page === said.current) return undefined;
    const timer = setTimeout(() => tell(page), REST_MS);
    return () => clearTimeout(timer);
  }, [page, counted]);
}
