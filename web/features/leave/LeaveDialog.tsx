import { logout } from '@hzm/contracts/features/accounts/api';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { askFor } from '../../state/commands.ts';
import { forgetLeft, leftBehind } from '../../state/left-behind.ts';
import { signOut } from '../../state/session.ts';
import { useSession } from '../../state/use-session.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';
import { LeftList } from './LeftList.tsx';

/** Confirmation before sign-out deletes unsent work. */
export function LeaveDialog({ opened }: { opened: boolean }) {
  const { t } = useTranslation('leave');
  const { user } = useSession();
  const close = (): void => askFor(null);
  return (
    <Dialog opened={opened} onClose={close} title={t('title')}>
      {opened && <Asked owner={user.id} onClose={close} />}
    </Dialog>
  );
}

function Asked({ owner, onClose }: { owner: string; onClose: () => void }) {
  const { t } = useTranslation('leave');
  const [left] = useState(() => leftBehind(localStorage, owner));
  const confirm = async (): Promise<void> => {
    await send(logout).catch(() => undefined);
    signOut();
    forgetLeft(localStorage, owner);
    // Reloads, because this page still has it in memory.
    location.assign('/');
  };
  return (
    <Question failed={t('failed')} confirm={t('confirm')} onConfirm={confirm} onClose={onClose}>
      <Stack gap="xs">
        <Text size="sm">{t('text')}</Text>
        {left && <LeftList left={left} />}
      </Stack>
    </Question>
  );
}
