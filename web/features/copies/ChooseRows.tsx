import type { AnswerOf } from '@hzm/contracts/core/call';
import { copyRows, type getRowCopy } from '@hzm/contracts/features/copies/api';
import type { RowCopy } from '@hzm/contracts/features/copies/copy';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Table } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconCloudOff, IconCopy } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import type { SetStateAction } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';

interface Props {
  projectId: string;
  answer: AnswerOf<typeof getRowCopy>;
  /** Tables of the test environment, with their fields. */
  tables: readonly Table[];
  onStarted: (copy: RowCopy) => void;
  onClose: () => void;
}

/** Chooses the tables to copy and the fields whose values are replaced. */
export function ChooseRows({
  projectId,
  answer: { tables: pairs, proposed },
  tables,
  onStarted,
  onClose,
}: Props) {
  const { t } = useTranslation(['copies', 'common']);
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const { busy, error, run } = useSending();
  // Tables that appear later are included by default.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const suggested = new Set(proposed);
  const isReplaced = (id: string): boolean => turned.get(id) ?? suggested.has(id);
  const going = pairs.filter(({ id }) => !left.has(id));
  const fields = going.flatMap(pair => {
    const table = tables.find(({ id }) => id === pair.id);
    return writtenFields(table?.fields ?? []).map(field => ({ ...field, table: pair.name }));
  });
  const toggle = (id: string, isChosen: boolean): void =>
    setLeft(
      before => new Set(isChosen ? [...before].filter(other => other !== id) : [...before, id]),
    );
  const start = (): Promise<void> =>
    run(async () => {
      const { data } = await send(copyRows, {
        params: { projectId },
        body: {
          tableIds: going.map(({ id }) => id),
          replace: fields.filter(({ id }) => isReplaced(id)).map(({ id }) => id),
        },
      });
      onStarted(data.copy);
    });
  if (pairs.length === 0) return <Text size="sm">{t('empty')}</Text>;
  return (
    <Stack>
      <Text size="sm">{t('lead')}</Text>
      <TablesToCopy going={going} pairs={pairs} setLeft={setLeft} left={left} toggle={toggle} />
      <FieldsToReplace
        fields={fields}
        suggested={suggested}
        isReplaced={isReplaced}
        setTurned={setTurned}
      />
      {isOffline && <OfflineAlert />}
      {error && <ErrorNotice error={error} title={t('startFailed')} />}
      <ChooseActions
        onClose={onClose}
        busy={busy}
        isOffline={isOffline}
        going={going}
        start={start}
      />
    </Stack>
  );
}

function OfflineAlert() {
  const { t } = useTranslation('copies');
  return (
    <Alert color="yellow" role="status" icon={<IconCloudOff size={20} aria-hidden />}>
      {t('offline')}
    </Alert>
  );
}

function TablesToCopy({
  going,
  pairs,
  setLeft,
  left,
  toggle,
}: {
  going: { id: string; name: string; liveRows: number | null; rows: number | null }[];
  pairs: { id: string; name: string; liveRows: number | null; rows: number | null }[];
  setLeft: (value: ReadonlySet<string>) => void;
  left: ReadonlySet<string>;
  toggle: (id: string, isChosen: boolean) => void;
}) {
  const { t } = useTranslation(['copies', 'common']);
  const language = useLanguage();
  return (
    <Stack component="fieldset" gap="xs" m={0} p={0} bd="none" aria-label={t('tables')}>
      <Text size="sm" fw={600} aria-hidden>
        {t('tables')}
      </Text>
      <Checkbox
        data-autofocus
        label={t('all')}
        checked={going.length === pairs.length}
        indeterminate={going.length > 0 && going.length < pairs.length}
        onChange={({ currentTarget: { checked } }) =>
          setLeft(new Set(checked ? [] : pairs.map(({ id }) => id)))
        }
      />
      <Stack gap="xs" pl="lg">
        {pairs.map(({ id, name, liveRows }) => (
          <Checkbox
            key={id}
            label={
              liveRows === null
                ? name
                : t('rows', {
                    name,
                    count: liveRows,
                    formatted: formatNumber(liveRows, language),
                  })
            }
            checked={!left.has(id)}
            onChange={({ currentTarget: { checked } }) => toggle(id, checked)}
          />
        ))}
      </Stack>
    </Stack>
  );
}

function FieldsToReplace({
  fields,
  suggested,
  isReplaced,
  setTurned,
}: {
  fields: (Field & { table: string })[];
  suggested: Set<string>;
  isReplaced: (id: string) => boolean;
  setTurned: Dispatch<SetStateAction<ReadonlyMap<string, boolean>>>;
}) {
  const { t } = useTranslation(['copies', 'common']);
  return (
    <Stack component="fieldset" gap="xs" m={0} p={0} bd="none" aria-label={t('replace')}>
      <Text size="sm" fw={600} aria-hidden>
        {t('replace')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('replaceHint')}
      </Text>
      {fields.length === 0 && <Text size="sm">{t('noFields')}</Text>}
      {fields
        .toSorted((a, b) => Number(suggested.has(b.id)) - Number(suggested.has(a.id)))
        .map(({ id, name, table }) => (
          <Checkbox
            key={id}
            label={t('field', { table, field: name })}
            checked={isReplaced(id)}
            onChange={({ currentTarget: { checked } }) =>
              setTurned(before => new Map(before).set(id, checked))
            }
          />
        ))}
    </Stack>
  );
}

function ChooseActions({
  onClose,
  busy,
  isOffline,
  going,
  start,
}: {
  onClose: () => void;
  busy: boolean;
  isOffline: boolean;
  going: { id: string; name: string; liveRows: number | null; rows: number | null }[];
  start: () => Promise<void>;
}) {
  const { t } = useTranslation(['copies', 'common']);
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('common:cancel')}
      </Button>
      <Button
        leftSection={<IconCopy size={17} aria-hidden />}
        loading={busy}
        disabled={isOffline || going.length === 0}
        onClick={() => void start()}
      >
        {t('start')}
      </Button>
    </Group>
  );
}
