import { Text, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { askFor } from '../../state/commands.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { useAfterStep } from '../../ui/use-history-step.ts';
import type { Group, Item } from './items.ts';
import { Search } from './Search.tsx';
import { useFinder, type Finder } from './use-finder.ts';
import { useItems } from './use-items.ts';
import classes from './Palette.module.css';

/** Puts what was found in front of the projects and the commands, which come last. */
const withFound = (groups: readonly Group[], found: readonly Group[]): readonly Group[] => [
  ...groups.slice(0, -2),
  ...found,
  ...groups.slice(-2),
];

/** Command palette: navigates to projects and tables, and runs the actions of the screen. */
export function Palette({ opened }: { opened: boolean }) {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const afterStep = useAfterStep();
  const groups = useItems(opened);
  const [query, setQuery] = useState('');
  const finder = useFinder(query, opened);
  const close = (): void => {
    askFor(null);
    setQuery('');
  };
  const choose = ({ does }: Item): void => {
    // A navigation replaces the palette's history entry; other actions run in the previous one.
    if (typeof does === 'function') afterStep(does);
    else void navigate({ to: does.to, search: does.search ?? {}, replace: true } as never);
    close();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('label')}
      size="lg"
      yOffset="12vh"
      centered={false}
    >
      <Search
        groups={withFound(groups, finder.groups)}
        query={query}
        onQuery={setQuery}
        isComplete={finder.state === 'idle' || finder.state === 'found'}
        note={<FinderNote finder={finder} />}
        onChoose={choose}
        onClose={close}
      />
    </Dialog>
  );
}

/** Tells which rows are searched, and what became of the search. */
function FinderNote({ finder: { state, isWhole, error, retry } }: { finder: Finder }) {
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
