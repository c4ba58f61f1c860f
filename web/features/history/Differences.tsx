import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldNamed, type Difference } from './differences.ts';
import { useValueWords } from './use-value-words.ts';
import { valueText } from './value-text.ts';
import classes from './History.module.css';

interface Props {
  /** The table of the fields; undefined if it is gone or there is none. */
  table: Table | undefined;
  differences: readonly Difference[];
  /** Name of the changed thing, if there are several. */
  caption?: ReactNode;
  onPutBack?: ((difference: Difference) => void) | undefined;
}

/** Values before and after, one field for each line. */
export function Differences({ table, differences, caption, onPutBack }: Props) {
  const { t } = useTranslation('history');
  const words = useValueWords();
  const text = (value: Difference['after'], name: string): string =>
    valueText(value, fieldNamed(table, name), words);
  return (
    <table className={classes.differences}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
          {onPutBack && (
            <th scope="col">
              <VisuallyHidden>{t('putBack')}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {differences.map(difference => (
          <tr key={difference.name}>
            <th scope="row">{difference.name}</th>
            <td data-none={difference.before === null || undefined}>
              <del>{text(difference.before, difference.name)}</del>
            </td>
            <td data-none={difference.after === null || undefined}>
              <ins>{text(difference.after, difference.name)}</ins>
            </td>
            {onPutBack && (
              <td>
                <Button
                  size="compact-xs"
                  variant="light"
                  aria-label={t('putBackOf', { field: difference.name })}
                  onClick={() => onPutBack(difference)}
                >
                  {t('putBack')}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
