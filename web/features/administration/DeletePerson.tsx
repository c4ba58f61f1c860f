import type { AnswerOf } from '@hzm/contracts/core/call';
import type { User } from '@hzm/contracts/features/accounts/account';
import { deleteAccount } from '@hzm/contracts/features/accounts/api';
import { getUser } from '@hzm/contracts/features/administration/api';
import { erasePerson } from '@hzm/contracts/features/erasure/api';
import { Alert, Button, Group, List, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { signOut } from '../../state/session.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { useSending } from '../../ui/use-sending.ts';

interface Props {
  id: string;
  /** Whether to erase the person everywhere, not only to delete the account. */
  isErased?: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirmation before deleting a person, with the data that would be deleted. */
export function DeletePerson({ id, isErased = false, onClose, onDeleted }: Props) {
  const { t } = useTranslation('administration');
  const { data, error, reload } = useAdminAnswer(
    getUser,
    { params: { accountId: id } },
    change => change.kind === 'listed-project' || change.id === id,
  );
  if (error)
    return error.status === 404 ? (
      <Text role="status">{t('gone')}</Text>
    ) : (
      <ErrorNotice error={error} title={t('people.failed')} onRetry={reload} />
    );
  return data ? (
    <Asking person={data} isErased={isErased} onClose={onClose} onDeleted={onDeleted} />
  ) : (
    <Skeleton h={320} aria-busy />
  );
}

function Asking({
  person: { user, belongings },
  isErased,
  onClose,
  onDeleted,
}: Omit<Props, 'id'> & { person: AnswerOf<typeof getUser> }) {
  const { t } = useTranslation(['administration', 'common']);
  const language = useLanguage();
  const isMe = useSession().user.id === user.id;
  const navigate = useNavigate();
  const { busy, error, run } = useSending();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: typed => (typed === user.name ? null : t('delete.wrongName')) },
  });
  const submit = useDeletion({ form, run, user, isErased, isMe, navigate, onDeleted, onClose });
  const facts = [
    { name: t('fields.name'), value: user.name },
    { name: t('fields.email'), value: user.email },
    { name: t('delete.projects'), value: formatNumber(belongings.projects, language) },
    { name: t('delete.tables'), value: formatNumber(belongings.tables, language) },
    { name: t('delete.shared'), value: formatNumber(belongings.shared, language) },
  ];
  return (
    <Form onSubmit={submit}>
      <Stack>
        <DeletionWarning isErased={isErased} isMe={isMe} user={user} />
        <Facts facts={facts} />
        {isErased && (
          <List size="sm" spacing={4}>
            {(['key', 'names', 'invitations', 'threads', 'stays'] as const).map(what => (
              <List.Item key={what}>{t(`erase.${what}`)}</List.Item>
            ))}
          </List>
        )}
        <TextInput
          label={t('delete.prompt', { name: user.name })}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {error && (
          <ErrorNotice error={error} title={t(isErased ? 'erase.failed' : 'delete.failed')} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy}>
            {t(isErased ? 'erase.confirm' : 'delete.confirm')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function useDeletion({
  form,
  run,
  user,
  isErased,
  isMe,
  navigate,
  onDeleted,
  onClose,
}: {
  form: UseFormReturnType<{ name: string }>;
  run: (work: () => Promise<void>) => Promise<void>;
  user: User;
  isErased: boolean | undefined;
  isMe: boolean;
  navigate: ReturnType<typeof useNavigate>;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['administration', 'common']);
  const submit = form.onSubmit(() =>
    run(async () => {
      const params = { accountId: user.id };
      await (isErased
        ? send(erasePerson, { params, body: { name: user.name } })
        : send(deleteAccount, { params }));
      if (isMe) {
        await navigate({ to: '/' });
        return signOut();
      }
      notifyDone(t(isErased ? 'erase.done' : 'delete.done', { name: user.name }));
      onDeleted();
      onClose();
    }),
  );
  return submit;
}

function DeletionWarning({
  isErased,
  isMe,
  user,
}: {
  isErased: boolean | undefined;
  isMe: boolean;
  user: User;
}) {
  const { t } = useTranslation(['administration', 'common']);
  return (
    <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text size="sm">
        {t(isErased ? 'erase.warning' : isMe ? 'delete.ownWarning' : 'delete.warning')}
      </Text>
      {user.isAdmin && (
        <Text size="sm" mt={6}>
          {t('delete.master')}
        </Text>
      )}
    </Alert>
  );
}
