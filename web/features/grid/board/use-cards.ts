import type { Field } from '@hzm/contracts/features/tables/table';
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { asApiError, type ApiError } from '../../../lib/api-error.ts';
import { withinGroup } from '../model/figures.ts';
import type { Filter } from '../model/filter.ts';
import type { Row } from '../model/row.ts';
import { shownBy, type View } from '../model/view.ts';
import { readPage } from '../sync/rows-api.ts';
import type { Round } from '../sync/use-rounds.ts';

/** Cards that a column shows at first, and with each press of its button. */
export const PAGE = 20;
const MAX_CARDS = 1_000;

export interface Cards {
  /** Null while they are loading. */
  readonly rows: readonly Row[] | null;
  readonly total: number;
  readonly error: ApiError | null;
  readonly more: (() => void) | undefined;
}

/**
 * The rows of a column of a board or of a group, the first of them. One out of sight is not read.
 *
 * @param filter the condition on the field that its rows meet
 */
export function useCards(
  tableId: string,
  view: View,
  field: Field,
  filter: Exclude<Filter, string>,
  round: Round,
  isInSight: boolean,
): Cards {
  const [limit, setLimit] = useState(PAGE);
  const [known, setKnown] = useState<Omit<Cards, 'more'>>({ rows: null, total: 0, error: null });
  const shown = shownBy(view);
  // While rows change without rest, each answer comes after the next question.
  const told = useRef({ of: '', no: -1 });
  const read = useEffectEvent(() =>
    readPage(
      tableId,
      {
        ...view,
        ...withinGroup(view, field.id, filter),
        page: 1,
        limit,
      },
      round.position,
    ),
  );
  const within = JSON.stringify(filter);
  useEffect(() => {
    if (!isInSight) return undefined;
    let isOpen = true;
    const of = JSON.stringify([tableId, field.id, within, shown, limit]);
    if (told.current.of !== of) told.current = { of, no: -1 };
    read().then(
      ({ rows, total }) => {
        if (told.current.of !== of || told.current.no > round.no) return;
        told.current.no = round.no;
        setKnown({ rows, total, error: null });
      },
      (failure: unknown) => {
        if (isOpen) setKnown(before => ({ ...before, error: asApiError(failure) }));
      },
    );
    return () => {
      isOpen = false;
    };
  }, [tableId, field.id, within, shown, limit, round, isInSight]);
  const more = useCallback(() => setLimit(now => Math.min(MAX_CARDS, now + PAGE)), []);
  const hasMore = known.rows !== null && known.total > known.rows.length && limit < MAX_CARDS;
  return { ...known, more: hasMore ? more : undefined };
}

/** Room around the board in which columns are read before they come into sight. */
const AHEAD = '0px 300px';

/**
 * Whether an element is in sight, or nearly, within what scrolls sideways around it.
 * @param within null: within the page
 */
export function useInSight(ref: RefObject<HTMLElement | null>, within?: null): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      entries => setInSight(entries.at(-1)?.isIntersecting === true),
      { root: within === null ? null : element.parentElement, rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, within]);
  return isInSight;
}
