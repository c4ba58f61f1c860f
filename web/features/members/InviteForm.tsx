import { invite } from '@hzm/contracts/features/members/api';
import type { InvitationLink } from '@hzm/contracts/features/members/member';
import { rolesBelow, type MemberRole } from '@hzm/contracts/features/members/role';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useForm } from '@mantine/form';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { LinkNotice } from './LinkNotice.tsx';
import classes from './Members.module.css';

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Invites by email. The links of those who were invited here stay in sight. */
export function InviteForm({ project }: { project: Project }) {
  const { t } = useTranslation(['members', 'common']);
  const [made, setMade] = useState<readonly InvitationLink[]>([]);
  const { busy, error, run } = useSending();
  const roles = project.role === null ? [] : rolesBelow(project.role);
  const form = useForm<{ email: string; role: MemberRole }>({
    initialValues: { email: '', role: 'viewer' },
    validate: { email: text => (EMAIL.test(text.trim()) ? null : t('invite.noEmail')) },
  });
  const submit = form.onSubmit(({ email, role }) =>
    run(async () => {
      const {
        data: { invitation },
      } = await send(invite, { params: { projectId: project.id }, body: { email, role } });
      setMade(before => [invitation, ...before]);
      form.setFieldValue('email', '');
      notifyDone(t('invite.done', { email: invitation.email }));
    }),
  );
  const role = form.values.role;
  return (
    <Stack gap="sm" className={classes.invite}>
      <Form onSubmit={submit}>
        <InviteFields form={form} roles={roles} busy={busy} />
        <Text size="sm" c="dimmed" mt={6}>
          {t(`may.${role}`)}
        </Text>
      </Form>
      {error && <ErrorNotice error={error} title={t('invite.failed')} />}
      {made.map(invitation => (
        <LinkNotice key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  );
}

function InviteFields({
  form,
  roles,
  busy,
}: {
  form: UseFormReturnType<{ email: string; role: MemberRole }>;
  roles: readonly MemberRole[];
  busy: boolean;
}) {
  const { t } = useTranslation(['members', 'common']);
  return (
    <Group align="flex-start" gap="sm">
      <TextInput
        className={classes.who}
        label={t('invite.email')}
        name="invited"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        {...form.getInputProps('email')}
      />
      <Select
        className={classes.role}
        label={t('invite.role')}
        allowDeselect={false}
        data={roles.map(value => ({ value, label: t(`common:roles.${value}`) }))}
        {...form.getInputProps('role')}
      />
      <Button type="submit" mt={25} loading={busy} leftSection={<IconSend size={16} aria-hidden />}>
        {t('invite.submit')}
      </Button>
    </Group>
  );
}
