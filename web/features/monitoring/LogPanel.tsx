import { categoryLogs } from '@hzm/contracts/features/monitoring/api';
import {
  LOG_TYPES,
  type LogActor,
  type LogCategoryId,
  type LogLine,
  type LogType,
} from '@hzm/contracts/features/monitoring/log';
import { Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconListSearch, IconSearch } from '@tabler/icons-react';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { bodyOf, type About } from './about.ts';
import { LogItem } from './LogItem.tsx';
import { usePolled } from './use-polled.ts';
import classes from './Monitoring.module.css';

/** Pause of the typing after which a search is sent, in milliseconds. */
const SEARCH_MS = 200;

interface Props {
  about: About;
  category: LogCategoryId;
  everyMs: number | null;
  isLive: boolean;
  onLive: (isLive: boolean) => void;
  /** Called with the project of a line that alone is to be shown. */
  onProject?: ((id: string) => void) | undefined;
}

/** Entries of a category with search and filters. Looking at older ones pauses the live view. */
export function LogPanel({ about, category, everyMs, isLive, onLive, onProject }: Props) {
  const { t } = useTranslation('monitoring');
  const [text, setText] = useState('');
  const [type, setType] = useState<LogType | null>(null);
  const [actor, setActor] = useState<LogActor | null>(null);
  const [search] = useDebouncedValue(text.trim(), SEARCH_MS);
  const asked = {
    categoryId: category,
    ...(search !== '' && { search }),
    ...(type !== null && { type }),
    ...(actor?.id && { actor: actor.id }),
  };
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <TextInput
          type="search"
          label={t('search')}
          description={t('searchHint')}
          leftSection={<IconSearch size={17} aria-hidden />}
          value={text}
          maxLength={100}
          flex="1 1 220px"
          onChange={event => setText(event.currentTarget.value)}
        />
        <Select
          label={t('type')}
          placeholder={t('types.every')}
          data={LOG_TYPES.map(one => ({ value: one, label: t(`types.${one}`) }))}
          value={type}
          onChange={next => setType(next)}
          clearable
          w={170}
        />
        <Switch
          label={t('live')}
          checked={isLive}
          mb={8}
          onChange={event => onLive(event.currentTarget.checked)}
        />
      </Group>
      {actor && <ActorFilter actor={actor} onClear={() => setActor(null)} />}
      <Entries
        key={JSON.stringify(asked)}
        about={about}
        asked={asked}
        everyMs={everyMs}
        isFiltered={search !== '' || type !== null || actor !== null}
        onActor={setActor}
        onProject={onProject}
        onOlder={() => onLive(false)}
      />
    </Stack>
  );
}

/** Name of the person or key whose entries alone are shown. */
function ActorFilter({ actor, onClear }: { actor: LogActor; onClear: () => void }) {
  const { t } = useTranslation('monitoring');
  return (
    <Group gap="xs">
      <Text size="sm">{t('only', { name: actor.name ?? t(`actors.${actor.kind}`) })}</Text>
      <Button size="xs" variant="subtle" onClick={onClear}>
        {t('everybody')}
      </Button>
    </Group>
  );
}

interface Asked {
  readonly categoryId: LogCategoryId;
  readonly search?: string;
  readonly type?: LogType;
  readonly actor?: string;
}

function Entries({
  about,
  asked,
  everyMs,
  onOlder,
  ...list
}: Pick<ComponentProps<typeof EntryList>, 'isFiltered' | 'onActor' | 'onProject'> & {
  about: About;
  asked: Asked;
  everyMs: number | null;
  onOlder: () => void;
}) {
  const { t } = useTranslation('monitoring');
  const { data, error, reload } = usePolled(categoryLogs, bodyOf(about, asked), everyMs);
  const { older, next, failed, isLoading, load } = useOlder(about, asked, data?.nextCursor);
  const failure = error ?? failed;
  return (
    <>
      {failure && (
        <ErrorNotice
          error={failure}
          title={t('logsFailed')}
          wordless="RAILWAY_LOGS_ERROR"
          onRetry={reload}
        />
      )}
      {!data && !error && (
        <Text size="sm" role="status">
          {t('loading')}
        </Text>
      )}
      {data && <EntryList logs={[...data.logs, ...older]} projectId={about.projectId} {...list} />}
      {next !== undefined && (
        <Group justify="center">
          <Button
            variant="default"
            loading={isLoading}
            onClick={() => {
              onOlder();
              load();
            }}
          >
            {t('older')}
          </Button>
        </Group>
      )}
    </>
  );
}

function EntryList({
  logs,
  isFiltered,
  ...line
}: Omit<ComponentProps<typeof LogItem>, 'line'> & {
  logs: readonly LogLine[];
  isFiltered: boolean;
}) {
  const { t } = useTranslation('monitoring');
  if (logs.length === 0)
    return (
      <EmptyState icon={<IconListSearch size={26} />} text={t(isFiltered ? 'nothing' : 'empty')} />
    );
  return (
    <ul className={classes.list} aria-label={t('entries')}>
      {logs.map(one => (
        <LogItem key={one.id} line={one} {...line} />
      ))}
    </ul>
  );
}

/** Older entries, page by page, behind those that are known. */
function useOlder(about: About, asked: Asked, cursor: string | undefined) {
  const [older, setOlder] = useState<readonly LogLine[]>([]);
  const [last, setLast] = useState<{ readonly cursor: string | undefined } | null>(null);
  const [failed, setFailed] = useState<ApiError | null>(null);
  const [isLoading, setLoading] = useState(false);
  const next = last ? last.cursor : cursor;
  const load = (): void => {
    if (next === undefined) return;
    setLoading(true);
    send(categoryLogs, bodyOf(about, { ...asked, before: next }))
      .then(
        ({ data }) => {
          setOlder(before => [...before, ...data.logs]);
          setLast({ cursor: data.nextCursor });
          setFailed(null);
        },
        (reason: unknown) => setFailed(asApiError(reason)),
      )
      .finally(() => setLoading(false));
  };
  return { older, next, failed, isLoading, load };
}
