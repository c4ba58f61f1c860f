import type { InvitationLink } from '@hzm/contracts/features/members/member';
import { Alert, Group, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '../../ui/CopyAction.tsx';
import classes from './Members.module.css';

/** The link of an invitation, to be copied. */
export function LinkNotice({ invitation: { email, url, mailed } }: { invitation: InvitationLink }) {
  const { t } = useTranslation('members');
  const link = new URL(url, location.origin).href;
  return (
    <Alert
      color="green"
      className={classes.made}
      icon={<IconLink size={18} aria-hidden />}
      title={t('invite.linkTitle', { email })}
      role="status"
    >
      <Group wrap="nowrap" gap="xs">
        <Text size="sm" className={classes.link} data-testid="invitation-link">
          {link}
        </Text>
        <CopyAction value={link} label={t('invite.copy')} done={t('invite.copied')} />
      </Group>
      <Text size="sm" mt={6}>
        {t(mailed ? 'invite.mailed' : 'invite.notMailed')}
      </Text>
    </Alert>
  );
}
