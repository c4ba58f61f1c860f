import type { ProjectRole } from '@hzm/contracts/features/members/role';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function RoleBadge({ role }: { role: ProjectRole }) {
  const { t } = useTranslation('common');
  return (
    <Badge
      variant="light"
      tt="none"
      color={role === 'owner' || role === 'admin' ? undefined : 'gray'}
    >
      {t(`roles.${role}`)}
    </Badge>
  );
}
