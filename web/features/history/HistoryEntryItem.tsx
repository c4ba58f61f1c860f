import { Button, Collapse, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { differencesOf, rowsOf, type Difference } from './differences.ts';
import { KindIcon } from './KindIcon.tsx';
import classes from './History.module.css';
import { valueText, type ValueWords } from './value-text.ts';

interface Props {
  entry: HistoryEntry;
  /** Absent where there is nothing to put back, or nobody to. */
  onPutBack?: ((difference: Difference) => void) | undefined;
  /** Absent where no rows were removed, or their table is gone. */
  bringBack?: ReactNode;
}

/** One event: what happened, who did it and when; what was before and after opens under it. */
export function HistoryEntryItem({ entry, onPutBack, bringBack }: Props) {
  const { t } = useTranslation('history');
  const language = useLanguage();
  const [opened, { toggle }] = useDisclosure(false);
  const differences = differencesOf(entry);
  const { rows, more } = rowsOf(entry);
  const hasDetails = differences.length > 0 || rows.length > 0;
  const time = new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(entry.at));
  return (
    <li className={classes.entry} data-type={entry.type}>
      <span className={classes.icon} aria-hidden><KindIcon type={entry.type} /></span>
      <div className={classes.said}>
        <p>{entry.summary}</p>
        {bringBack}
        {hasDetails && (
          <>
            <UnstyledButton className={classes.toggle} aria-expanded={opened} onClick={toggle}>{t('details')}<IconChevronDown size={14} aria-hidden data-open={opened || undefined} /></UnstyledButton>
            <Collapse expanded={opened} keepMounted={false}>
              {differences.length > 0 && <Differences differences={differences} onPutBack={onPutBack} />}
              {rows.map(row => <Differences key={row.id} differences={row.differences} />)}
              {more > 0 && <p className={classes.more}>{t('moreRows', { count: more })}</p>}
            </Collapse>
          </>
        )}
      </div>
      <time dateTime={entry.at}>{time}</time>
    </li>
  );
}

function Differences({ differences, onPutBack }: { differences: readonly Difference[]; onPutBack?: ((difference: Difference) => void) | undefined }) {
  const { t } = useTranslation('history');
  const language = useLanguage();
  const words: ValueWords = { none: t('none'), yes: t('yes'), no: t('no') };
  return (
    <table className={classes.differences}>
      <thead><tr><th scope="col">{t('field')}</th><th scope="col">{t('before')}</th><th scope="col">{t('after')}</th>{onPutBack && <th scope="col"><VisuallyHidden>{t('putBack')}</VisuallyHidden></th>}</tr></thead>
      <tbody>
        {differences.map(difference => (
          <tr key={difference.name}>
            <th scope="row">{difference.name}</th>
            <td data-none={difference.before === null || undefined}><del>{valueText(difference.before, words, language)}</del></td>
            <td data-none={difference.after === null || undefined}><ins>{valueText(difference.after, words, language)}</ins></td>
            {onPutBack && <td><Button size="compact-xs" variant="light" aria-label={t('putBackOf', { field: difference.name })} onClick={() => onPutBack(difference)}>{t('putBack')}</Button></td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
