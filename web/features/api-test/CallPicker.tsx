import { Tabs, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallName } from './CallName.tsx';
import type { KeptCall } from './kept-calls.ts';
import { KeptList } from './KeptList.tsx';
import { foundIn, type Operation } from './reference.ts';
import type { Kept } from './use-kept.ts';
import { useReferenceTexts } from './use-reference-texts.ts';
import classes from './ApiTest.module.css';

interface Props {
  operations: readonly Operation[];
  chosen: string | undefined;
  history: Kept;
  saved: Kept;
  onCall: (operationId: string) => void;
  onKept: (call: KeptCall) => void;
}

/** Chooses a call of the reference, of the history or of the saved ones. */
export function CallPicker({ operations, chosen, history, saved, onCall, onKept }: Props) {
  const { t } = useTranslation('api-test');
  const kept = { history, saved };
  return (
    <Tabs defaultValue="calls" className={classes.picker}>
      <Tabs.List aria-label={t('picker.lists')} mb="sm">
        <Tabs.Tab value="calls">{t('picker.calls')}</Tabs.Tab>
        <Tabs.Tab value="history">{t('picker.history')}</Tabs.Tab>
        <Tabs.Tab value="saved">{t('picker.saved')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="calls">
        <CallSearch operations={operations} chosen={chosen} onCall={onCall} />
      </Tabs.Panel>
      {(['history', 'saved'] as const).map(list => (
        <Tabs.Panel key={list} value={list}>
          <KeptList list={list} kept={kept[list]} operations={operations} onOpen={onKept} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function CallSearch({
  operations,
  chosen,
  onCall,
}: Pick<Props, 'operations' | 'chosen' | 'onCall'>) {
  const { t } = useTranslation('api-test');
  const [search, setSearch] = useState('');
  const { summaryOf } = useReferenceTexts();
  const found = foundIn(operations, search, one => summaryOf(one).children);
  return (
    <>
      <TextInput
        type="search"
        label={t('picker.search')}
        leftSection={<IconSearch size={17} aria-hidden />}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" my={6} role="status">
        {t('picker.found', { count: found.length })}
      </Text>
      <ul className={classes.list}>
        {found.map(operation => (
          <li key={operation.operationId}>
            <UnstyledButton
              className={classes.call}
              aria-current={operation.operationId === chosen ? 'true' : undefined}
              onClick={() => onCall(operation.operationId)}
            >
              <CallName {...operation} />
              <Text size="xs" c="dimmed" component="span" {...summaryOf(operation)} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
