import { isolated } from '@hzm/contracts/core/isolated';
import { getUser, listAllProjects, listUsers } from '@hzm/contracts/features/administration/api';
import { getProject } from '@hzm/contracts/features/projects/api';
import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import type { LogView } from './log-view.ts';
import { OneOf } from './OneOf.tsx';

const SHOWN = 20;
/** Pause of the typing after which a search is sent, in milliseconds. */
const SEARCH_MS = 200;

interface Props {
  readonly id: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** The project and the account whose requests are shown; one excludes the other. */
export function LogFilters({ view, show }: { view: LogView; show: (view: LogView) => void }) {
  const { t } = useTranslation('monitoring');
  return (
    <Group gap="sm" align="flex-end" role="group" aria-label={t('filters')}>
      <ProjectFilter
        key={`project ${view.project}`}
        id={view.project}
        onChange={project => show(project === undefined ? {} : { project })}
      />
      <AccountFilter
        key={`account ${view.account}`}
        id={view.account}
        onChange={account => show(account === undefined ? {} : { account })}
      />
    </Group>
  );
}

/** A search by what is typed. Nothing is asked before somebody opens the list. */
function useSearch() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, SEARCH_MS);
  const query = {
    limit: SHOWN,
    sort: 'name' as const,
    order: 'asc' as const,
    ...(search !== '' && { search }),
  };
  return {
    request: isOpen ? { query } : null,
    onOpen: (): void => setOpen(true),
    onSearch: setText,
  };
}

/** Returns why a list is empty: nothing was found, it was not read, or it is on its way. */
function useNothing(none: string, { data, error }: { data: unknown; error: ApiError | null }) {
  const { t } = useTranslation('monitoring');
  const errorText = useErrorText();
  return data ? none : error ? errorText(error) : t('loading');
}

/** Returns what stands for the name of what could not be read; undefined without an error. */
const nameless = (
  error: ApiError | null,
  unknown: string,
  errorText: (error: ApiError) => string,
): string | undefined => (error ? (error.status === 404 ? unknown : errorText(error)) : undefined);

function ProjectFilter({ id, onChange }: Props) {
  const { t } = useTranslation('monitoring');
  const { request, ...search } = useSearch();
  const list = useAnswer(listAllProjects, request);
  const nothing = useNothing(t('noProject'), list);
  const one = useAnswer(getProject, id === undefined ? null : { params: { projectId: id } });
  const errorText = useErrorText();
  const name = one.data?.project.name ?? nameless(one.error, t('unknownProject'), errorText);
  return (
    <OneOf
      key={name}
      label={t('project')}
      placeholder={t('everyProject')}
      nothing={nothing}
      value={id === undefined || name === undefined ? null : { value: id, label: name }}
      found={(list.data?.projects ?? []).map(project => ({
        value: project.id,
        label: `${isolated(project.name)} (${project.owner.name})`,
      }))}
      {...search}
      onChange={onChange}
    />
  );
}

function AccountFilter({ id, onChange }: Props) {
  const { t } = useTranslation('monitoring');
  const { request, ...search } = useSearch();
  const list = useAnswer(listUsers, request);
  const nothing = useNothing(t('noAccount'), list);
  const one = useAnswer(getUser, id === undefined ? null : { params: { accountId: id } });
  const errorText = useErrorText();
  const name = one.data?.user.name ?? nameless(one.error, t('unknownAccount'), errorText);
  return (
    <OneOf
      key={name}
      label={t('account')}
      placeholder={t('everyAccount')}
      nothing={nothing}
      value={id === undefined || name === undefined ? null : { value: id, label: name }}
      found={(list.data?.users ?? []).map(user => ({
        value: user.id,
        label: `${isolated(user.name)} (${user.email})`,
      }))}
      {...search}
      onChange={onChange}
    />
  );
}
