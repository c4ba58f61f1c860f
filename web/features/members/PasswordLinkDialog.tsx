import { Button, Group, Stack, Text } from '@mantine/core';
import { makePasswordLink } from '@hzm/contracts/features/accounts/api';
import type { Member } from '@hzm/contracts/features/members/member';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useSending } from '../../ui/use-sending.ts';
import classes from './Members.module.css';

/** Makes a link by which somebody sets a new password, for an administrator to hand over. It is shown once. */
export function PasswordLinkDialog({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const { t } = useTranslation('members');
  return (
    <Dialog opened={member !== null} onClose={onClose} title={t('passwordLink.title', { name: member?.name ?? '' })}>
      {member && <Making member={member} onClose={onClose} />}
    </Dialog>
  );
}

function Making({ member: { userId, name }, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation(['members', 'common']);
  const language = useLanguage();
  const [made, setMade] = useState<{ link: string; until: string } | null>(null);
  const { busy, error, run } = useSending();
  const make = (): Promise<void> => run(async () => {
    const { data: { url, expiresAt } } = await send(makePasswordLink, { params: { accountId: userId } });
    setMade({ link: new URL(url, location.origin).href, until: expiresAt });
  });
  return (
    <Stack>
      <Text size="sm">{t('passwordLink.text', { name })}</Text>
      {error && <ErrorNotice error={error} title={t('passwordLink.failed')} />}
      {made && (
        <div role="status">
          <Group wrap="nowrap" gap="xs">
            <Text size="sm" className={classes.link} data-testid="password-link">{made.link}</Text>
            <CopyAction value={made.link} label={t('passwordLink.copy')} done={t('passwordLink.copied')} />
          </Group>
          <Text size="sm" c="dimmed" mt={6}>{t('passwordLink.until', { time: formatMoment(made.until, language) })}</Text>
        </div>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>{t(made ? 'common:close' : 'common:cancel')}</Button>
        {!made && <Button loading={busy} onClick={() => void make()}>{t('passwordLink.make')}</Button>}
      </Group>
    </Stack>
  );
}
