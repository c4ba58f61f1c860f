import { isolated } from '@hzm/contracts/core/isolated';
import { getUser, listAllProjects, listUsers } from '@hzm/contracts/features/administration/api';
import { getProject } from '@hzm/contracts/features/projects/api';
import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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

/** The query of a list of those that are found by a text. */
const queryOf = (search: string) => ({
  query: {
    limit: SHOWN,
    sort: 'name' as const,
    order: 'asc' as const,
    ...(search !== '' && { search }),
  },
});

function ProjectFilter({ id, onChange }: Props) {
  const { t } = useTranslation('monitoring');
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, SEARCH_MS);
  const { data } = useAnswer(listAllProjects, queryOf(search));
  const one = useAnswer(getProject, id === undefined ? null : { params: { projectId: id } });
  const name = one.data?.project.name ?? (one.error ? t('unknownProject') : undefined);
  return (
    <OneOf
      key={name}
      label={t('project')}
      placeholder={t('everyProject')}
      nothing={t('noProject')}
      value={id === undefined || name === undefined ? null : { value: id, label: name }}
      found={(data?.projects ?? []).map(project => ({
        value: project.id,
        label: `${isolated(project.name)} (${project.owner.name})`,
      }))}
      onSearch={setText}
      onChange={onChange}
    />
  );
}

function AccountFilter({ id, onChange }: Props) {
  const { t } = useTranslation('monitoring');
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, SEARCH_MS);
  const { data } = useAnswer(listUsers, queryOf(search));
  const one = useAnswer(getUser, id === undefined ? null : { params: { accountId: id } });
  const name = one.data?.user.name ?? (one.error ? t('unknownAccount') : undefined);
  return (
    <OneOf
      key={name}
      label={t('account')}
      placeholder={t('everyAccount')}
      nothing={t('noAccount')}
      value={id === undefined || name === undefined ? null : { value: id, label: name }}
      found={(data?.users ?? []).map(user => ({
        value: user.id,
        label: `${isolated(user.name)} (${user.email})`,
      }))}
      onSearch={setText}
      onChange={onChange}
    />
  );
}
