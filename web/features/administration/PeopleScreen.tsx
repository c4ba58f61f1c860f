import type { AnswerOf } from '@hzm/contracts/core/call';
import type { User } from '@hzm/contracts/features/accounts/account';
import { listUsers } from '@hzm/contracts/features/administration/api';
import { Button, Group, Text } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { AccessDenied } from '../../ui/AdminOnly.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { menuOf } from '../../ui/menu-of.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { Page } from '../../ui/Page.tsx';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { useAddressStep } from '../../ui/use-history-step.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { AddPerson } from './AddPerson.tsx';
import { DeletePerson } from './DeletePerson.tsx';
import { EditPerson } from './EditPerson.tsx';
import { LookDialog } from './LookDialog.tsx';
import { Pager } from './Pager.tsx';
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx';
import { narrowingOf, peopleQuery, type PeopleView } from './people-view.ts';
import { PeopleToolbar } from './PeopleToolbar.tsx';
import { PersonItem, type PersonTask } from './PersonItem.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import classes from './People.module.css';

const route = getRouteApi('/_signed-in/database-users');

interface Task {
  readonly what: PersonTask;
  readonly id: string;
}

export function PeopleScreen() {
  const { t } = useTranslation('administration');
  const { add = false, ...view } = route.useSearch();
  const navigate = route.useNavigate();
  const step = useAddressStep();
  const [task, setTask] = useState<Task | null>(null);
  const narrowing = narrowingOf(view);
  const [exactFor, setExactFor] = useState<string | null>(null);
  const { data, error, isOld, reload } = useAdminAnswer(
    listUsers,
    { query: peopleQuery(view, exactFor === narrowing ? 'exact' : 'bounded') },
    ({ kind }) => kind === 'person',
  );
  const isAtLeast = data?.pagination.totalIsAtLeast;
  const show = (next: PeopleView): void =>
    void navigate({ search: next, replace: true, resetScroll: false });
  const close = (): void => setTask(null);
  if (error?.status === 403) return <AccessDenied />;
  return (
    <Page
      title={t('people.title')}
      subtitle={t('people.lead')}
      back={<BackLink to="/admin" label={t('toPanel')} />}
      actions={<AddPersonButton step={step} />}
    >
      <PeopleToolbar view={view} onView={show} />
      <PeopleCount
        data={data}
        isAtLeast={isAtLeast}
        exactFor={exactFor}
        narrowing={narrowing}
        error={error}
        setExactFor={setExactFor}
      />
      <PeopleFound
        data={data}
        error={error}
        isNarrowed={narrowing !== ''}
        isOld={isOld}
        setTask={setTask}
        reload={reload}
      />
      {data && (
        <Pager
          page={view.page ?? 1}
          pages={data.pagination.totalPages ?? 1}
          isAtLeast={isAtLeast}
          onPage={page => show({ ...view, page })}
        />
      )}
      <PersonDialogs task={task} data={data} add={add} step={step} reload={reload} close={close} />
    </Page>
  );
}

function PeopleFound({
  data,
  error,
  isNarrowed,
  ...list
}: {
  data: AnswerOf<typeof listUsers> | null;
  error: ApiError | null;
  isNarrowed: boolean;
  isOld: boolean;
  setTask: (task: Task | null) => void;
  reload: () => void;
}) {
  const { t } = useTranslation('administration');
  return (
    <>
      {error && (
        <ErrorNotice
          error={error}
          title={t(error.status === 401 ? 'signedOut' : 'people.failed')}
          onRetry={list.reload}
        />
      )}
      {!data && !error && <PeopleSkeleton />}
      {data?.users.length === 0 && (
        <EmptyState
          icon={<IconUsers size={26} />}
          text={t(isNarrowed ? 'people.nothing' : 'people.empty')}
        />
      )}
      {data && data.users.length > 0 && <PeopleTable data={data} {...list} />}
    </>
  );
}

function personTask(task: Task | null, data: AnswerOf<typeof listUsers> | null) {
  const asked = (what: PersonTask): string | undefined =>
    task?.what === what ? task.id : undefined;
  const personOf = (what: PersonTask): User | null =>
    data?.users.find(({ id }) => id === asked(what)) ?? null;
  const [editing, erasing] = [asked('edit'), asked('erase')];
  const deleting = asked('delete') ?? erasing;
  return { editing, deleting, erasing, personOf };
}

function AddPersonButton({ step }: { step: ReturnType<typeof useAddressStep> }) {
  const { t } = useTranslation('administration');
  return (
    <Button
      leftSection={<IconUserPlus size={18} aria-hidden />}
      onClick={() => step.open(before => ({ ...before, add: true }))}
    >
      {t('people.add')}
    </Button>
  );
}

function PeopleSkeleton() {
  const { t } = useTranslation('administration');
  return <Waiting text={t('people.loading')} heights={[56, 56, 56, 56, 56]} gap={6} />;
}

function PeopleCount({
  data,
  isAtLeast,
  exactFor,
  narrowing,
  error,
  setExactFor,
}: {
  data: AnswerOf<typeof listUsers> | null;
  isAtLeast: true | undefined;
  exactFor: string | null;
  narrowing: string;
  error: ApiError | null;
  setExactFor: (value: string | null) => void;
}) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  return (
    <Group gap="xs" my={-8}>
      <Text size="sm" c="dimmed" role="status">
        {data &&
          t('people.count', {
            count: data.pagination.total,
            formatted: formatCount(data.pagination.total ?? 0, isAtLeast, language),
          })}
      </Text>
      {isAtLeast && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={exactFor === narrowing && !error}
          onClick={() => setExactFor(narrowing)}
        >
          {t('people.exact')}
        </Button>
      )}
    </Group>
  );
}

function PeopleTable({
  isOld,
  data,
  setTask,
  reload,
}: {
  isOld: boolean;
  data: { users: User[] };
  setTask: (value: { what: PersonTask; id: string } | null) => void;
  reload: () => void;
}) {
  const { t } = useTranslation('administration');
  return (
    <table className={classes.list} aria-label={t('people.list')} data-old={isOld || undefined}>
      <thead>
        <tr>
          {(['who', 'badge', 'plan', 'since', 'state', 'more'] as const).map(column => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.users.map(user => (
          <PersonItem
            key={user.id}
            user={user}
            onAsk={what => setTask({ what, id: user.id })}
            onChanged={reload}
          />
        ))}
      </tbody>
    </table>
  );
}

function PersonDialogs({
  task,
  data,
  add,
  step,
  reload,
  close,
}: {
  task: Task | null;
  data: AnswerOf<typeof listUsers> | null;
  add: boolean;
  step: ReturnType<typeof useAddressStep>;
  reload: () => void;
  close: () => void;
}) {
  const { editing, deleting, erasing, personOf } = personTask(task, data);
  const { t } = useTranslation('administration');
  return (
    <>
      <Dialog
        opened={add}
        addressed
        onClose={() => step.close(before => ({ ...before, add: undefined }))}
        title={t('add.title')}
      >
        <AddPerson
          onClose={() => step.close(before => ({ ...before, add: undefined }))}
          onAdded={reload}
        />
      </Dialog>
      <Dialog
        opened={editing !== undefined}
        onClose={close}
        title={t('edit.title')}
        focusTo={() => (editing === undefined ? null : menuOf(editing))}
      >
        {editing !== undefined && <EditPerson id={editing} onClose={close} onChanged={reload} />}
      </Dialog>
      <Dialog
        opened={deleting !== undefined}
        onClose={close}
        title={t(erasing === undefined ? 'delete.title' : 'erase.title')}
        focusTo={() => (deleting === undefined ? null : menuOf(deleting))}
      >
        {deleting !== undefined && (
          <DeletePerson
            id={deleting}
            isErased={erasing !== undefined}
            onClose={close}
            onDeleted={reload}
          />
        )}
      </Dialog>
      <LookDialog user={personOf('look')} onClose={close} />
      <PasswordLinkDialog user={personOf('password-link')} onClose={close} />
      <PlanDialog user={personOf('plan')} onClose={close} onAssigned={reload} />
    </>
  );
}
