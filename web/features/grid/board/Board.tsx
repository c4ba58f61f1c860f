import { isGiven } from '@hzm/contracts/core/everyday';
import { memberOf } from '@hzm/contracts/core/json';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { optionsIn } from '../../../lib/values/choices.ts';
import { formatted } from '../../../lib/values/value-text.ts';
import { useTurn } from '../drawer/use-turn.ts';
import type { RowsProps } from '../grid-context.ts';
import type { Row } from '../model/row.ts';
import { BoardColumn, type Dragging } from './BoardColumn.tsx';
import type { Choice } from './Card.tsx';
import { titleOf } from './title.ts';
import { useBoard } from './use-board.ts';
import { usePeople } from './use-people.ts';
import classes from './Board.module.css';

interface Props extends RowsProps {
  /** The field whose options are the columns. */
  field: Field;
  /** The fields that are shown, in their order. */
  fields: readonly Field[];
  writes: boolean;
  onOpen: (rowId: string) => void;
  onEnd: () => void;
}

/** Rows as cards, in a column for each option and one for those without. */
export function Board(props: Props) {
  const { session, table, field, all, words, view, paint, say, onOpen, onEnd } = props;
  // The product gives these values, so that nobody moves cards.
  const writes = props.writes && !isGiven(field.type);
  const { t } = useTranslation('grid');
  const ref = useRef<HTMLElement>(null);
  const show = useShow(ref);
  const columns = useColumns(props, show);
  const { board, choicesOf, nameOf, textOf, move, step } = columns;
  const dragging = useDragging();
  const turn = useTurn({ session, fields: all, words, say, show });
  useImperativeHandle(props.ref, () => ({ show, turn }));
  return (
    <section
      ref={ref}
      className={classes.board}
      aria-label={t('board.title', { field: field.name })}
      onKeyDown={onArrow}
    >
      <div className={classes.head}>
        <span>{t('board.title', { field: field.name })}</span>
        {columns.empty && <EmptyColumns {...columns.empty} />}
        <ActionIcon variant="subtle" color="gray" aria-label={t('board.end')} onClick={onEnd}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {writes && (
        <p id="board-hint" hidden>
          {t('board.hint')}
        </p>
      )}
      <div className={classes.columns}>
        {columns.shown.map((option, at) => (
          <BoardColumn
            key={option?.id ?? ''}
            table={table}
            field={field}
            fields={props.fields}
            words={words}
            view={view}
            paint={paint}
            option={option}
            name={nameOf(option)}
            board={board}
            dragging={dragging}
            writes={writes}
            textOf={textOf}
            choices={choicesOf(option)}
            onMove={move}
            onStep={(row, by) => step(row, at, by)}
            onOpen={onOpen}
          />
        ))}
      </div>
    </section>
  );
}

interface Empty {
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
}

/** Shows the columns of people without cards, or hides them. */
function EmptyColumns({ isShown, onShow }: Empty) {
  const { t } = useTranslation('grid');
  return (
    <Button
      className={classes.empty}
      size="compact-sm"
      variant="subtle"
      onClick={() => onShow(!isShown)}
    >
      {t(isShown ? 'board.hideEmpty' : 'board.showEmpty')}
    </Button>
  );
}

const isOpen = (option: FieldOption | null): boolean => !option?.retired;

/** The columns of a board, and the cards that go from one to another. */
function useColumns(
  { table, field, fields, view, session, words, say }: Props,
  show: (rowId: string) => void,
) {
  const { t } = useTranslation('grid');
  const board = useBoard(table, field, session);
  const { former, withCards } = usePeople(table, field, view, words);
  const [showsEmpty, setShowsEmpty] = useState(false);
  const columns: readonly (FieldOption | null)[] = [...optionsIn(field), ...former, null];
  const arrived = new Set([...board.moved.values()].map(({ to }) => to));
  const hasCards = (option: FieldOption | null): boolean =>
    !option || !withCards || withCards.has(option.id) || arrived.has(option.id);
  const shown = showsEmpty ? columns : columns.filter(hasCards);
  const nameOf = (option: FieldOption | null): string =>
    option?.name ?? t('groups.without', { field: field.name });
  const title = titleOf(fields);
  const textOf = (row: Row): string =>
    (title && formatted(title, memberOf(row, title.id) ?? null, words)) || t('noValue');
  const move = (row: Row, to: string | null): void => {
    if ((memberOf(row, field.id) ?? null) === to) return;
    show(row.id);
    board.move(row, to);
    const option = optionsIn(field).find(({ id }) => id === to) ?? null;
    say(
      t(navigator.onLine ? 'board.moved' : 'board.movedOffline', {
        card: textOf(row),
        column: nameOf(option),
      }),
    );
  };
  return {
    board,
    shown,
    /** Absent if no column is empty. */
    empty: columns.every(hasCards) ? undefined : { isShown: showsEmpty, onShow: setShowsEmpty },
    nameOf,
    textOf,
    move,
    /** Moves a card from a column to the next one that takes cards. */
    step: (row: Row, at: number, by: 1 | -1): void => {
      const beside = by === 1 ? shown.slice(at + 1) : shown.slice(0, at).toReversed();
      const to = beside.find(isOpen);
      if (to !== undefined) move(row, to?.id ?? null);
    },
    /** Returns the columns that a card may be in: its own, and those that take cards. */
    choicesOf: (own: FieldOption | null): readonly Choice[] =>
      columns
        .filter(one => one === own || isOpen(one))
        .map(one => ({ value: one?.id ?? '', label: nameOf(one) })),
  };
}

/**
 * Returns a function that gives the focus to a card as soon as it is there. So a card that was
 * moved by the keyboard keeps it in its new column.
 */
function useShow(ref: RefObject<HTMLElement | null>): (rowId: string) => void {
  const focused = useRef<string>(undefined);
  useLayoutEffect(() => {
    const id = focused.current;
    const card = id && ref.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
    if (!card || document.activeElement === card) return;
    if (document.activeElement === document.body) card.focus();
    else focused.current = undefined;
  });
  return rowId => {
    focused.current = rowId;
  };
}

function useDragging(): Dragging {
  const dragged = useRef<Row>(undefined);
  return {
    isOn: () => dragged.current !== undefined,
    take: row => {
      dragged.current = row;
    },
    drop: () => {
      const row = dragged.current;
      dragged.current = undefined;
      return row;
    },
  };
}

/** Goes from card to card, and to the next column that has one. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
  if (!card || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const cardsIn = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column-cards]')].map(
    column => [...column.querySelectorAll<HTMLElement>('[data-card]')],
  );
  const at = cardsIn.findIndex(cards => cards.includes(card));
  const place = cardsIn[at]?.indexOf(card) ?? 0;
  const beside: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: cardsIn[at]?.[place + 1],
    ArrowUp: cardsIn[at]?.[place - 1],
    ArrowLeft: cardsIn.slice(0, at).findLast(cards => cards.length > 0)?.[0],
    ArrowRight: cardsIn.slice(at + 1).find(cards => cards.length > 0)?.[0],
  };
  const next = memberOf(beside, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
