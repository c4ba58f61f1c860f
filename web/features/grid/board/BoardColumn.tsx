import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Button, Loader, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
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
import { useCards } from './use-cards.ts';
import { useInSight } from './use-in-sight.ts';
import classes from './Board.module.css';

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
  /** Whether the pointer has a card with it, which could be dropped. */
  isDragging: () => boolean;
  onDrag: (row: Row | undefined) => void;
  onDrop: (to: string | null) => void;
  writes: boolean;
  textOf: (row: Row) => string;
  choices: readonly Choice[];
  onMove: (row: Row, to: string | null) => void;
  /** Moves a card to a neighbouring column. */
  onStep: (row: Row, by: 1 | -1) => void;
  onOpen: (rowId: string) => void;
}

/**
 * The cards of one option, and where others are dropped. That of a retired option takes none, and is
 * there as long as it has some.
 */
export function BoardColumn({
  table,
  field,
  fields,
  words,
  view,
  paint,
  option,
  name,
  board,
  isDragging,
  onDrag,
  onDrop,
  writes,
  textOf,
  choices,
  onMove,
  onStep,
  onOpen,
}: Props) {
  const { t } = useTranslation('grid');
  const [isOver, setOver] = useState(false);
  const id = option?.id ?? null;
  const title = titleOf(fields);
  const ref = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(ref);
  const { rows, total, error, more } = useCards(table.id, view, field, id, board.round, isInSight);
  const { moved } = board;
  const here = (rows ?? []).filter(row => !moved.has(row.id) || moved.get(row.id)!.to === id);
  const come = [...moved.values()].filter(
    ({ row, to }) => to === id && !here.some(one => one.id === row.id),
  );
  const cards = [...come.map(({ row }) => ({ ...row, [field.id]: id })), ...here];
  const stateOf = ({ id: rowId }: Row): string | undefined => {
    const state = moved.get(rowId)?.state;
    return state && t(`marks.${state}`);
  };
  const count = total + come.length - ((rows?.length ?? 0) - here.length);
  const isRead = rows !== null;
  const isRetired = option?.retired === true;
  // It takes no room until it is known to have cards.
  if (isRetired && count === 0 && !error) return <div ref={ref} className={classes.hidden} />;
  return (
    <div
      ref={ref}
      role="group"
      className={classes.column}
      aria-label={
        isRead
          ? t('board.column', { name, count, formatted: formatNumber(count, words.language) })
          : name
      }
      data-over={isOver || undefined}
      data-column-cards
      onDragOver={event => {
        if (isRetired || !isDragging()) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={event => {
        event.preventDefault();
        setOver(false);
        onDrop(id);
      }}
    >
      <div className={classes.title}>
        {option ? <OptionChip option={option} /> : <span>{name}</span>}
        {isRead && <small className="hzm-figures">{formatNumber(count, words.language)}</small>}
      </div>
      {error && <ErrorNotice error={error} title={t('rowsFailed')} onRetry={board.reload} />}
      {!rows && !error && <Loader size="sm" aria-label={t('rowsLoading')} />}
      <ul className={classes.cards}>
        {cards.map(row => (
          <Card
            key={row.id}
            row={row}
            painted={paint?.(row)}
            text={textOf(row)}
            state={stateOf(row)}
            field={field}
            fields={fields}
            words={words}
            choices={choices}
            onDrag={onDrag}
            writes={writes}
            onMove={to => onMove(row, to)}
            onStep={by => onStep(row, by)}
            onOpen={() => onOpen(row.id)}
          />
        ))}
      </ul>
      {more && (
        <Button size="compact-sm" variant="subtle" onClick={more}>
          {t('board.more')}
        </Button>
      )}
      {writes && !isRetired && title && (
        <NewCard
          name={name}
          label={title.name}
          onAdd={text => board.add({ [title.id]: text, ...(id !== null && { [field.id]: id }) })}
        />
      )}
    </div>
  );
}

/** Adds cards to a column, one after the other, by the text that names them. */
function NewCard({
  name,
  label,
  onAdd,
}: {
  name: string;
  label: string;
  onAdd: (text: string) => Promise<boolean>;
}) {
  const { t } = useTranslation('grid');
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    setText(undefined);
    setTimeout(() => button.current?.focus());
  };
  if (text === undefined)
    return (
      <Button
        ref={button}
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={t('board.addTo', { name })}
        onClick={() => {
          setText('');
          setTimeout(() => input.current?.focus());
        }}
      >
        {t('board.add')}
      </Button>
    );
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (text.trim() === '' || busy) return;
        setBusy(true);
        void onAdd(text.trim()).then(isDone => {
          setBusy(false);
          if (isDone) setText('');
        });
      }}
      onKeyDown={event => {
        event.stopPropagation();
        if (event.key === 'Escape') close();
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
          if (text.trim() === '') setText(undefined);
        }}
      />
    </form>
  );
}
