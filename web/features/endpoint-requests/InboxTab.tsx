import type { ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Stack } from '@mantine/core';
import { IconChecks, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { Categories } from './Categories.tsx';
import { Filters } from './Filters.tsx';
import { inboxOf, tellRead, useInbox } from './inbox.live.ts';
import { countsOf, shownOf } from './inbox.ts';
import { NewRequestDialog } from './NewRequestDialog.tsx';
import { OpenRequest } from './OpenRequest.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { RequestList } from './RequestList.tsx';
import { useAddress } from './use-address.ts';
import { useInboxCommands } from './use-inbox-commands.ts';
import classes from './Inbox.module.css';

/**
 * Endpoint requests of a project as an inbox: categories, the list of one, and the open request.
 */
export function InboxTab({ project }: { project: Project }) {
  const { t } = useTranslation('requests');
  const loaded = useInbox(project.id);
  const address = useAddress();
  const { busy, run } = useSending();
  const mayAsk = mayAs(project.role, 'requests:write');
  return (
    <Stack gap="md">
      <Group gap="xs" justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconRefresh size={17} aria-hidden />}
          loading={busy}
          onClick={() => void run(() => inboxOf(project.id).reload())}
        >
          {t('refresh')}
        </Button>
        {mayAsk && (
          <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={address.askNew}>
            {t('new.open')}
          </Button>
        )}
      </Group>
      {loaded.status === 'loading' && (
        <Waiting text={t('loading')} heights={[96, 96, 96]} gap="sm" radius="lg" />
      )}
      {loaded.status === 'error' && (
        <ErrorNotice
          error={loaded.error}
          title={t(loaded.error.status === 401 ? 'signedOut' : 'failed')}
          wordless={t('failedFetch', { status: loaded.error.status })}
          onRetry={() => void inboxOf(project.id).reload()}
        />
      )}
      {loaded.status === 'ready' && <Inbox project={project} requests={loaded.data.docs} />}
      {mayAsk && (
        <NewRequestDialog
          projectId={project.id}
          opened={address.search.new === true}
          onClose={address.closeNew}
        />
      )}
    </Stack>
  );
}

function Inbox({ project, requests }: { project: Project; requests: readonly ListedRequest[] }) {
  const { t } = useTranslation('requests');
  const address = useAddress();
  const { search } = address;
  const [rejecting, setRejecting] = useState<ListedRequest | null>(null);
  const counts = countsOf(requests);
  const shown = shownOf(requests, search);
  const steps = useInboxCommands({ project, requests, shown, address, onReject: setRejecting });
  const category = search.category ?? 'inbox';
  return (
    <div className={classes.inbox} data-open={search.request !== undefined}>
      <Categories counts={counts} search={search} />
      <section className={classes.list} aria-label={t(`categories.${category}`)}>
        <Filters search={search} counts={counts[category].priorities} onList={address.list} />
        {counts[category].unread > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            mb="xs"
            leftSection={<IconChecks size={16} aria-hidden />}
            onClick={() =>
              tellRead(
                project.id,
                'all',
                requests.reduce((last, { position }) => (position > last ? position : last), ''),
              )
            }
          >
            {t('readAll')}
          </Button>
        )}
        <RequestList requests={shown} search={search} />
      </section>
      {search.request !== undefined && (
        <OpenRequest
          key={search.request}
          id={search.request}
          project={project}
          listed={requests.find(({ id }) => id === search.request)}
          steps={steps}
          onReject={setRejecting}
          onClose={address.close}
        />
      )}
      <RejectDialog request={rejecting} onClose={() => setRejecting(null)} reject={steps.reject} />
    </div>
  );
}
