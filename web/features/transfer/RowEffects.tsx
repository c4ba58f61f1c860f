import type { ComparedTable, RowEffect } from '@hzm/contracts/features/transfers/transfer';
import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconExternalLink, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ConvertedRows } from './ConvertedRows.tsx';
import { unfitLinks } from './unfit-links.ts';
import classes from './Transfer.module.css';

const NAMED = 3;

/** Returns the link that opens the live table with a search; `never` fits each route of a link. */
type InGrid = (search: object) => {
  readonly to: '/projects/$id/data';
  readonly params: never;
  readonly search: never;
  readonly target: string;
};

/**
 * Effects of a table's changes on live rows: hidden and converted values, and rows that would not
 * fit, with links.
 */
export function RowEffects({
  table,
  effect,
  liveProjectId,
}: {
  table: ComparedTable;
  effect: RowEffect;
  liveProjectId: string;
}) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const { rows, isAll, unfit, first, hidden, converted } = effect;
  const number = (value: number): string => formatNumber(value, language);
  const inGrid: InGrid = search => ({
    to: '/projects/$id/data',
    params: { id: liveProjectId } as never,
    search: { table: table.liveTableId, ...search } as never,
    target: '_blank',
  });
  if (unfit === 0 && hidden.length === 0 && converted === 0 && isAll) return null;
  const named = first.slice(0, NAMED);
  const isHarmless = unfit === 0 && hidden.length === 0 && isAll;
  const Icon = isHarmless ? IconInfoCircle : IconAlertTriangle;
  return (
    <Alert
      color={isHarmless ? 'blue' : 'yellow'}
      p="sm"
      icon={<Icon size={18} aria-hidden />}
      className={classes.effect}
    >
      {hidden.map(({ fieldId, field, rows: count }) => (
        <Text key={fieldId} size="sm">
          {t('effect.hidden', { count, formatted: number(count), field })}
        </Text>
      ))}
      {converted > 0 && <ConvertedRows table={table} effect={effect} />}
      {unfit === 0 && !isAll && <Text size="sm">{t('effect.allOf', { rows: number(rows) })}</Text>}
      {unfit > 0 && (
        <UnfitRows effect={effect} number={number} named={named} inGrid={inGrid} table={table} />
      )}
    </Alert>
  );
}

interface UnfitProps {
  effect: RowEffect;
  number: (value: number) => string;
  named: RowEffect['first'];
  inGrid: InGrid;
  table: ComparedTable;
}

function UnfitRows({ effect, number, named, inGrid, table }: UnfitProps) {
  const { t } = useTranslation('transfer');
  const { isAll, unfit, rows } = effect;
  return (
    <>
      <Text size="sm" fw={600}>
        {t(isAll ? 'effect.unfit' : 'effect.unfitOf', {
          count: unfit,
          formatted: number(unfit),
          rows: number(rows),
        })}
      </Text>
      <UnfitNames named={named} more={unfit - named.length} number={number} inGrid={inGrid} />
      {unfitLinks(table, effect).map(({ field, filters }) => (
        <Anchor
          key={field}
          component={Link}
          {...inGrid({ filters })}
          size="sm"
          underline="always"
          className={classes.open}
        >
          <IconExternalLink size={14} aria-hidden />
          {t('effect.open', { field })}
        </Anchor>
      ))}
      <Text size="sm" mt={4}>
        {t('effect.kept')}
      </Text>
    </>
  );
}

function UnfitNames({
  named,
  more,
  number,
  inGrid,
}: Pick<UnfitProps, 'named' | 'number' | 'inGrid'> & { more: number }) {
  const { t } = useTranslation('transfer');
  return (
    <List size="sm" className={classes.unfit}>
      {named.map(({ rowId, name, field, value }) => (
        <List.Item key={rowId}>
          <Anchor component={Link} {...inGrid({ row: rowId })} inherit underline="always">
            {t(value === null || value === '' ? 'effect.rowEmpty' : 'effect.row', {
              name: name || t('effect.unnamed'),
              field,
              value: typeof value === 'string' ? value : JSON.stringify(value),
            })}
          </Anchor>
        </List.Item>
      ))}
      {more > 0 && (
        <List.Item>
          {t('effect.more', {
            count: more,
            formatted: number(more),
          })}
        </List.Item>
      )}
    </List>
  );
}
