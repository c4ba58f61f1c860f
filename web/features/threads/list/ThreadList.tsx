import { listThreads } from '@hzm/contracts/features/threads/api';
import { Button, Skeleton, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMessagePlus, IconMessages, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Loaded } from '../../../state/live-resource.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useAnswer } from '../../../ui/use-answer.ts';
import { searched, type ThreadList as Listed } from '../model/thread-list.ts';
import { loadMore } from '../threads.live.ts';
import type { ThreadsAddress } from '../use-address.ts';
import { FilterBar } from './FilterBar.tsx';
import { More } from './More.tsx';
import { ThreadCard } from './ThreadCard.tsx';
import { useListCommands } from './use-list-commands.ts';
import classes from '../Threads.module.css';

/** Pause in typing before the server is queried, in milliseconds. */
const PAUSE_MS = 250;

interface Props {
  projectId: string;
  /** Threads that match the filter. */
  loaded: Loaded<Listed>;
  address: ThreadsAddress;
  mayWrite: boolean;
}

/** Threads of a project with search, filters and a button for a new one. */
export function ThreadList({ projectId, loaded, address, mayWrite }: Props) {
  const { t } = useTranslation('threads');
  const { filter = 'all', q = '', thread: open } = address.search;
  const [wanted] = useDebouncedValue(q.trim(), PAUSE_MS);
  // Only the server can search messages.
  const found = useAnswer(
    listThreads,
    wanted === '' ? null : { params: { projectId }, query: { search: wanted, limit: 100 } },
  );
  const isSearching =
    q.trim() !== '' && (wanted !== q.trim() || (found.data === null && found.error === null));
  const here = loaded.data?.threads ?? [];
  const shown = q.trim() === '' ? here : searched(here, found.data?.threads ?? [], q, filter);
  useListCommands({ shown, address, mayWrite });
  const cursor = q.trim() === '' ? loaded.data?.nextCursor : undefined;
  return (
    <section className={classes.list} aria-labelledby="threads-title">
      <ListHead mayWrite={mayWrite} address={address} />
      <SearchInput q={q} address={address} />
      <FilterBar filter={filter} counts={loaded.data?.counts} />
      {loaded.status === 'loading' && (
        <div aria-busy className={classes.cards}>
          {[0, 1, 2].map(n => (
            <Skeleton key={n} h={84} radius="md" />
          ))}
        </div>
      )}
      {loaded.status !== 'loading' &&
        shown.length === 0 &&
        (isSearching ? (
          <VisuallyHidden role="status">{t('searching')}</VisuallyHidden>
        ) : (
          <EmptyState icon={<IconMessages size={26} />} text={t('empty')}>
            {(q !== '' || filter !== 'all') && (
              <Button
                variant="default"
                onClick={() => address.list({ q: undefined, filter: undefined })}
              >
                {t('showAll')}
              </Button>
            )}
          </EmptyState>
        ))}
      {shown.length > 0 && (
        <ul className={classes.cards} data-list>
          {shown.map(thread => (
            <li key={thread.id}>
              <ThreadCard thread={thread} isOpen={thread.id === open} />
            </li>
          ))}
          {cursor !== undefined && (
            <More key={cursor} onNear={() => loadMore(projectId, filter, cursor)} />
          )}
        </ul>
      )}
    </section>
  );
}

function ListHead({ mayWrite, address }: { mayWrite: boolean; address: ThreadsAddress }) {
  const { t } = useTranslation('threads');
  return (
    <div className={classes.listHead}>
      <Title order={2} size="h5" id="threads-title">
        {t('title')}
      </Title>
      {mayWrite && (
        <Button
          size="compact-md"
          leftSection={<IconMessagePlus size={17} aria-hidden />}
          onClick={address.askNew}
        >
          {t('new.open')}
        </Button>
      )}
    </div>
  );
}

function SearchInput({ q, address }: { q: string; address: ThreadsAddress }) {
  const { t } = useTranslation('threads');
  return (
    <TextInput
      type="search"
      aria-label={t('search')}
      placeholder={t('search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={q}
      maxLength={200}
      onChange={event =>
        address.list({
          q: event.currentTarget.value === '' ? undefined : event.currentTarget.value,
        })
      }
    />
  );
}
