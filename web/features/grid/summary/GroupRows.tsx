import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isOfOptions } from '../../../lib/values/choices.ts';
import { formatted, textOf, type Words } from '../../../lib/values/value-text.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { PAGE, useCards, useInSight } from '../board/use-cards.ts';
import { kindOf } from '../cells/fields/kinds.ts';
import { RuleMark } from '../look/RuleMark.tsx';
import type { Column } from '../model/columns.ts';
import { groupFilter } from '../model/figures.ts';
import type { Painter } from '../model/paint.ts';
import type { Row } from '../model/row.ts';
import type { View } from '../model/view.ts';
import type { Round } from '../sync/use-rounds.ts';
import type { Group } from './use-summary.ts';
import tones from '../../../ui/tone.module.css';
import classes from './Summary.module.css';

/** Maximum columns of the rows of open groups. */
const MAX_COLUMNS = 12;
const ROW_PX = 37;

/** Draws the rows of groups that are all open. */
export interface OfAllGroups {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly words: Words;
  readonly view: View;
  readonly paint: Painter | undefined;
  readonly round: Round;
  readonly onReload: () => void;
  readonly onOpen: (rowId: string) => void;
  /** Shows the rows of one group as the grid, where they can be edited. */
  readonly onEdit: (filter: NonNullable<Group['filter']>) => void;
}

interface Props {
  of: OfAllGroups;
  field: Field;
  group: Pick<Group, 'rows'>;
  /** The condition that finds its rows. */
  filter: NonNullable<Group['filter']>;
  name: string;
}

/** The first rows of a group, read while they are in sight. Others keep their room. */
export function GroupRows({ of, field, group, filter, name }: Props) {
  const { t } = useTranslation('grid');
  const ref = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(ref, null);
  const condition = groupFilter(filter);
  const cards = useCards(of.table.id, of.view, field, condition, of.round, isInSight);
  const { rows, error, more } = cards;
  const height = (Math.min(group.rows, rows?.length ?? PAGE) + 1) * ROW_PX;
  return (
    <div ref={ref} className={classes.rows} style={{ minHeight: height }}>
      {error && <ErrorNotice error={error} title={t('rowsFailed')} onRetry={of.onReload} />}
      {isInSight && rows && <RowsTable of={of} field={field} rows={rows} name={name} />}
      {isInSight && rows && (
        <div className={classes.ways}>
          {more && (
            <Button size="compact-sm" variant="subtle" onClick={more}>
              {t('board.more')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('groups.editOf', { name })}
            onClick={() => of.onEdit(filter)}
          >
            {t('groups.edit')}
          </Button>
        </div>
      )}
    </div>
  );
}

function RowsTable({
  of: { columns, words, paint, onOpen },
  field,
  rows,
  name,
}: {
  of: OfAllGroups;
  field: Field;
  rows: readonly Row[];
  name: string;
}) {
  const { t } = useTranslation('grid');
  const shown = columns.filter(column => column.field.id !== field.id).slice(0, MAX_COLUMNS);
  return (
    <div className={classes.scroll} role="region" aria-label={name}>
      <table style={{ width: shown.reduce((sum, { width }) => sum + width, 0) }}>
        <thead>
          <tr>
            {shown.map(({ field: { id, name: heading }, width }) => (
              <th key={id} scope="col" style={{ width }}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const color = paint?.(row)?.row;
            return (
              // The keyboard opens the row with the button in its first cell.
              <tr
                key={row.id}
                className={tones.tone}
                data-color={color?.color}
                onClick={({ currentTarget, detail }) => {
                  // A mouse that has selected a text of the row opens none; a key always does.
                  if (detail > 0 && document.getSelection()?.isCollapsed === false) return;
                  currentTarget.querySelector('button')?.focus();
                  onOpen(row.id);
                }}
              >
                {shown.map(({ field: one }, i) => (
                  <td key={one.id} dir="auto">
                    {i === 0 ? (
                      <button type="button" title={t('groups.openRow')}>
                        {formatted(one, memberOf(row, one.id) ?? null, words) || t('noName')}
                      </button>
                    ) : (
                      <Value field={one} value={memberOf(row, one.id) ?? null} words={words} />
                    )}
                    {i === 0 && color && <RuleMark paint={color} />}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A value as text; options and people as chips. */
function Value({ field, value, words }: { field: Field; value: Json; words: Words }) {
  const { View } = kindOf(field.type);
  return isOfOptions(field.type) && value !== null && textOf(field.type).holds(value, field) ? (
    <View value={value} field={field} words={words} />
  ) : (
    formatted(field, value, words)
  );
}
