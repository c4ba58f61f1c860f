import {
  SEARCH_LENGTH,
  searchDocs,
  type DocCategory,
  type DocResult,
} from '@hzm/contracts/features/docs/api';
import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Endpoint } from './Endpoint.tsx';
import classes from './Docs.module.css';

/** Pause of the typing after which a search is sent, in milliseconds. */
const SEARCH_MS = 200;

export function DocSearch({
  text,
  category,
  onText,
  onOpen,
}: {
  text: string;
  category: DocCategory | null;
  onText: (text: string) => void;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation('docs');
  const [typed] = useDebouncedValue(text.trim(), SEARCH_MS);
  const isLong = typed.length >= SEARCH_LENGTH.min;
  const query = { q: typed, ...(category !== null && { category }) };
  const { data, error, reload } = useAnswer(searchDocs, isLong ? { query } : null);
  return (
    <Stack>
      <TextInput
        type="search"
        label={t('search.label')}
        description={t('search.hint')}
        leftSection={<IconSearch size={17} aria-hidden />}
        value={text}
        maxLength={SEARCH_LENGTH.max}
        data-autofocus
        onChange={event => onText(event.currentTarget.value)}
      />
      {isLong && error && !data && (
        <ErrorNotice error={error} title={t('search.failed')} onRetry={reload} />
      )}
      {isLong && !error && !data && (
        <Text size="sm" role="status">
          {t('search.loading')}
        </Text>
      )}
      {isLong && data && <Results results={data.results} onOpen={onOpen} />}
    </Stack>
  );
}

function Results({
  results,
  onOpen,
}: {
  results: readonly DocResult[];
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  if (results.length === 0)
    return <EmptyState icon={<IconSearch size={26} />} text={t('search.nothing')} />;
  return (
    <>
      <Text size="sm" role="status">
        {t('search.found', {
          count: results.length,
          formatted: formatNumber(results.length, language),
        })}
      </Text>
      <ul className={classes.list}>
        {results.map(({ id, title, description, calls }) => (
          <li key={id} className={classes.result}>
            <UnstyledButton className={classes.module} onClick={() => onOpen(id)}>
              <Text fw={600}>{title}</Text>
              <Text size="sm" c="dimmed">
                {description}
              </Text>
              {calls.map(({ name, method, path, summary }) => (
                <span key={name} className={classes.found}>
                  <Endpoint method={method} path={path} />
                  <Text span size="sm">
                    {summary}
                  </Text>
                </span>
              ))}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
