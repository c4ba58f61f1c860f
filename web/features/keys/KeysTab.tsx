import type { ApiKey } from '@hzm/contracts/features/keys/key';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconKey, IconPlayerPause, IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { part } from '../../ui/part.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { ExtraKey } from './ExtraKey.tsx';
import type { AskOf, KeyTask } from './key-task.ts';
import { KeyDialogs } from './KeyDialogs.tsx';
import { keysOf, useKeys } from './keys.live.ts';
import { MainKey } from './MainKey.tsx';
import classes from './Keys.module.css';

const Examples = part(async () => (await import('./Examples.tsx')).Examples);

/** Polling interval of the usage while visible, in milliseconds. */
const USAGE_MS = 10_000;

/** Keys of a project with state, permissions and usage. */
export function KeysTab({ project, tables }: { project: Project; tables: readonly Table[] }) {
  const [task, setTask] = useState<KeyTask | null>(null);
  // Outside the list, so that a dialog survives a failed reload.
  return (
    <>
      <Keys project={project} tables={tables} onTask={setTask} />
      <KeyDialogs task={task} project={project} onClose={() => setTask(null)} />
    </>
  );
}

function Keys({
  project,
  tables,
  onTask,
}: {
  project: Project;
  tables: readonly Table[];
  onTask: (task: KeyTask) => void;
}) {
  const { t } = useTranslation('keys');
  const keys = useKeys(project.id);
  const now = useUsageClock(project.id);
  if (keys.status === 'loading')
    return <Waiting text={t('loading')} heights={[220, 220]} radius="lg" />;
  if (keys.status === 'error')
    return (
      <ErrorNotice
        error={keys.error}
        title={t('failed')}
        onRetry={() => void keysOf(project.id).reload()}
      />
    );
  const main = keys.data.docs.find(({ isMain }) => isMain);
  const extra = keys.data.docs.filter(({ isMain }) => !isMain);
  const ask =
    (kind: Exclude<KeyTask['kind'], 'add' | 'password'>) =>
    (apiKey: ApiKey): void =>
      onTask({ kind, apiKey });
  return (
    <Stack gap="lg">
      {main && (
        <MainKey
          apiKey={main}
          now={now}
          password={project.apiKeyPassword}
          onAsk={ask}
          onPassword={() => onTask({ kind: 'password' })}
        />
      )}
      <ExtraKeys
        extra={extra}
        now={now}
        role={project.role}
        onAsk={ask}
        onAdd={() => onTask({ kind: 'add' })}
      />
      {main && (
        <Suspense fallback={null}>
          <Examples project={project} apiKey={main.key} tables={tables} />
        </Suspense>
      )}
    </Stack>
  );
}

/** Asks for the usage of the keys from time to time, and returns the time that it is of. */
function useUsageClock(projectId: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const asking = setInterval(() => {
      setNow(Date.now());
      if (document.visibilityState === 'visible') void keysOf(projectId).reload();
    }, USAGE_MS);
    return () => clearInterval(asking);
  }, [projectId]);
  return now;
}

function ExtraKeys({
  extra,
  now,
  role,
  onAsk,
  onAdd,
}: {
  extra: readonly ApiKey[];
  now: number;
  role: Project['role'];
  onAsk: AskOf;
  onAdd: () => void;
}) {
  const { t } = useTranslation('keys');
  const suspended = extra.filter(({ isSuspended }) => isSuspended).length;
  const add = (
    <Button size="sm" leftSection={<IconPlus size={17} aria-hidden />} onClick={onAdd}>
      {t('add')}
    </Button>
  );
  return (
    <Panel title={t('extra')} aside={extra.length > 0 && add}>
      {suspended > 0 && (
        <Alert color="gray" mb="md" icon={<IconPlayerPause size={18} aria-hidden />}>
          <Text size="sm" fw={500}>
            {t('suspended.title', { count: suspended })}
          </Text>
          <Text size="sm">{t('suspended.text')}</Text>
        </Alert>
      )}
      {extra.length === 0 ? (
        <EmptyState icon={<IconKey size={26} />} text={t('empty')}>
          <Text size="sm" c="dimmed" ta="center" maw={520}>
            {t('emptyHint')}
          </Text>
          <Group>{add}</Group>
        </EmptyState>
      ) : (
        <ul className={classes.list} aria-label={t('list')}>
          {extra.map(apiKey => (
            <li key={apiKey.id}>
              <ExtraKey apiKey={apiKey} now={now} role={role} onAsk={onAsk} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
