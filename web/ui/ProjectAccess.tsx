import type { ProjectAccess } from '@hzm/contracts/features/members/rights';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Alert, Anchor, Text } from '@mantine/core';
import { IconEye, IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyDone } from './notify.tsx';

/** Text keys of the reason shown when a role lacks the access. */
const reasons = {
  'rows:write': 'write',
  'project:write': 'shape',
  'past:read': 'past',
} as const satisfies Partial<Record<ProjectAccess, string>>;

interface Props {
  project: Pick<Project, 'role'>;
  /** Access that the screen needs, besides reading. */
  needs?: keyof typeof reasons;
}

/** Notice that the reader's role lacks an access, has changed, or has ended. */
export function ProjectAccessNotice({ project: { role }, needs }: Props) {
  const { t } = useTranslation(['in-project', 'common']);
  const before = useRef(role);
  useEffect(() => {
    if (role !== null && before.current !== null && role !== before.current)
      notifyDone(t('access.changed', { role: t(`common:roles.${role}`) }));
    before.current = role;
  }, [role, t]);
  if (role === null) {
    return (
      <Alert
        color="red"
        role="alert"
        mb="md"
        icon={<IconUserOff size={20} aria-hidden />}
        title={t('access.lostTitle')}
      >
        <Text size="sm">{t('access.lostText')}</Text>
        <Anchor component={Link} to="/projects" size="sm" underline="always">
          {t('access.toProjects')}
        </Anchor>
      </Alert>
    );
  }
  if (needs === undefined || mayAs(role, needs)) return null;
  return (
    <Alert color="gray" mb="md" p="xs" icon={<IconEye size={18} aria-hidden />}>
      {t('access.readOnly', {
        role: t(`common:roles.${role}`),
        what: t(`access.${reasons[needs]}`),
      })}
    </Alert>
  );
}
