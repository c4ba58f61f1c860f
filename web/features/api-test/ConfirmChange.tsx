import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';
import { CallName } from './CallName.tsx';
import type { Operation } from './reference.ts';

interface Props {
  opened: boolean;
  operation: Operation;
  isOwnSession: boolean;
  /** Finds the element to focus on close. */
  focusTo: () => HTMLElement | null;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a call that changes or deletes something is sent. */
export function ConfirmChange({
  opened,
  operation,
  isOwnSession,
  focusTo,
  onConfirm,
  onClose,
}: Props) {
  const { t } = useTranslation('api-test');
  const deletes = operation.method === 'DELETE';
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      focusTo={focusTo}
      title={t(deletes ? 'confirm.deleteTitle' : 'confirm.changeTitle')}
    >
      <Question
        confirm={t('form.send')}
        isHarmless={!deletes}
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <CallName {...operation} />
        <Text size="sm">{t(deletes ? 'confirm.deletes' : 'confirm.changes')}</Text>
        {isOwnSession && operation.path.startsWith('/auth/') && (
          <Text size="sm" fw={500}>
            {t('confirm.session')}
          </Text>
        )}
      </Question>
    </Dialog>
  );
}
