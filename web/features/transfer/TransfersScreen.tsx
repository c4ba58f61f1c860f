import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconEyeOff, IconRocket } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Trail } from '../../ui/Trail.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { Receipt } from './Receipt.tsx';
import { readOlder, transfersOf, useTransfers } from './transfers.live.ts';

/** Transfers to a live project, newest first, each with undo. */
export function TransfersScreen({ project }: { project: Project }) {
  const { t } = useTranslation('transfer');
  return (
    <Page
      title={t('list.title')}
      subtitle={t('list.lead', { project: project.name })}
      back={<Trail project={project} />}
    >
      {mayAs(project.role, 'past:read') ? (
        <Receipts project={project} />
      ) : (
        <Alert color="gray" icon={<IconEyeOff size={20} aria-hidden />}>
          {t('list.forbidden')}
        </Alert>
      )}
    </Page>
  );
}

function Receipts({ project }: { project: Project }) {
  const { t } = useTranslation('transfer');
  const loaded = useTransfers(project.id);
  const { busy, error, run } = useSending();
  if (loaded.status === 'loading')
    return <Waiting text={t('list.loading')} heights={[140, 140]} radius="lg" />;
  if (loaded.status === 'error')
    return (
      <ErrorNotice
        error={loaded.error}
        title={t('list.failed')}
        onRetry={() => void transfersOf(project.id).reload()}
      />
    );
  const { transfers, nextCursor } = loaded.data;
  if (transfers.length === 0)
    return (
      <EmptyState icon={<IconRocket size={26} />} text={t('list.empty')}>
        <Text size="sm" c="dimmed" ta="center">
          {t('list.emptyHint')}
        </Text>
      </EmptyState>
    );
  return (
    <Stack gap="md" maw={820}>
      {transfers.map(transfer => (
        <Receipt
          key={transfer.id}
          transfer={transfer}
          project={project}
          onUndone={() => void transfersOf(project.id).reload()}
        />
      ))}
      {error && <ErrorNotice error={error} title={t('list.failed')} />}
      {nextCursor !== undefined && (
        <Group>
          <Button
            variant="default"
            loading={busy}
            onClick={() => void run(() => readOlder(project.id, nextCursor))}
          >
            {t('list.older')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
