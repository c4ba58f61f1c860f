import type { User } from '@hzm/contracts/features/accounts/account';
import { beginLook } from '@hzm/contracts/features/looks/api';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { holdHere } from '../../state/session.ts';
import { useSession } from '../../state/use-session.ts';
import { menuOf } from '../../ui/menu-of.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';

/** Confirmation before an impersonation, which the person is told of. */
export function LookDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation('administration');
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={t('look.title', { name: user?.name ?? '' })}
      focusTo={() => user && menuOf(user.id)}
    >
      {user && <Asking user={user} onClose={onClose} />}
    </Dialog>
  );
}

function Asking({ user: { id, name }, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('administration');
  const own = useSession();
  const navigate = useNavigate();
  const begin = async (): Promise<void> => {
    const {
      data: { look, ...session },
    } = await send(beginLook, { params: { accountId: id } });
    onClose();
    await navigate({ to: '/dashboard' });
    holdHere({ ...session, look: { id: look.id, until: look.expiresAt, own } });
  };
  return (
    <Question
      failed={t('look.failed')}
      confirm={t('look.begin')}
      isHarmless
      onConfirm={begin}
      onClose={onClose}
    >
      <Text size="sm">{t('look.text', { name })}</Text>
      <Text size="sm">{t('look.told', { name })}</Text>
    </Question>
  );
}
