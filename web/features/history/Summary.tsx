import { isolated } from '@hzm/contracts/core/isolated';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { formatParts } from '../../lib/list-text.ts';
import { fieldNamed, type Difference } from './differences.ts';
import { RowLink } from './RowLink.tsx';
import { useValueWords } from './use-value-words.ts';
import { valueText } from './value-text.ts';

/** Bounds the changes in the sentence; the details list all. */
const LISTED = 3;
/** Bounds a value in the sentence, in characters. */
const VALUE_LENGTH = 40;
/** Placeholder of the row in the sentence; no text contains it. */
const ROW = '\u0000';

const aboutRows = ['row-added', 'row-changed', 'row-removed', 'row-restored'] as const;
type AboutRow = (typeof aboutRows)[number];
const isAboutRow = (type: string): type is AboutRow => aboutRows.some(known => known === type);

interface Props {
  projectId: string;
  entry: HistoryEntry;
  differences: readonly Difference[];
  table: Table | undefined;
  /** Name of the entry's row, if the list knows it. */
  rowName: string;
}

/**
 * An event in one sentence. For a row of an existing table it links to the row and formats values
 * as cells do.
 */
export function Summary({ projectId, entry, differences, table, rowName }: Props) {
  const { t } = useTranslation('history');
  const words = useValueWords();
  const { row, type, actor } = entry;
  if (row === undefined || table === undefined || !isAboutRow(type)) return <p>{entry.summary}</p>;
  const [before, after] = t(`sentences.${type}`, {
    who: actor.name,
    table: table.name,
    row: ROW,
  }).split(ROW);
  const text = (value: Difference['after'], name: string): string => {
    const whole = Array.from(valueText(value, fieldNamed(table, name), words).replace(/\s+/g, ' '));
    const all = whole.length <= VALUE_LENGTH;
    return isolated(all ? whole.join('') : `${whole.slice(0, VALUE_LENGTH).join('')}…`);
  };
  const changes = formatParts(
    differences
      .slice(0, LISTED)
      .map(({ name, before: was, after: is }) =>
        type === 'row-changed'
          ? `${isolated(name)}: ${text(was, name)} → ${text(is, name)}`
          : `${isolated(name)}: ${text(type === 'row-removed' ? was : is, name)}`,
      ),
    words.language,
  );
  const more = differences.length - LISTED;
  return (
    <p>
      {before}
      <RowLink projectId={projectId} tableId={table.id} rowId={row.id} name={rowName} />
      {after}
      {changes !== '' && `: ${more > 0 ? t('andMore', { listed: changes, count: more }) : changes}`}
    </p>
  );
}
