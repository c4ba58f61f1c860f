import { hasFiles } from '@hzm/contracts/core/everyday';
import { memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { NativeSelect } from '@mantine/core';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../board/title.ts';
import { UnreadNotice } from '../body/UnreadNotice.tsx';
import { useRowTexts } from '../body/use-row-texts.ts';
import { useTurn } from '../drawer/use-turn.ts';
import type { LinesProps } from '../grid-context.ts';
import { toRowViews, type Drawing } from '../model/row-view.ts';
import { shownBy, sortedBy, type View } from '../model/view.ts';
import { fits } from '../model/where.ts';
import { usePageInAddress } from '../screen/use-page-in-address.ts';
import type { Lines } from '../sync/lines.ts';
import { GalleryCard, MAX_VALUES } from './GalleryCard.tsx';
import { choiceOf, OLDEST } from './sort-choice.ts';
import { useCardPort, type CardPort } from './use-card-port.ts';
import classes from './Gallery.module.css';

interface Props extends LinesProps {
  /** The fields that are shown, in their order. */
  fields: readonly Field[];
  onOpen: (rowId: string) => void;
}

/** The rows of a table as cards: only those near the window are drawn, however many there are. */
export function Gallery(props: Props) {
  const { table, all, fields, grid, lines, session, view, words, say, onView, onOpen } = props;
  const { t } = useTranslation('grid');
  const title = titleOf(fields);
  const others = useMemo(() => fields.filter(({ id }) => id !== title?.id), [fields, title]);
  const port = useCardPort(lines, shownBy(props.shown), Math.min(MAX_VALUES, others.length));
  const { at, go, show } = useCardCursor(lines, port);
  const turn = useTurn({ session, fields: all, words, say, show });
  useImperativeHandle(props.ref, () => ({ show, turn }));
  const { first, last } = port;
  useEffect(() => {
    session.want(first - lines.own, last - lines.own);
  }, [session, first, last, lines]);
  usePageInAddress(view, port, lines.own, grid.places.total !== null, onView);
  return (
    <div className={classes.gallery}>
      <div className={classes.head}>
        <SortSelect fields={all} view={view} onView={onView} />
      </div>
      <div ref={port.scroller} className={classes.scroller}>
        <ul
          className={classes.cards}
          style={{ height: port.height }}
          aria-label={t('rowsOf', { table: table.name })}
          data-testid="gallery"
          onKeyDown={event => onArrow(event, at, port, lines.count, go)}
          onClick={event => {
            const target = event.target as HTMLElement;
            const id = target.closest<HTMLElement>('[data-gallery-row]')?.dataset['galleryRow'];
            if (id !== undefined && !target.closest('a')) onOpen(id);
          }}
        >
          <Cards {...props} title={title} others={others} port={port} at={at} />
        </ul>
      </div>
      <UnreadNotice
        grid={grid}
        first={first - lines.own}
        last={last - lines.own}
        onRetry={session.reload}
      />
    </div>
  );
}

interface CardsProps extends Props {
  title: Field | undefined;
  others: readonly Field[];
  port: CardPort;
  /** The line of the card that Tab comes to. */
  at: number;
}

/** The cards near the window, and the one that Tab comes to. */
function Cards(props: CardsProps) {
  const { all, grid, lines, paint, view, shown, words, title, others, port, at } = props;
  const { t } = useTranslation('grid');
  const texts = useRowTexts();
  const { first, last } = port;
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  if (lines.count > 0 && !drawn.includes(at)) drawn.push(at);
  const drawings = useRef<ReadonlyMap<string, Drawing>>(new Map());
  drawings.current = toRowViews(
    grid.table,
    drawn.flatMap(line => lines.idAt(line) ?? []),
    drawings.current,
  );
  return drawn.map(line => {
    const id = lines.idAt(line);
    const drawing = id === undefined ? undefined : drawings.current.get(id);
    return (
      <GalleryCard
        key={id ?? line}
        line={line}
        count={lines.count}
        place={port.placeOf(line)}
        drawing={drawing}
        painted={drawing && paint?.(drawing.drawn.values)}
        title={title}
        fields={others}
        words={words}
        texts={texts}
        nameless={t('noValue')}
        unfit={drawing !== undefined && !fits(all, drawing.drawn.values, shown)}
        active={line === at}
        open={id !== undefined && id === view.row}
      />
    );
  });
}

/**
 * The card that Tab comes to: it stays with its row. A row that has no place yet is brought into
 * sight as soon as it has one.
 */
function useCardCursor(lines: Lines, port: CardPort) {
  const [cursor, setCursor] = useState<{ readonly id: string | undefined; readonly line: number }>({
    id: undefined,
    line: 0,
  });
  const line = cursor.id === undefined ? undefined : lines.lineOf(cursor.id);
  const at = Math.max(0, Math.min(line ?? cursor.line, lines.count - 1));
  const pending = useRef<{ readonly isRevealed: boolean; readonly focus: boolean }>(undefined);
  const follow = useEffectEvent((): void => {
    const wanted = pending.current;
    if (!wanted || (cursor.id !== undefined && line === undefined)) return;
    if (!wanted.isRevealed) port.reveal(at);
    const card = port.scroller.current?.querySelector<HTMLElement>(`[data-line="${at}"]`);
    pending.current = card || !wanted.focus ? undefined : { ...wanted, isRevealed: true };
    if (wanted.focus) card?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => follow());
  return {
    at,
    go: (next: number): void => {
      pending.current = { isRevealed: false, focus: true };
      setCursor({ id: lines.idAt(next), line: next });
    },
    show: (rowId: string, _field?: string, focus = false): void => {
      pending.current = { isRevealed: false, focus };
      setCursor({ id: rowId, line: at });
    },
  };
}

function onArrow(
  event: KeyboardEvent,
  at: number,
  { columns, page }: CardPort,
  count: number,
  go: (line: number) => void,
): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: page * columns,
    PageUp: -page * columns,
    Home: -count,
    End: count,
  };
  const step = memberOf(steps, event.key);
  if (step === undefined || count === 0) return;
  event.preventDefault();
  go(Math.max(0, Math.min(count - 1, at + step)));
}

/** Cards have no headings to sort by. */
function SortSelect({
  fields,
  view,
  onView,
}: {
  fields: readonly Field[];
  view: View;
  onView: (view: View) => void;
}) {
  const { t } = useTranslation('grid');
  const value = choiceOf(view, fields);
  return (
    <NativeSelect
      size="xs"
      aria-label={t('gallery.sort')}
      value={value}
      data={[
        { value: '', label: t('gallery.newest') },
        { value: OLDEST, label: t('gallery.oldest') },
        ...(value === 'other' ? [{ value: 'other', label: t('gallery.sortedOtherwise') }] : []),
        ...fields
          .filter(({ type }) => !hasFiles(type))
          .flatMap(({ id, name }) =>
            (['asc', 'desc'] as const).map(order => ({
              value: `${order} ${id}`,
              label: t(`gallery.${order}`, { field: name }),
            })),
          ),
      ]}
      onChange={event => {
        const [order, field] = event.currentTarget.value.split(' ');
        if (order === 'other') return;
        onView(
          sortedBy(view, field === undefined ? [] : [{ field, order: order as 'asc' | 'desc' }]),
        );
      }}
    />
  );
}
