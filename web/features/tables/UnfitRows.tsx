import type { Json } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatted } from '../../lib/values/value-text.ts';
import { FirstRows } from './FirstRows.tsx';

/** A row with the value that a change of its field concerns. */
export interface NamedValue {
  readonly rowId: string;
  readonly name: string;
  readonly value: Json;
}

/** Whether a row has a name that says more than the value. */
export const isNamed = ({ name, value }: NamedValue): boolean => name !== '' && name !== value;

/** Returns what tells a row by its name, if it has one, and its value in a field. */
export function useNamedValue(field: Field): (row: NamedValue) => string {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const words = { language, yes: t('yes'), no: t('no') };
  return row =>
    t(isNamed(row) ? 'edit.fit.named' : 'edit.fit.value', {
      name: row.name,
      value: formatted(field, row.value, words),
    });
}

/** The checked rows that would not fit a change. */
interface Fit<Row> {
  readonly rows: number;
  readonly isAll: boolean;
  readonly unfit: number;
  readonly first: readonly Row[];
}

/** The numbers of a fit for its sentences. */
export const countsOf = ({ unfit, rows }: Fit<unknown>, language: Language) => ({
  count: unfit,
  formatted: formatNumber(unfit, language),
  rows: formatNumber(rows, language),
});

interface Props<Row> {
  fit: Fit<Row>;
  title: string;
  line: (row: Row) => string;
  /** Says what becomes of their values. */
  kept: string;
}

/** The first rows that would not fit a change. */
export const UnfitRows = <Row extends NamedValue>({ fit, title, line, kept }: Props<Row>) => (
  <>
    <Text size="sm" fw={600}>
      {title}
    </Text>
    <FirstRows rows={fit.first} line={line} more={fit.unfit - fit.first.length} />
    <Text size="sm" mt={4}>
      {kept}
    </Text>
  </>
);
