import { memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Fragment, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatted, type Words } from '../../../lib/values/value-text.ts';
import { RuleMark } from '../look/RuleMark.tsx';
import type { Paint, Painted } from '../model/paint.ts';
import type { Row } from '../model/row.ts';
import { titleOf } from './title.ts';
import tones from '../../../ui/tone.module.css';
import classes from './Board.module.css';

/** A column as a choice; '' for rows without an option. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Props {
  row: Row;
  /** The colours of the card and of its values; absent: none. */
  painted: Painted | undefined;
  text: string;
  /** Said of a move that the server has not confirmed. */
  state: string | undefined;
  field: Field;
  fields: readonly Field[];
  words: Words;
  choices: readonly Choice[];
  /** The pointer takes the card along, or lets it go. */
  onDrag: (row: Row | undefined) => void;
  writes: boolean;
  onMove: (to: string | null) => void;
  onStep: (by: 1 | -1) => void;
  onOpen: () => void;
}

const Marks = ({ of }: { of: readonly (Paint | undefined)[] }) =>
  of.map(
    paint =>
      paint && (
        <Fragment key={paint.place}>
          {' '}
          <RuleMark paint={paint} />
        </Fragment>
      ),
  );

function Value({ name, text, paint }: { name: string; text: string; paint: Paint | undefined }) {
  return (
    <small className={tones.tone} data-color={paint?.color}>
      <span>{name}</span> <span dir="auto">{text}</span>
      <Marks of={[paint]} />
    </small>
  );
}

/** Values that a card shows below its name. */
const MAX_VALUES = 3;

/** A row by its name and its first values. */
export function Card(props: Props) {
  const { row, painted, text, onDrag, writes } = props;
  return (
    <li
      className={`${classes.card} ${tones.tone}`}
      data-color={painted?.row?.color}
      draggable={writes}
      onDragStart={event => {
        onDrag(row);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', text);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <OpenButton {...props} />
      {writes && <ColumnSelect {...props} />}
    </li>
  );
}

/** The card itself: opens its row, and moves to a neighbouring column by key. */
function OpenButton(props: Props) {
  const { row, painted, text, state, fields, writes, onStep, onOpen } = props;
  const title = titleOf(fields);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || !event.shiftKey || !writes) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(by);
  };
  return (
    <button
      type="button"
      className={classes.open}
      data-card={row.id}
      aria-describedby={writes ? 'board-hint' : undefined}
      aria-keyshortcuts={writes ? 'Shift+ArrowLeft Shift+ArrowRight' : undefined}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <span
        className={`${classes.name} ${tones.tone}`}
        data-color={title && painted?.cells.get(title.id)?.color}
        dir="auto"
      >
        {text}
        <Marks of={[painted?.row, title && painted?.cells.get(title.id)]} />
      </span>
      {firstValues(props, title).map(({ id, name, shown }) => (
        <Value key={id} name={name} text={shown} paint={painted?.cells.get(id)} />
      ))}
      {state && <small className={classes.state}>{state}</small>}
    </button>
  );
}

/** Returns the first values of a card that say more than its name and its column. */
const firstValues = ({ row, field, fields, words }: Props, title: Field | undefined) =>
  fields
    .filter(({ id }) => id !== title?.id && id !== field.id)
    .map(one => ({
      id: one.id,
      name: one.name,
      shown: formatted(one, memberOf(row, one.id) ?? null, words),
    }))
    .filter(({ shown }) => shown !== '')
    .slice(0, MAX_VALUES);

function ColumnSelect({ row, text, field, choices, onMove }: Props) {
  const { t } = useTranslation('grid');
  return (
    <select
      className={classes.place}
      aria-label={t('board.move', { card: text })}
      value={choices.find(({ value }) => value === memberOf(row, field.id))?.value ?? ''}
      onChange={event => onMove(event.currentTarget.value || null)}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
