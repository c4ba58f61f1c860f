import type { AnswerOf } from '@hzm/contracts/core/call';
import { findAnything } from '@hzm/contracts/features/finder/api';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMessage, IconTableRow, IconUser } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { openedTables } from '../../state/opened-tables.ts';
import { useSession } from '../../state/use-session.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import type { Group } from './items.ts';

type Found = AnswerOf<typeof findAnything>;

/** Time without typing before the server is asked, in milliseconds. */
const TYPED_MS = 250;
/** The least that a search needs. */
const MIN_LETTERS = 2;

export interface Finder {
  readonly groups: readonly Group[];
  readonly state: 'idle' | 'searching' | 'found' | 'error';
  /** Whether all tables were searched in time. */
  readonly isWhole: boolean;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

const projectIn = (pathname: string): string | undefined =>
  /^\/projects\/([0-9a-f-]{36})(?:\/|$)/.exec(pathname)?.[1];

/**
 * Rows, threads and people by what is typed. Until the answer comes, earlier results stay that fit
 * it.
 */
export function useFinder(query: string, opened: boolean): Finder {
  const { t } = useTranslation('palette');
  const { user } = useSession();
  const openId = useRouterState({ select: ({ location }) => projectIn(location.pathname) });
  const text = query.trim();
  const [typed] = useDebouncedValue(text, TYPED_MS);
  const tables = useMemo(() => (opened ? openedTables(user.id).join() : ''), [opened, user.id]);
  const isAsked = (some: string): boolean => opened && Array.from(some).length >= MIN_LETTERS;
  const { data, error, reload } = useAnswer(
    findAnything,
    isAsked(typed)
      ? {
          query: {
            q: typed,
            ...(openId !== undefined && { projectId: openId }),
            ...(tables !== '' && { tables }),
          },
        }
      : null,
  );
  const [last, setLast] = useState<Found | null>(null);
  if (data && data !== last) setLast(data);
  const groups = useMemo(() => (last ? groupsOf(last, t) : []), [last, t]);
  const isIdle = !isAsked(text);
  return {
    groups: isIdle ? [] : groups,
    state: isIdle
      ? 'idle'
      : text !== typed
        ? 'searching'
        : error
          ? 'error'
          : data
            ? 'found'
            : 'searching',
    isWhole: data?.areAllSearched !== false,
    error,
    retry: reload,
  };
}

const groupsOf = (
  { rows, threads, people }: Found,
  t: ReturnType<typeof useTranslation<'palette'>>['t'],
): readonly Group[] => [
  {
    title: t('rows'),
    isFound: true,
    items: rows.map(({ id, label, table, project }) => ({
      id: `row-${id}`,
      label,
      description: t('rowOf', { table: table.name, project: project.name }),
      Icon: IconTableRow,
      does: { to: `/projects/${project.id}/data`, search: { table: table.id, row: id } },
    })),
  },
  {
    title: t('threads'),
    isFound: true,
    items: threads.map(({ id, title, project }) => ({
      id: `thread-${id}`,
      label: title,
      description: t('threadOf', { project: project.name }),
      Icon: IconMessage,
      does: {
        to: `/projects/${project.id}/endpoint-requests`,
        search: { tab: 'chat', thread: id },
      },
    })),
  },
  {
    title: t('members'),
    isFound: true,
    items: people.map(({ id, name, project }) => ({
      id: `person-${id}`,
      label: name,
      description: t('memberOf', { project: project.name }),
      Icon: IconUser,
      does: { to: `/projects/${project.id}`, search: { tab: 'members' } },
    })),
  },
];
