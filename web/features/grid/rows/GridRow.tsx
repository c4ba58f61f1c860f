import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { IconAlertTriangle, IconArrowsDiagonal, IconFilterOff } from '@tabler/icons-react';
import { memo } from 'react';
import { rawText, textOf, type Words } from '../../../lib/values/value-text.ts';
import type { Member } from '../../../realtime/presence.ts';
import type { RowMark } from '../../../ui/row-comments.ts';
import { CellEditor } from '../cells/CellEditor.tsx';
import { kindOf } from '../cells/fields/kinds.ts';
import type { Editing } from '../cells/use-editing.ts';
import type { RowFinds } from '../find/found.ts';
import { RuleMark } from '../look/RuleMark.tsx';
import type { Paint, Painted } from '../model/paint.ts';
import type { Drawing, Mark } from '../model/row-view.ts';
import tones from '../../../ui/tone.module.css';
import classes from '../body/GridTable.module.css';

export interface RowTexts {
  readonly open: string;
  readonly empty: string;
  readonly loading: string;
  readonly unread: string;
  readonly unfit: string;
  readonly misfit: string;
  readonly marks: Readonly<Record<Mark, string>>;
  readonly comments: (mark: RowMark) => string;
}

interface Props {
  line: number;
  /** Pixels from the line that all are placed from. */
  top: number;
  /** Indexes of the fields to draw. */
  columns: readonly number[];
  /** Left edges of frozen columns, in pixels, by index. */
  held: ReadonlyMap<number, number>;
  /** Absent while the row is not here yet. */
  drawing: Drawing | undefined;
  /** The colours of the row and of its cells; absent: none. */
  painted: Painted | undefined;
  /** It is no row yet: what is written into it makes one. */
  isEmpty: boolean;
  /** Whether the row could not be read. */
  unread: boolean;
  /** It does not fit the filters any more. */
  unfit: boolean;
  fields: readonly Field[];
  words: Words;
  texts: RowTexts;
  /** The column of the active cell, and the edges of the selection; -1: not in this row. */
  active: number;
  left: number;
  right: number;
  /** The column of the selection's last cell, where a handle fills others with it. */
  corner: number;
  open: boolean;
  /** It is one of those that are chosen by their numbers. */
  chosen: boolean;
  editing: Editing | null;
  /** The other people in this row. */
  others: readonly Member[] | undefined;
  /** The thread count of the row; absent: no threads. */
  comments: RowMark | undefined;
  /** The cells that hold the text that is looked for. */
  finds: RowFinds | undefined;
}

/** Time that a change of somebody else glows, in milliseconds. */
const GLOW_MS = 2_500;
/** Line numbers above this one are drawn smaller. */
const LONG = 9_999;
/** Higher counts are drawn as `9+`. */
const MAX_COUNTED = 9;

/** One line. Its listeners are the grid's; drawn again only when something of it changed. */
export const GridRow = memo(function GridRow(props: Props) {
  const { line, top, columns, held, drawing, painted, isEmpty, unread, unfit, open, chosen } =
    props;
  const { fields, words, texts, active, left, right, corner, editing, finds, others } = props;
  const mark = drawing?.drawn.mark;
  return (
    <div
      role="row"
      aria-rowindex={line + 2}
      className={paintedClass(classes.row, painted?.row)}
      data-color={painted?.row?.color}
      style={{ transform: `translateY(${top}px)` }}
      data-row={drawing?.drawn.id || undefined}
      data-empty={isEmpty || undefined}
      data-mark={mark?.kind}
      data-state={mark?.state}
      data-open={open || undefined}
      data-chosen={chosen || undefined}
      aria-selected={chosen || undefined}
      data-unfit={unfit || undefined}
      data-new={glowing(drawing, '') && ''}
      data-unread={unread || undefined}
      aria-busy={drawing || unread ? undefined : true}
    >
      <RowHead {...props} />
      {columns.map(
        at =>
          fields[at] && (
            <Cell
              key={fields[at].id}
              cell={`${line}:${at + 1}`}
              col={at + 1}
              held={held.get(at)}
              field={fields[at]}
              drawing={drawing}
              paint={painted?.cells.get(fields[at].id)}
              words={words}
              texts={texts}
              active={active === at + 1}
              selected={at + 1 >= left && at + 1 <= right}
              corner={at + 1 === corner}
              editing={editing?.draft?.field.id === fields[at].id ? editing : null}
              found={foundIn(finds, fields[at].id)}
              other={others?.find(({ state }) => state.field === fields[at]?.id)}
            />
          ),
      )}
    </div>
  );
});

/** The number of a line, its state and its buttons. */
function RowHead(props: Props) {
  const { line, drawing, painted, isEmpty, unread, unfit, texts, active, comments } = props;
  const mark = drawing?.drawn.mark;
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className={classes.head}
      data-cell={`${line}:0`}
      tabIndex={active === 0 ? 0 : -1}
      data-active={active === 0 || undefined}
      data-by={glowing(drawing, '')}
      data-comments={comments && ''}
    >
      <span className={classes.number} data-long={line + 1 > LONG || undefined}>
        {!isEmpty && line + 1}
      </span>
      {unfit && (
        <span className={classes.unfit} title={texts.unfit}>
          <IconFilterOff size={14} aria-hidden />
          <span className={classes.said}>{texts.unfit}</span>
        </span>
      )}
      {painted?.row && <RuleMark paint={painted.row} />}
      {mark && <span className={classes.said}>{texts.marks[mark.state]}</span>}
      {isEmpty && <span className={classes.said}>{texts.empty}</span>}
      {unread && <span className={classes.said}>{texts.unread}</span>}
      {drawing && !isEmpty && <RowButtons texts={texts} comments={comments} />}
    </div>
  );
}

function RowButtons({ texts, comments }: { texts: RowTexts; comments: RowMark | undefined }) {
  return (
    <span className={classes.buttons}>
      <button
        type="button"
        tabIndex={-1}
        data-act="open"
        aria-label={texts.open}
        title={texts.open}
      >
        <IconArrowsDiagonal size={14} aria-hidden />
      </button>
      {comments && <CommentMark mark={comments} text={texts.comments(comments)} />}
    </span>
  );
}

/**
 * A bubble: filled with the number of unread threads; else an outline with the number of open ones;
 * else with a tick.
 */
function CommentMark({ mark: { unread, open }, text }: { mark: RowMark; text: string }) {
  const count = unread || open;
  return (
    <button type="button" tabIndex={-1} data-act="comments" aria-label={text} title={text}>
      <span
        aria-hidden
        className={classes.comments}
        data-state={unread > 0 ? 'unread' : open > 0 ? 'open' : 'closed'}
      >
        {count === 0 ? '✓' : count > MAX_COUNTED ? `${MAX_COUNTED}+` : count}
      </span>
    </button>
  );
}

interface CellProps {
  cell: string;
  col: number;
  held: number | undefined;
  field: Field;
  drawing: Drawing | undefined;
  paint: Paint | undefined;
  words: Words;
  texts: RowTexts;
  active: boolean;
  selected: boolean;
  corner: boolean;
  editing: Editing | null;
  found: '' | 'at' | undefined;
  other: Member | undefined;
}

const foundIn = (finds: RowFinds | undefined, field: string): CellProps['found'] =>
  finds?.fields.has(field) ? (finds.at === field ? 'at' : '') : undefined;

/** No hooks: hundreds are drawn at once. */
function Cell(props: CellProps) {
  const { col, field, drawing, paint, words, texts, active, corner, editing } = props;
  const { View } = kindOf(field.type);
  const value: Json = memberOf(drawing?.drawn.values, field.id) ?? null;
  const mark = memberOf(drawing?.drawn.marks, field.id);
  const holds = value === null || textOf(field.type).holds(value, field);
  const glow = glowing(drawing, field.id);
  return (
    <div
      role="gridcell"
      aria-colindex={col + 1}
      className={paintedClass(classes.cell, paint)}
      tabIndex={active ? 0 : -1}
      data-mark={mark}
      data-misfit={!holds || undefined}
      data-by={glow}
      aria-invalid={mark === 'failed' || mark === 'conflict' || undefined}
      {...stateOf(props)}
    >
      {drawing ? (
        <span
          key={glow && memberOf(drawing.touches, field.id)?.at}
          className={classes.value}
          data-value
          dir="auto"
        >
          {holds ? <View value={value} field={field} words={words} /> : rawText(value)}
        </span>
      ) : (
        <span className={classes.bar} />
      )}
      {editing && <CellEditor editing={editing} field={field} now={value} words={words} />}
      {paint && <RuleMark paint={paint} />}
      {mark && <span className={classes.said}>{texts.marks[mark]}</span>}
      {!holds && (
        <span className={classes.misfit} title={texts.misfit}>
          <IconAlertTriangle size={14} aria-hidden />
          <span className={classes.said}>{texts.misfit}</span>
        </span>
      )}
      {corner && !editing && <span className={classes.fill} data-fill />}
    </div>
  );
}

/** Returns the attributes of a cell that tell where it stands and who is in it. */
const stateOf = ({ cell, col, held, field, paint, active, selected, found, other }: CellProps) => ({
  'data-color': paint?.color,
  'data-cell': cell,
  'data-field': field.name,
  'aria-selected': active || selected,
  'data-active': active || undefined,
  'data-selected': selected || undefined,
  'data-align': kindOf(field.type).align,
  'data-found': found,
  'data-other': other?.name,
  'data-edits': other?.state.mode === 'edit' || undefined,
  'data-held': held === undefined ? undefined : '',
  style: {
    gridColumn: col + 1,
    ...(held !== undefined && { '--at': `${held}px` }),
    ...(other && { '--other': other.color }),
  },
});

const paintedClass = (own: string | undefined, paint: Paint | undefined): string =>
  paint ? `${own} ${tones.tone}` : (own ?? '');

/** Returns the person who changed a cell just now; the empty field is the whole row. */
function glowing(drawing: Drawing | undefined, field: string): string | undefined {
  const touch = memberOf(drawing?.touches, field);
  return touch && Date.now() - touch.at < GLOW_MS ? touch.name : undefined;
}
