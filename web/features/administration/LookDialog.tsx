import { Button, Group, Stack, Text } from '@mantine/core';
import type { User } from '@hzm/contracts/features/accounts/account';
import { beginLook } from '@hzm/contracts/features/looks/api';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { holdHere } from '../../state/session.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { menuOf } from '../../ui/menu-of.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { useSending } from '../../ui/use-sending.ts';

/** Asks before an administrator looks as somebody, who is told. */
export function LookDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation('administration');
  return (
    <Dialog opened={user !== null} onClose={onClose} title={t('look.title', { name: user?.name ?? '' })} focusTo={() => user && menuOf(user.id)}>
      {user && <Asking user={user} onClose={onClose} />}
    </Dialog>
  );
}

function Asking({ user: { id, name }, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation(['administration', 'common']);
  const own = useSession();
  const navigate = useNavigate();
  const { busy, error, run } = useSending();
  const begin = (): Promise<void> => run(async () => {
    const { data: { look, ...session } } = await send(beginLook, { params: { accountId: id } });
    onClose();
    await navigate({ to: '/dashboard' });
    holdHere({ ...session, look: { id: look.id, until: look.expiresAt, own } });
  });
  return (
    <Stack>
      <Text size="sm">{t('look.text', { name })}</Text>
      <Text size="sm">{t('look.told', { name })}</Text>
      {error && <ErrorNotice error={error} title={t('look.failed')} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>{t('common:cancel')}</Button>
        <Button loading={busy} onClick={() => void begin()}>{t('look.begin')}</Button>
      </Group>
    </Stack>
  );
}
