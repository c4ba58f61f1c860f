import type { User } from '@hzm/contracts/features/accounts/account';
import { makePasswordLink } from '@hzm/contracts/features/accounts/api';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { menuOf } from '../../ui/menu-of.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { useSending } from '../../ui/use-sending.ts';
import classes from './People.module.css';

/** Creates a password link for an administrator to hand over. It is shown once. */
export function PasswordLinkDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation('administration');
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={t('passwordLink.title', { name: user?.name ?? '' })}
      focusTo={() => user && menuOf(user.id)}
    >
      {user && <Making user={user} onClose={onClose} />}
    </Dialog>
  );
}

function Making({ user: { id, name }, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation(['administration', 'common']);
  const language = useLanguage();
  const [made, setMade] = useState<{ link: string; until: string } | null>(null);
  const { busy, error, run } = useSending();
  const make = (): Promise<void> =>
    run(async () => {
      const {
        data: { url, expiresAt },
      } = await send(makePasswordLink, { params: { accountId: id } });
      setMade({ link: new URL(url, location.origin).href, until: expiresAt });
    });
  return (
    <Stack>
      <Text size="sm">{t('passwordLink.text', { name })}</Text>
      {error && <ErrorNotice error={error} title={t('passwordLink.failed')} />}
      {made && (
        <div role="status">
          <Group wrap="nowrap" gap="xs">
            <Text size="sm" className={classes.link} data-testid="password-link">
              {made.link}
            </Text>
            <CopyAction
              value={made.link}
              label={t('passwordLink.copy')}
              done={t('passwordLink.copied')}
            />
          </Group>
          <Text size="sm" c="dimmed" mt={6}>
            {t('passwordLink.until', { time: formatMoment(made.until, language) })}
          </Text>
        </div>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t(made ? 'common:close' : 'common:cancel')}
        </Button>
        {!made && (
          <Button loading={busy} onClick={() => void make()}>
            {t('passwordLink.make')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
