import type { ImportNotes } from '@hzm/contracts/features/portable/portable';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import classes from './Portable.module.css';

/** Parts that an import refuses or changes, with reasons; renders nothing if there are none. */
export function ImportNotesList({
  title,
  notes: { total, first },
}: {
  title: string;
  notes: ImportNotes;
}) {
  const { t } = useTranslation('portable');
  const language = useLanguage();
  if (total === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm" fw={600}>
        {title}
      </Text>
      <ul className={classes.notes}>
        {first.map(({ place, name, reason, count = 0 }, i) => (
          <li key={`${i} ${place}`}>
            <code>{place}</code> {name !== '' && <b>{name}</b>}{' '}
            {t(`reason.${reason}`, { formatted: formatNumber(count, language) })}
          </li>
        ))}
        {total > first.length && (
          <li>
            {t('import.more', {
              count: total - first.length,
              formatted: formatNumber(total - first.length, language),
            })}
          </li>
        )}
      </ul>
    </details>
  );
}
