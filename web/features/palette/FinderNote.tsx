import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import type { Finder } from './use-finder.ts';
import classes from './Palette.module.css';

/** Tells which rows are searched, and what became of the search. */
export function FinderNote({ finder: { state, isWhole, error, retry } }: { finder: Finder }) {
  const { t } = useTranslation('palette');
  const errorText = useErrorText();
  if (state === 'idle') return null;
  return (
    <div className={classes.note}>
      <Text role="status" size="xs" c={state === 'error' ? 'red' : 'dimmed'}>
        {state === 'searching' && t('searching')}
        {state === 'found' && t(isWhole ? 'rule' : 'partly')}
        {state === 'error' && t('failed', { reason: errorText(error) })}
      </Text>
      {(state === 'error' || (state === 'found' && !isWhole)) && (
        <UnstyledButton fz="xs" td="underline" onClick={retry}>
          {t('retry')}
        </UnstyledButton>
      )}
    </div>
  );
}
