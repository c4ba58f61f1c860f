import { memberOf } from '@hzm/contracts/core/json';
import {
  computationsOf,
  MAX_SUMMARY_FIGURES,
  type Computation,
} from '@hzm/contracts/features/rows/summary';
import type { Field } from '@hzm/contracts/features/tables/table';
import { IconSum } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import type { Column } from '../model/columns.ts';
import { isFull, withSummary } from '../model/figures.ts';
import type { View } from '../model/view.ts';
import { figureText } from './figure-text.ts';
import type { Summarized } from './use-summary.ts';
import classes from './Summary.module.css';

interface Props {
  columns: readonly Column[];
  drawn: readonly number[];
  /** Left edges of frozen columns, in pixels, by index. */
  held: ReadonlyMap<number, number>;
  words: Words;
  view: View;
  summarized: Summarized;
  rowIndex: number;
  onView: (view: View) => void;
}

/** One figure under each column, which one chooses there. */
export function SummaryRow(props: Props) {
  const { t } = useTranslation('grid');
  return (
    <div role="rowgroup" className={classes.foot}>
      <div
        role="row"
        aria-rowindex={props.rowIndex}
        aria-label={t('summary.row')}
        className={classes.row}
        onKeyDown={event => event.stopPropagation()}
      >
        <div role="rowheader" aria-colindex={1} className={classes.cell} title={t('summary.row')}>
          <IconSum size={16} aria-label={t('summary.row')} />
        </div>
        {props.drawn.map(at => {
          const field = props.columns[at]?.field;
          return field && <FigureCell key={field.id} {...props} field={field} at={at} />;
        })}
      </div>
    </div>
  );
}

function FigureCell({ held, words, view, summarized, onView, field, at }: Props & CellProps) {
  const compute = memberOf(view.summary, field.id);
  const figure = compute && figureOf(summarized, field, compute, words);
  return (
    <div
      role="gridcell"
      aria-colindex={at + 2}
      className={classes.cell}
      data-summary={field.name}
      data-held={held.has(at) ? '' : undefined}
      style={{ gridColumn: at + 2, ...(held.has(at) && { '--at': `${held.get(at)}px` }) }}
    >
      <ComputationSelect
        field={field}
        summary={view.summary}
        onChoose={chosen =>
          onView({ ...view, summary: withSummary(view.summary, field.id, chosen) })
        }
      />
      {figure !== undefined && <output title={figure}>{figure}</output>}
    </div>
  );
}

interface CellProps {
  field: Field;
  at: number;
}

function figureOf(
  { summary, error, fields }: Summarized,
  field: Field,
  compute: Computation,
  words: Words,
): string {
  if (error) return '!';
  const place = fields.findIndex(({ id }) => id === field.id);
  return summary ? figureText(field, compute, summary.values[place], words) : '…';
}

interface SelectProps {
  field: Field;
  summary: View['summary'];
  onChoose: (computation: Computation | undefined) => void;
}

function ComputationSelect({ field, summary, onChoose }: SelectProps) {
  const { t } = useTranslation('grid');
  const compute = memberOf(summary, field.id);
  return (
    <select
      aria-label={t('summary.of', { field: field.name })}
      value={compute ?? ''}
      onChange={event =>
        onChoose((event.currentTarget.value || undefined) as Computation | undefined)
      }
    >
      <option value="">{t('summary.none')}</option>
      {compute === undefined && isFull(summary) ? (
        <option disabled>{t('summary.full', { count: MAX_SUMMARY_FIGURES })}</option>
      ) : (
        computationsOf(field.type).map(one => (
          <option key={one} value={one}>
            {t(`summary.computations.${one}`)}
          </option>
        ))
      )}
    </select>
  );
}
