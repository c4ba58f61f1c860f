import type { TransferObstacle } from '@hzm/contracts/features/transfers/transfer';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ChangeList } from './ChangeList.tsx';
import { formatMoment } from './moment.ts';
import classes from './Transfer.module.css';

const keyOf = (one: TransferObstacle): string =>
  [
    one.kind,
    'widgetId' in one ? one.widgetId : one.tableId,
    'fieldId' in one ? one.fieldId : '',
  ].join('/');

/** Obstacles to undoing a transfer, one sentence each. */
export function Obstacles({ obstacles }: { obstacles: readonly TransferObstacle[] }) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const later = ({ by, at }: { readonly by: { readonly name: string }; readonly at: string }) => ({
    by: by.name || t('receipt.somebody'),
    at: formatMoment(at, language),
  });
  const textOf = (one: TransferObstacle): string => {
    switch (one.kind) {
      case 'table-changed':
      case 'table-deleted':
      case 'transferred-later':
      case 'widget-changed':
      case 'widget-deleted':
        return t(`obstacle.${one.kind}`, { name: one.name, ...later(one) });
      case 'links-made':
        return t('obstacle.links-made', {
          name: one.name,
          count: one.links,
          formatted: formatNumber(one.links, language),
        });
      case 'name-taken':
        return t('obstacle.name-taken', { name: one.name, before: one.before });
      case 'rows-written':
        return t('obstacle.rows-written', {
          name: one.name,
          count: one.rows,
          formatted: formatNumber(one.rows, language),
        });
      case 'values-written':
        return t('obstacle.values-written', {
          name: one.name,
          field: one.field,
          count: one.rows,
          formatted: formatNumber(one.rows, language),
        });
    }
  };
  return (
    <ul className={classes.obstacles}>
      {obstacles.map(one => (
        <li key={keyOf(one)}>
          <Text size="sm">{textOf(one)}</Text>
          {one.kind === 'table-changed' && <ChangeList changes={one.changes} tense="did" />}
        </li>
      ))}
    </ul>
  );
}
