import { isGiven } from '@hzm/contracts/core/everyday';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Button, Loader, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type DragEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { OptionChip } from '../../../ui/OptionChip.tsx';
import type { Painter } from '../model/paint.ts';
import type { Row } from '../model/row.ts';
import type { View } from '../model/view.ts';
import { Card, type Choice } from './Card.tsx';
import { titleOf } from './title.ts';
import type { Board } from './use-board.ts';
import { useCards, useInSight } from './use-cards.ts';
import classes from './Board.module.css';

/** The card that the pointer has with it, which could be dropped. */
export interface Dragging {
  readonly isOn: () => boolean;
  /** Takes a card along; none lets it go. */
  readonly take: (row: Row | undefined) => void;
  readonly drop: () => Row | undefined;
}

interface Props {
  table: Table;
  field: Field;
  fields: readonly Field[];
  words: Words;
  view: View;
  paint: Painter | undefined;
  /** Null for rows without an option. */
  option: FieldOption | null;
  name: string;
  board: Board;
  dragging: Dragging;
  writes: boolean;
  textOf: (row: Row) => string;
  choices: readonly Choice[];
  onMove: (row: Row, to: string | null) => void;
  /** Moves a card to a neighbouring column. */
  onStep: (row: Row, by: 1 | -1) => void;
  onOpen: (rowId: string) => void;
}

/**
 * The cards of one option, and where others are dropped. A retired option, and rows without a value
 * that the product gives, have a column only while it has cards.
 */
export function BoardColumn(props: Props) {
  const { words, option, name, board } = props;
  const { t } = useTranslation('grid');
  const ref = useRef<HTMLDivElement>(null);
  const drop = useDrop(props);
  const { cards, count, isRead, error, more } = useCardsOf(props, ref);
  // It takes no room until it is known to have cards.
  const isOnlyWithCards = option ? option.retired : isGiven(props.field.type);
  if (isOnlyWithCards && count === 0 && !error) return <div ref={ref} className={classes.hidden} />;
  const formattedCount = formatNumber(count, words.language);
  return (
    <div
      ref={ref}
      role="group"
      className={classes.column}
      aria-label={isRead ? t('board.column', { name, count, formatted: formattedCount }) : name}
      data-over={drop.isOver || undefined}
      data-column-cards
      {...drop.handlers}
    >
      <div className={classes.title}>
        {option ? <OptionChip option={option} /> : <span>{name}</span>}
        {isRead && <small className="hzm-figures">{formattedCount}</small>}
      </div>
      {error && <ErrorNotice error={error} title={t('rowsFailed')} onRetry={board.reload} />}
      {!isRead && !error && <Loader size="sm" role="status" aria-label={t('rowsLoading')} />}
      <ul className={classes.cards}>
        {cards.map(row => (
          <ColumnCard key={row.id} {...props} row={row} />
        ))}
      </ul>
      {more && (
        <Button size="compact-sm" variant="subtle" onClick={more}>
          {t('board.more')}
        </Button>
      )}
      <NewCardOf {...props} />
    </div>
  );
}

const idOf = ({ option }: Props): string | null => option?.id ?? null;

/** The cards of a column: those of the server with what goes and comes here. */
function useCardsOf(props: Props, ref: RefObject<HTMLElement | null>) {
  const { table, view, field, board } = props;
  const id = idOf(props);
  const of = id === null ? { empty: 'true' } : { eq: id };
  const isInSight = useInSight(ref);
  const { rows, total, error, more } = useCards(table.id, view, field, of, board.round, isInSight);
  const { moved } = board;
  const here = (rows ?? []).filter(row => !moved.has(row.id) || moved.get(row.id)!.to === id);
  const come = [...moved.values()].filter(
    ({ row, to }) => to === id && !here.some(one => one.id === row.id),
  );
  return {
    cards: [...come.map(({ row }) => ({ ...row, [field.id]: id })), ...here],
    count: total + come.length - ((rows?.length ?? 0) - here.length),
    isRead: rows !== null,
    error,
    more,
  };
}

/** Takes the card that is dropped on a column, unless its option is retired. */
function useDrop(props: Props) {
  const { option, dragging, onMove } = props;
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent): void => {
        if (option?.retired === true || !dragging.isOn()) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent): void => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent): void => {
        event.preventDefault();
        setOver(false);
        const row = dragging.drop();
        if (row) onMove(row, idOf(props));
      },
    },
  };
}

function ColumnCard(props: Props & { row: Row }) {
  const { row, field, fields, words, board, dragging, onMove, onStep, onOpen } = props;
  const { t } = useTranslation('grid');
  const state = board.moved.get(row.id)?.state;
  return (
    <Card
      row={row}
      painted={props.paint?.(row)}
      text={props.textOf(row)}
      state={state && t(`marks.${state}`)}
      field={field}
      fields={fields}
      words={words}
      choices={props.choices}
      onDrag={dragging.take}
      writes={props.writes}
      onMove={to => onMove(row, to)}
      onStep={by => onStep(row, by)}
      onOpen={() => onOpen(row.id)}
    />
  );
}

/** Adds cards where a column takes some and rows have a name. */
function NewCardOf(props: Props) {
  const { field, fields, option, name, board, writes } = props;
  const title = titleOf(fields);
  if (!writes || option?.retired || !title) return null;
  return (
    <NewCard
      name={name}
      label={title.name}
      onAdd={text => board.add({ [title.id]: text, ...(option && { [field.id]: option.id }) })}
    />
  );
}

interface NewCardProps {
  name: string;
  label: string;
  onAdd: (text: string) => void;
}

/** Adds cards to a column, one after the other, by the text that names them. */
function NewCard(props: NewCardProps) {
  const { t } = useTranslation('grid');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <NewCardForm
        {...props}
        onLeave={() => setOpen(false)}
        onCancel={() => {
          setOpen(false);
          setTimeout(() => button.current?.focus());
        }}
      />
    );
  return (
    <Button
      ref={button}
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={t('board.addTo', { name: props.name })}
      onClick={() => setOpen(true)}
    >
      {t('board.add')}
    </Button>
  );
}

function NewCardForm({
  name,
  label,
  onAdd,
  onLeave,
  onCancel,
}: NewCardProps & { onLeave: () => void; onCancel: () => void }) {
  const { t } = useTranslation('grid');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (text.trim() === '') return;
        onAdd(text.trim());
        setText('');
      }}
      onKeyDown={event => {
        event.stopPropagation();
        if (event.key === 'Escape') onCancel();
      }}
    >
      <TextInput
        size="sm"
        ref={input}
        dir="auto"
        aria-label={t('board.newCard', { field: label, name })}
        placeholder={label}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onBlur={() => {
          if (text.trim() === '') onLeave();
        }}
      />
    </form>
  );
}
