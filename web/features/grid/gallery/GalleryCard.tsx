import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { IconFilterOff } from '@tabler/icons-react';
import { memo, type CSSProperties } from 'react';
import { formatted, rawText, textOf, type Words } from '../../../lib/values/value-text.ts';
import { kindOf } from '../cells/fields/kinds.ts';
import { RuleMark } from '../look/RuleMark.tsx';
import type { Paint, Painted } from '../model/paint.ts';
import type { Drawing } from '../model/row-view.ts';
import type { RowTexts } from '../rows/GridRow.tsx';
import tones from '../../../ui/tone.module.css';
import classes from './Gallery.module.css';

/** Values that a card shows below its name. */
export const MAX_VALUES = 5;

interface Props {
  line: number;
  count: number;
  place: CSSProperties;
  /** Absent while the row is not here yet. */
  drawing: Drawing | undefined;
  painted: Painted | undefined;
  title: Field | undefined;
  /** The other fields, in their order. */
  fields: readonly Field[];
  words: Words;
  texts: RowTexts;
  /** Shown for a row whose name is empty. */
  nameless: string;
  /** It does not fit the filters any more. */
  unfit: boolean;
  /** Tab comes to this card. */
  active: boolean;
  open: boolean;
}

/** A row by its name and its first values. Its listeners are the gallery's. */
export const GalleryCard = memo(function GalleryCard(props: Props) {
  const { line, count, place, drawing, painted, fields, words, texts, open } = props;
  const { values = {}, marks = {}, mark } = drawing?.drawn ?? {};
  const valueOf = (field: Field): Json => memberOf(values, field.id) ?? null;
  const shown = fields.filter(field => valueOf(field) !== null).slice(0, MAX_VALUES);
  return (
    <li
      className={`${classes.card} ${tones.tone}`}
      style={place}
      aria-setsize={count}
      aria-posinset={line + 1}
      aria-busy={drawing ? undefined : true}
      data-gallery-row={drawing?.drawn.id}
      data-color={painted?.row?.color}
      data-mark={mark?.kind}
      data-open={open || undefined}
    >
      <CardName {...props} />
      <dl className={classes.values}>
        {shown.map(field => {
          const state = memberOf(marks, field.id);
          return (
            <Value
              key={field.id}
              field={field}
              value={valueOf(field)}
              words={words}
              paint={painted?.cells.get(field.id)}
              state={state && texts.marks[state]}
            />
          );
        })}
      </dl>
    </li>
  );
});

/** The name of a row with what is said of it, which opens the row. */
function CardName({ line, drawing, painted, title, words, texts, nameless, unfit, active }: Props) {
  const { values = {}, mark } = drawing?.drawn ?? {};
  const name = title && formatted(title, memberOf(values, title.id) ?? null, words);
  const named = title && painted?.cells.get(title.id);
  return (
    <button
      type="button"
      className={classes.name}
      data-line={line}
      tabIndex={active ? 0 : -1}
      disabled={!drawing}
    >
      <span dir="auto" className={tones.tone} data-color={named?.color}>
        {drawing ? name || nameless : texts.loading}
      </span>
      {named && <RuleMark paint={named} />}
      {painted?.row && <RuleMark paint={painted.row} />}
      {unfit && (
        <span className={classes.unfit} title={texts.unfit}>
          <IconFilterOff size={14} aria-hidden />
          <span className={classes.said}>{texts.unfit}</span>
        </span>
      )}
      {mark && <small className={classes.state}>{texts.marks[mark.state]}</small>}
    </button>
  );
}

function Value({
  field,
  value,
  words,
  paint,
  state,
}: {
  field: Field;
  value: Json;
  words: Words;
  paint: Paint | undefined;
  state: string | undefined;
}) {
  const { View } = kindOf(field.type);
  return (
    <div>
      <dt title={field.name}>{field.name}</dt>
      <dd className={tones.tone} data-color={paint?.color} data-waits={state && ''}>
        <span className={classes.value} dir="auto">
          {textOf(field.type).holds(value, field) ? (
            <View value={value} field={field} words={words} />
          ) : (
            rawText(value)
          )}
        </span>
        {paint && <RuleMark paint={paint} />}
        {state && <small className={classes.state}>{state}</small>}
      </dd>
    </div>
  );
}
