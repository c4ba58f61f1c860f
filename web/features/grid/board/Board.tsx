import { memberOf } from '@hzm/contracts/core/json';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useImperativeHandle, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { optionsIn } from '../../../lib/values/choices.ts';
import { formatted } from '../../../lib/values/value-text.ts';
import { useTurn } from '../drawer/use-turn.ts';
import type { RowsProps } from '../grid-context.ts';
import type { Row } from '../model/row.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { titleOf } from './title.ts';
import { useBoard } from './use-board.ts';
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
export function Board({
  ref: handle,
  session,
  table,
  field,
  all,
  fields,
  words,
  view,
  paint,
  writes,
  say,
  onOpen,
  onEnd,
}: Props) {
  const { t } = useTranslation('grid');
  const ref = useRef<HTMLElement>(null);
  const board = useBoard(table, field, session);
  const focused = useRef<string>(undefined);
  const dragged = useRef<Row>(undefined);
  const columns: readonly (FieldOption | null)[] = [...optionsIn(field), null];
  const open = columns.filter(option => !option?.retired);
  const nameOf = (option: FieldOption | null): string =>
    option?.name ?? t('groups.without', { field: field.name });
  const title = titleOf(fields);
  const textOf = (row: Row): string =>
    (title && formatted(title, memberOf(row, title.id) ?? null, words)) || t('noValue');

  const move = (row: Row, to: string | null): void => {
    if ((memberOf(row, field.id) ?? null) === to) return;
    focused.current = row.id;
    board.move(row, to);
    const option = optionsIn(field).find(({ id }) => id === to) ?? null;
    say(
      t(navigator.onLine ? 'board.moved' : 'board.movedOffline', {
        card: textOf(row),
        column: nameOf(option),
      }),
    );
  };
  const show = (rowId: string): void => {
    focused.current = rowId;
  };
  const turn = useTurn({ session, fields: all, words, say, show });
  useImperativeHandle(handle, () => ({ show, turn }));
  // A card that was moved by the keyboard keeps the focus in its new column.
  useLayoutEffect(() => {
    const id = focused.current;
    const card = id && ref.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
    if (!card || document.activeElement === card) return;
    if (document.activeElement === document.body) card.focus();
    else focused.current = undefined;
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
    if (!card || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const cardsIn = [
      ...(ref.current?.querySelectorAll<HTMLElement>('[data-column-cards]') ?? []),
    ].map(column => [...column.querySelectorAll<HTMLElement>('[data-card]')]);
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
  };
  return (
    <section
      ref={ref}
      className={classes.board}
      aria-label={t('board.title', { field: field.name })}
      onKeyDown={onKeyDown}
    >
      <div className={classes.head}>
        <span>{t('board.title', { field: field.name })}</span>
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
        {columns.map((option, at) => (
          <BoardColumn
            key={option?.id ?? ''}
            table={table}
            field={field}
            fields={fields}
            words={words}
            view={view}
            paint={paint}
            option={option}
            name={nameOf(option)}
            board={board}
            isDragging={() => dragged.current !== undefined}
            onDrag={row => {
              dragged.current = row;
            }}
            onDrop={to => {
              const row = dragged.current;
              dragged.current = undefined;
              if (row) move(row, to);
            }}
            writes={writes}
            textOf={textOf}
            choices={columns
              .filter(one => one === option || open.includes(one))
              .map(one => ({ value: one?.id ?? '', label: nameOf(one) }))}
            onMove={move}
            onStep={(row, by) => {
              const beside = by === 1 ? columns.slice(at + 1) : columns.slice(0, at).toReversed();
              const to = beside.find(one => open.includes(one));
              if (to !== undefined) move(row, to?.id ?? null);
            }}
            onOpen={onOpen}
          />
        ))}
      </div>
    </section>
  );
}
